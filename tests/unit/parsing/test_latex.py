"""LaTeX sources: units, symbols, structure."""

from __future__ import annotations

from pathlib import Path

import pytest

from aliquot.parsing.latex.parser import LatexParser
from aliquot.parsing.latex.text import latex_math, latex_text
from aliquot.types import BlockType, Document, DocumentKind


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        (r"\SI{10}{\micro\litre}", "10 µL"),
        (r"\qty{5}{\milli\gram\per\milli\litre}", "5 mg/mL"),
        (r"\SI{37}{\degreeCelsius} and 37$^\circ$C", "37 °C and 37°C"),
        (r"\si{\micro\litre}", "µL"),
        (r"\SIrange{1}{5}{\hour}", "1–5 h"),
        (r"\num{1e-6}", "1 × 10⁻⁶"),
        (r"$10^{-6}$\,M", "10⁻⁶ M"),
        (r"5~$\mu$L", "5 μL"),
        (r"CO$_2$, \ce{H2SO4}, \ce{Ca^2+}", "CO₂, H₂SO₄, Ca²⁺"),
        (r"\ce{CO3^{2-}}, \ce{Na+}, \ce{^{14}C}", "CO₃²⁻, Na⁺, ¹⁴C"),
        (r"\ce{2H2 + O2 -> 2H2O}", "2H₂ + O₂ → 2H₂O"),
        (r"\qty{5}{\ul}, \SI{2}{\square\metre}", "5 µL, 2 m²"),
        (r"\unit{mol.L^{-1}}, \si{m s^{-1}}", "mol L⁻¹, m s⁻¹"),
        (r"\qtylist{1;2}{\hour}, \numrange{3}{5}", "1, 2 h, 3–5"),
        (r"\ang{12;30;}, \ang{45}", "12°30′, 45°"),
        (r"\ensuremath{10^{-6}}\,M", "10⁻⁶ M"),
        (r"5\,$\upmu$l, 5\,\textmu l", "5 μl, 5 µl"),
        (r"$\mu = 5$, $p<0.05$", "μ = 5, p<0.05"),
        (r"high\tnote{a}", "highᵃ"),
        (r"$\alpha$-tubulin, $x \leq 5$", "α-tubulin, x ≤ 5"),
        (r"Schr\"odinger, Universit\'e, Garc\'{\i}a", "Schrödinger, Université, García"),
        (r"\textbf{bold \emph{both}} text", "bold both text"),
        (r"as shown~\cite{a,b} in Figure", "as shown in Figure"),
        (r"\href{https://a.org/x_y}{link}", "link (https://a.org/x_y)"),
        (r"50\% of a\_b costs \$5", "50% of a_b costs $5"),
        (r"``quoted'' -- and --- so", "“quoted” – and — so"),
        (r"\verb|a_b{c}| ok", "a_b{c} ok"),
    ],
)
def test_phrases_are_read_as_printed(source: str, shown: str) -> None:
    assert latex_text(source) == shown


def test_nested_formula_is_written_on_one_line() -> None:
    assert latex_math(r"\frac{a+b}{c} = \sqrt{x^{2}}") == "(a+b)/c = √(x²)"


@pytest.mark.parametrize("source", ["{" * 30_000, "$" * 9_999, r"\SI{" * 5_000, r"\frac{" * 500])
def test_unbalanced_source_ends(source: str) -> None:
    latex_text(source)


def parse(tmp_path: Path, source: str) -> Document:
    path = tmp_path / "a.tex"
    path.write_text(source, "utf-8")
    [document] = LatexParser().parse(path)
    return document


PAPER = r"""\documentclass{article}
\title{On {\it TP53}} \author{Ann Smith\thanks{x} \and 鈴木 一郎} \date{May 2021}
\newcommand{\ecoli}{\textit{E. coli}}
\begin{document}
\begin{abstract} We \ecoli{} grew. % a secret comment
\end{abstract}
\section{Introduction} Some \% text.
\section{Methods}
\begin{enumerate} \item Add \SI{5}{\micro\litre}. \item Spin
  \begin{itemize} \item gently \end{itemize}
\end{enumerate}
\begin{table}\caption{Doses}\begin{tabular}{lr} \toprule Drug & Dose \\ \midrule
A \& B & \SI{5}{\milli\gram} \\ \multicolumn{2}{c}{end} \end{tabular}\end{table}
\begin{equation} y = x^2 \label{eq} \end{equation}
\begin{verbatim}
x = 1 % kept
\end{verbatim}
\section{Results} R.
\begin{thebibliography}{9}\bibitem{a} Lee, Nature.\end{thebibliography}
\end{document}"""


def test_manuscript_is_read_whole(tmp_path: Path) -> None:
    document = parse(tmp_path, PAPER)
    assert document.kind is DocumentKind.PAPER
    assert (document.title, document.year) == ("On TP53", 2021)
    assert document.authors == ("Smith, Ann", "鈴木 一郎")
    assert "secret" not in document.text
    assert "We E. coli grew." in document.text


def test_structure_becomes_blocks(tmp_path: Path) -> None:
    document = parse(tmp_path, PAPER)
    found = {block.type: block for block in document.blocks}
    assert found[BlockType.TABLE].grid == (("Drug", "Dose"), ("A & B", "5 mg"), ("end", ""))
    assert found[BlockType.TABLE].caption == found[BlockType.CAPTION].text == "Table 1. Doses"
    assert found[BlockType.FORMULA].text == "y = x²"
    assert found[BlockType.CODE].text == "x = 1 % kept"
    assert found[BlockType.REFERENCE].text == "Lee, Nature."
    items = [(b.text, b.level) for b in document.blocks if b.type is BlockType.LIST_ITEM]
    assert items == [("1. Add 5 µL.", 1), ("2. Spin", 1), ("gently", 2)]


def test_parts_that_are_missing_are_reported(tmp_path: Path) -> None:
    document = parse(tmp_path, "\\section{A} x \\input{methods}")
    assert "methods" in document.warnings[0]
