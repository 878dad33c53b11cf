"""LaTeX structure: lists, tables, numbers of figures, macros, notes, front matter."""

from __future__ import annotations

from pathlib import Path

import pytest

from aliquot.parsing.latex.macros import expand_macros, read_macros
from aliquot.parsing.latex.parser import LatexParser
from aliquot.types import Block, BlockType, Document
from cpu_time import cpu_time


def parse(tmp_path: Path, body: str, *, preamble: str = "") -> Document:
    path = tmp_path / "a.tex"
    path.write_text(
        f"\\documentclass{{article}}\n{preamble}\n\\begin{{document}}\n{body}\n\\end{{document}}",
        "utf-8",
    )
    [document] = LatexParser().parse(path)
    return document


def of(document: Document, type: BlockType) -> list[Block]:
    return [block for block in document.blocks if block.type is type]


def grid(tmp_path: Path, table: str) -> tuple[tuple[str, ...], ...] | None:
    [block] = of(parse(tmp_path, table), BlockType.TABLE)
    return block.grid


# ------------------------------------------------------------------------------ lists


@pytest.mark.parametrize(
    ("options", "markers"),
    [
        ("", ["1.", "2."]),
        ("[label=(\\roman*)]", ["(i)", "(ii)"]),
        ("[label=\\textbf{Step \\arabic*:}]", ["Step 1:", "Step 2:"]),
        ("[start=3]", ["3.", "4."]),
        ("[(a)]", ["(a)", "(b)"]),
        ("[I.]", ["I.", "II."]),
    ],
)
def test_items_are_numbered_as_printed(tmp_path: Path, options: str, markers: list[str]) -> None:
    source = f"\\begin{{enumerate}}{options} \\item one \\item two \\end{{enumerate}}"
    assert [block.marker for block in of(parse(tmp_path, source), BlockType.LIST_ITEM)] == markers


def test_inner_lists_resumed_ones_and_counters_are_counted_on(tmp_path: Path) -> None:
    source = r"""\begin{enumerate} \item a \begin{enumerate} \item b \item[*] c \end{enumerate}
    \item d \end{enumerate} Pause. \begin{enumerate}[resume] \item e
    \setcounter{enumi}{9} \item f \end{enumerate}"""
    items = [
        (block.marker, block.level) for block in of(parse(tmp_path, source), BlockType.LIST_ITEM)
    ]
    assert items == [("1.", 1), ("(a)", 2), ("*", 2), ("2.", 1), ("3.", 1), ("10.", 1)]


# ------------------------------------------------------------------------------ tables


def test_header_above_the_middle_rule_is_joined(tmp_path: Path) -> None:
    table = r"""\begin{tabular}{l S[table-format=2.1] c} \toprule
    & \multicolumn{2}{c}{Dose} \\ \cmidrule(lr){2-3} Drug & low & high \\ \midrule
    \multirow{2}{*}{A} & 1 & \makecell{2\\or 3} \\ & 4 & 5 \\[2pt]
    \multicolumn{3}{l}{total} \\ \bottomrule \end{tabular}"""
    assert grid(tmp_path, table) == (
        ("Drug", "Dose low", "Dose high"),
        ("A", "1", "2 or 3"),
        ("", "4", "5"),
        ("total", "", ""),
    )


def test_table_over_pages_has_one_header_and_no_feet(tmp_path: Path) -> None:
    table = r"""\begin{longtable}{ll} \caption{Genes}\label{t}\\ \hline Gene & FC \\ \hline
    \endfirsthead \hline Gene & FC \\ \hline \endhead \multicolumn{2}{r}{goes on} \\ \endfoot
    \hline \endlastfoot a & 1 \\ b & 2 \\ \end{longtable}"""
    document = parse(tmp_path, table)
    [block] = of(document, BlockType.TABLE)
    assert block.grid == (("Gene", "FC"), ("a", "1"), ("b", "2"))
    assert block.caption == "Table 1. Genes"


@pytest.mark.parametrize(
    "name", ["tabular*}{5cm", "tabularx}{\\textwidth", "tabular", "tabulary}{3cm"]
)
def test_arguments_of_a_table_are_no_cells(tmp_path: Path, name: str) -> None:
    bare = name.partition("}")[0]
    table = f"\\begin{{{name}}}{{lp{{3cm}}}} a & b \\\\ c & d \\end{{{bare}}}"
    assert grid(tmp_path, table) == (("a", "b"), ("c", "d"))


