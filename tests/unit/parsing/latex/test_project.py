"""LaTeX projects: parts in their places, and no way out of the folder or into a circle."""

from __future__ import annotations

import gzip
import io
import json
import tarfile
import zipfile
from pathlib import Path

import pytest

from aliquot.errors import ParseError
from aliquot.parsing.latex.parser import LatexParser
from aliquot.parsing.sniff import sniff
from aliquot.types import BlockType, Document
from cpu_time import cpu_time

MAIN = "\\documentclass{{article}}\n\\title{{Paper}}\n\\begin{{document}}\n{}\n\\end{{document}}\n"


def write(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return folder / next(iter(files))


def parse(folder: Path, files: dict[str, str]) -> Document:
    [document] = LatexParser().parse(write(folder, files))
    return document


def texts(document: Document, type: BlockType = BlockType.PARAGRAPH) -> list[str]:
    return [block.text for block in document.blocks if block.type is type]


def test_parts_stand_where_they_are_brought_in(tmp_path: Path) -> None:
    document = parse(
        tmp_path,
        {
            "main.tex": MAIN.format(
                "One.\n\n\\input{parts/a} \\include{b}\\subfile{c}\\import{parts/}{d} End."
            ),
            "parts/a.tex": "Two. \\input{parts/inner}",
            "parts/inner.tex": "Three.",
            "b.tex": "Four.",
            "c.tex": "\\documentclass[main]{subfiles}\\begin{document}Five.\\end{document}",
            "parts/d.tex": "Six.",
        },
    )
    assert texts(document) == ["One.", "Two. Three.", "Four.", "Five.", "Six. End."]
    assert not document.warnings


@pytest.mark.parametrize("name", ["../secret", "/etc/passwd", "parts/../../secret"])
def test_nothing_outside_the_folder_is_read(tmp_path: Path, name: str) -> None:
    (tmp_path / "secret.tex").write_text("key 1234")
    document = parse(tmp_path / "paper", {"main.tex": MAIN.format(f"Words. \\input{{{name}}}")})
    assert "1234" not in document.text
    assert "outside its folder" in document.warnings[0]


def test_links_out_of_the_folder_are_not_followed(tmp_path: Path) -> None:
    (tmp_path / "secret.tex").write_text("key 1234")
    (tmp_path / "paper").mkdir()
    (tmp_path / "paper/a.tex").symlink_to(tmp_path / "secret.tex")
    document = parse(tmp_path / "paper", {"main.tex": MAIN.format("Words. \\input{a}")})
    assert "1234" not in document.text


def test_circles_end(tmp_path: Path) -> None:
    document = parse(
        tmp_path,
        {"main.tex": MAIN.format("One. \\input{a}"), "a.tex": "Two. \\input{b} \\input{main}",
         "b.tex": "Three. \\input{a}"},
    )  # fmt: skip
    assert texts(document) == ["One. Two. Three."]


def test_parts_that_multiply_each_other_end_in_time(tmp_path: Path) -> None:
    files = {"main.tex": MAIN.format("Words." + "\\input{p0}" * 30)}
    files |= {f"p{n}.tex": f"x\\input{{p{n + 1}}}" * 30 for n in range(8)}
    with cpu_time() as spent:
        assert parse(tmp_path, files).text
    assert spent.seconds < 2


def test_comments_and_switched_off_passages_bring_in_nothing(tmp_path: Path) -> None:
    source = "Words. % \\input{a}\n\\iffalse \\ifx b c \\fi \\input{a} \\else shown\\fi"
    document = parse(tmp_path, {"main.tex": MAIN.format(source), "a.tex": "hidden"})
    assert "hidden" not in document.text
    assert "shown" in document.text


@pytest.mark.parametrize("part", ["parts/a.tex", "parts/deep/b.tex", "c.tex"])
def test_part_of_a_document_is_not_read_twice(tmp_path: Path, part: str) -> None:
    write(
        tmp_path,
        {
            "main.tex": MAIN.format("\\input{parts/a}\\include{c}"),
            "parts/a.tex": "\\section{A} x \\input{parts/deep/b}",
            "parts/deep/b.tex": "\\section{B} x",
            "c.tex": "\\documentclass[main]{subfiles}\\begin{document}x\\end{document}",
        },
    )
    with pytest.raises(ParseError) as raised:
        LatexParser().parse(tmp_path / part)
    assert raised.value.status == "part"
    assert "main.tex" in raised.value.message


def test_chapter_that_nothing_brings_in_is_a_document(tmp_path: Path) -> None:
    files = {"chapter.tex": "\\section{A} Words.", "main.tex": MAIN.format("% \\input{chapter}")}
    assert "Words." in parse(tmp_path, files).text


def test_reference_list_is_that_of_the_main_file(tmp_path: Path) -> None:
    document = parse(
        tmp_path,
        {
            "main.tex": MAIN.format("\\citet{lee} saw it.\\bibliography{refs}"),
            "main.bbl": "\\begin{thebibliography}{}\n\\bibitem[Lee et~al.(2001)Lee, Wu]{lee}\n"
            "C. Lee. \\newblock Title. \\newblock Nature, 2001.\n\\end{thebibliography}",
        },
    )
    assert texts(document)[0] == "Lee et al. (2001) saw it."
    assert texts(document, BlockType.REFERENCE) == ["C. Lee. Title. Nature, 2001."]


def test_works_cited_from_a_bib_file_are_references(tmp_path: Path) -> None:
    document = parse(
        tmp_path,
        {
            "main.tex": MAIN.format("Seen \\cite{lee}.\\bibliography{refs}"),
            "refs.bib": "@article{lee, author={Lee, C and Wu, D}, title={On {TP53}}, year=2001,"
            " journal={Nature}, volume=4, pages={5--9}, doi={10.2/y}}\n"
            "@article{other, author={O, P}, title={Not cited}, year=1999}",
        },
    )
    [block] = [block for block in document.blocks if block.type is BlockType.REFERENCE]
    assert block.text == "Lee C, Wu D (2001). On TP53. Nature 4:5–9. doi:10.2/y"
    assert block.marker == "lee"


# ------------------------------------------------------------------------------ archives


def archive(files: dict[str, str], *, links: dict[str, str] | None = None) -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:gz") as tar:
        for name, text in files.items():
            info = tarfile.TarInfo(name)
            info.size = len(text.encode())
            tar.addfile(info, io.BytesIO(text.encode()))
        for name, target in (links or {}).items():
            info = tarfile.TarInfo(name)
            info.type, info.linkname = tarfile.SYMTYPE, target
            tar.addfile(info)
    return buffer.getvalue()


def unpacked(tmp_path: Path, data: bytes, name: str = "2101.00001.tar.gz") -> list[Document]:
    path = tmp_path / name
    path.write_bytes(data)
    assert sniff(path) == "latex"
    return LatexParser().parse(path)


def test_source_of_arxiv_is_read_as_the_paper(tmp_path: Path) -> None:
    files = {"ms/main.tex": MAIN.format("One. \\input{a}"), "ms/a.tex": "Two.", "ms/f.png": "x"}
    [document] = unpacked(tmp_path, archive(files))
    assert (document.title, texts(document)) == ("Paper", ["One. Two."])


def test_single_source_packed_alone_is_read(tmp_path: Path) -> None:
    [document] = unpacked(tmp_path, gzip.compress(MAIN.format("One.").encode()), "2101.00002.gz")
    assert document.title == "Paper"


def test_source_in_a_zip_is_read(tmp_path: Path) -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as file:
        file.writestr("main.tex", MAIN.format("One. \\input{a}"))
        file.writestr("a.tex", "Two.")
    [document] = unpacked(tmp_path, buffer.getvalue(), "overleaf.zip")
    assert texts(document) == ["One. Two."]


def test_paper_and_supplement_are_two_documents(tmp_path: Path) -> None:
    supplement = MAIN.format("More.").replace("Paper", "Supplement")
    files = {"supp.tex": supplement, "main.tex": MAIN.format("One. " * 50)}
    assert [each.title for each in unpacked(tmp_path, archive(files))] == ["Paper", "Supplement"]


def test_notes_of_arxiv_name_the_paper(tmp_path: Path) -> None:
    notes = json.dumps({"sources": [{"filename": "b.tex", "usage": "toplevel"}]})
    files = {"a.tex": MAIN.format("A"), "b.tex": MAIN.format("B"), "00README.json": notes}
    [document] = unpacked(tmp_path, archive(files))
    assert texts(document) == ["B"]


def test_names_and_links_that_lead_outside_are_left_out(tmp_path: Path) -> None:
    (tmp_path / "secret.tex").write_text("key 1234")
    files = {"main.tex": MAIN.format("One. \\input{a} \\input{b}"), "../b.tex": "outside"}
    [document] = unpacked(tmp_path, archive(files, links={"a.tex": "../secret.tex"}))
    assert texts(document) == ["One."]


def test_archive_without_a_document_says_what_to_do(tmp_path: Path) -> None:
    path = tmp_path / "a.tar.gz"
    path.write_bytes(archive({"a.tex": ""}))
    with pytest.raises(ParseError) as raised:
        LatexParser().parse(path)
    assert raised.value.hint