def test_notes_of_a_table_are_footnotes(tmp_path: Path) -> None:
    source = "\\begin{table}\\begin{tablenotes}\\item[a] per day\\end{tablenotes}\\end{table}"
    assert [b.text for b in of(parse(tmp_path, source), BlockType.FOOTNOTE)] == ["a per day"]


# ------------------------------------------------------------------------------ numbers


def test_figures_are_numbered_and_referred_to_by_number(tmp_path: Path) -> None:
    document = parse(
        tmp_path,
        r"""See Figure~\ref{b}, \cref{t} and Figure~\ref{gone}.
        \begin{figure}\caption{First.}\label{a}\end{figure}
        \begin{figure*}\caption[short]{Second.}\label{b}\end{figure*}
        \begin{table}\caption{Doses.}\label{t}\end{table}""",
    )
    assert of(document, BlockType.PARAGRAPH)[0].text == "See Figure 2, Table 1 and Figure."
    captions = [block.text for block in of(document, BlockType.CAPTION)]
    assert captions == ["Figure 1. First.", "Figure 2. Second.", "Table 1. Doses."]


def test_supplement_numbers_its_figures_by_its_own_letter(tmp_path: Path) -> None:
    document = parse(
        tmp_path,
        r"\renewcommand{\thefigure}{S\arabic{figure}}\begin{figure}\caption{Growth.}\end{figure}",
    )
    assert [block.text for block in of(document, BlockType.CAPTION)] == ["Figure S1. Growth."]


def test_part_of_a_document_gets_no_numbers(tmp_path: Path) -> None:
    path = tmp_path / "a.tex"
    path.write_text("\\section{A} x \\begin{figure}\\caption{Growth.}\\end{figure}")
    [document] = LatexParser().parse(path)
    assert [block.text for block in of(document, BlockType.CAPTION)] == ["Growth."]


# ------------------------------------------------------------------------------ macros


@pytest.mark.parametrize(
    ("definitions", "source", "shown"),
    [
        ("\\newcommand{\\ecoli}{\\textit{E. coli}}", "\\ecoli{} grew", "E. coli grew"),
        ("\\newcommand{\\g}[1]{\\textit{#1}}", "\\g{lacZ} and \\g x", "lacZ and x"),
        ("\\newcommand{\\d}[2][5]{#1 of #2}", "\\d{a}, \\d[6]{b}", "5 of a, 6 of b"),
        ("\\def\\pair#1#2{#1/#2}", "\\pair{a}{b}", "a/b"),
        ("\\newcommand\\uM{\\si{\\micro\\Molar}}\\DeclareSIUnit{\\Molar}{M}", "5 \\uM", "5 µM"),
        ("\\newcommand{\\a}{\\b}\\newcommand{\\b}{deep}", "\\a", "deep"),
        ("\\renewcommand{\\section}{\\oldsection}", "kept", "kept"),
    ],
)
def test_commands_of_the_author_are_expanded(
    tmp_path: Path, definitions: str, source: str, shown: str
) -> None:
    assert parse(tmp_path, source, preamble=definitions).text == shown


@pytest.mark.parametrize(
    "definitions",
    [
        "\\newcommand{\\a}{\\a\\a}",
        "".join(f"\\newcommand{{\\x{c}}}{{{(chr(92) + 'x' + d) * 10}}}"
                for c, d in zip("abcdefgh", "bcdefghi", strict=True)),
        "\\newcommand{\\a}[1]{#1#1#1#1#1#1#1#1}",
    ],
    ids=["calls itself", "multiplies", "doubles its argument"],
)  # fmt: skip
def test_no_definition_grows_without_end(definitions: str) -> None:
    with cpu_time() as spent:
        source = "\\a{" * 20 + "x" + "}" * 20 + "\\xa"
        assert len(expand_macros(source, read_macros(definitions))) < 2_000_000
    assert spent.seconds < 2


# ------------------------------------------------------------------------------ the rest


def test_footnotes_stand_behind_their_paragraph(tmp_path: Path) -> None:
    document = parse(tmp_path, "Text\\footnote{A \\emph{note}.} more.\n\nNext.")
    assert [block.text for block in document.blocks] == ["Text¹ more.", "A note.", "Next."]
    assert document.blocks[1].type is BlockType.FOOTNOTE


def test_statements_are_named(tmp_path: Path) -> None:
    document = parse(
        tmp_path,
        "\\begin{thm}[Main] All swans. \\end{thm}",
        preamble="\\newtheorem{thm}{Theorem}",
    )
    assert document.text == "Theorem (Main). All swans."


def test_rows_of_formulas_are_lines(tmp_path: Path) -> None:
    [block] = of(
        parse(tmp_path, "\\begin{align} a &= b \\label{x} \\\\ c &= d \\nonumber \\end{align}"),
        BlockType.FORMULA,
    )
    assert block.text == "a = b\nc = d"


@pytest.mark.parametrize(
    ("source", "authors"),
    [
        (r"\author{Ann Smith\thanks{x} \and 鈴木 一郎}", ("Smith, Ann", "鈴木 一郎")),
        (r"\author[1]{Ann Smith}\author[1,2]{Bo Lee\textsuperscript{*}}",
         ("Smith, Ann", "Lee, Bo")),
        (r"\author{Ann Smith$^{1,*}$, Bo Lee$^{2}$ and Di Wu}",
         ("Smith, Ann", "Lee, Bo", "Wu, Di")),
        (r"\author*[1]{\fnm{Ann} \sur{Smith}}\email{a@b}", ("Smith, Ann",)),
        (r"\author{\IEEEauthorblockN{Ann Smith}\IEEEauthorblockA{Dept}}", ("Smith, Ann",)),
        (r"\author{Ann Smith\\ University of X \\ \texttt{a@b.org}}", ("Smith, Ann",)),
    ],
)  # fmt: skip
def test_authors_are_found_in_every_class(
    tmp_path: Path, source: str, authors: tuple[str, ...]
) -> None:
    assert parse(tmp_path, "Words.", preamble=source).authors == authors


def test_abstract_is_found_wherever_a_class_puts_it(tmp_path: Path) -> None:
    document = parse(tmp_path, r"\title{T}\abstract{We grew cells.} \section{Methods} x")
    assert document.blocks[1].text == "Abstract"
    assert document.blocks[2].text == "We grew cells."
    assert document.text.count("We grew cells.") == 1


def test_identity_says_where_it_was_found(tmp_path: Path) -> None:
    document = parse(tmp_path, "Words.", preamble=r"\title{T}\date{May 2021}")
    assert document.provenance == {"title": "LaTeX source", "year": "LaTeX source"}


def test_code_keeps_its_percent_signs(tmp_path: Path) -> None:
    source = "\\begin{lstlisting}[language=R]\nx %in% y % kept\n\\end{lstlisting}"
    assert [b.text for b in of(parse(tmp_path, source), BlockType.CODE)] == ["x %in% y % kept"]


@pytest.mark.parametrize(
    "mark",
    [
        *("\\begin{verbatim}", "\\begin{comment}", "\\iffalse", "\\newcommand{\\a}{", "\\section["),
        *("\\begin{enumerate}[", "\\bibitem[", "\\( ", "\\SI[", "\\author{", "\\cite[", "\\input{"),
        *(
            "\\begin{longtable}{l} \\endfirsthead \\endhead ",
            "\\ce{",
            "\\footnote{",
            "\\ensuremath{",
        ),
    ],
)
def test_marks_that_never_close_take_no_longer_than_others(tmp_path: Path, mark: str) -> None:
    with cpu_time() as spent:
        assert "kept" in parse(tmp_path, "kept\n\n" + mark * (20_000 // len(mark))).text
    assert spent.seconds < 1


@pytest.mark.parametrize(
    ("caption", "printed"),
    [
        ("Colonies", "Table 1. Colonies"),
        ("Table 1. Colonies", "Table 1. Colonies"),
        ("Table 1 Colonies", "Table 1 Colonies"),
        ("\\textbf{Table~1:} Colonies", "Table 1: Colonies"),
        ("{\\bf Tab. S2.} Colonies", "Tab. S2. Colonies"),
        ("Supplementary Table 3 | Colonies", "Supplementary Table 3 | Colonies"),
        ("表1．コロニー数", "表1．コロニー数"),
        ("Table 3 of the first paper", "Table 1. Table 3 of the first paper"),
        ("Table 12 mM", "Table 1. Table 12 mM"),
    ],
)
def test_caption_is_numbered_once(tmp_path: Path, caption: str, printed: str) -> None:
    document = parse(tmp_path, f"\\begin{{table}}\\caption{{{caption}}}\\end{{table}}")
    assert [block.text for block in of(document, BlockType.CAPTION)] == [printed]


def test_reference_prints_the_number_typed_in_the_caption(tmp_path: Path) -> None:
    source = "\\begin{figure}\\caption{Figure S4. Gel}\\label{gel}\\end{figure}\n\nSee \\cref{gel}."
    assert "See Figure S4." in parse(tmp_path, source).text
