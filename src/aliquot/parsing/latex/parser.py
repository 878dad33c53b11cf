"""Read LaTeX: manuscripts, theses, chapters, and the source archives that arXiv hands out.

What enters: a .tex file, with the files it brings in from its folder, or an archive of them. What
leaves: one `Document` with sections, lists, captions, tables, formulas, code and references;
several where an archive holds several, such as a paper and its supplement.
"""

from __future__ import annotations

import posixpath
import zipfile
from collections.abc import Mapping
from pathlib import Path

from aliquot.errors import ParseError, PartError
from aliquot.parsing.builder import DocumentBuilder
from aliquot.parsing.files.bytes import peek_bytes, read_text
from aliquot.parsing.files.tars import tar_files
from aliquot.parsing.files.zips import open_zip, read_member
from aliquot.parsing.latex.floats import numbered
from aliquot.parsing.latex.front import (
    authors_of,
    separate_abstract,
    title_of,
    without_front,
    year_of,
)
from aliquot.parsing.latex.macros import Macro, expand_macros, read_macros
from aliquot.parsing.latex.main_files import is_whole, main_names, whole_that_includes
from aliquot.parsing.latex.project import Assembled, Bundle, Folder, Project, assemble
from aliquot.parsing.latex.references import (
    cited_references,
    name_citations,
    with_reference_list,
)
from aliquot.parsing.latex.source import BODY
from aliquot.parsing.latex.writer import LatexWriter, theorem_names
from aliquot.parsing.signs.magic import is_tar, is_zip
from aliquot.parsing.writing.prose import close_prose
from aliquot.parsing.writing.provenance import found_in
from aliquot.types import BlockType, Document, SectionClass

__all__ = ["LatexParser"]

SOURCES = (".tex", ".ltx", ".latex")
READ_SUFFIXES = (*SOURCES, ".bbl", ".bib", "00readme.json", "00readme.xxx")
HEAD_BYTES = 512
# Title and authors stand in the first pages, whatever a preamble holds before them.
FRONT_CHARS = 200_000


class LatexParser:
    """Parse LaTeX sources."""

    name = "latex"
    version = "3"

    def parse(self, path: Path) -> list[Document]:
        """Return the file as one document, an archive as one for each paper in it.

        Raises:
            ParseError: The file is empty, damaged, holds no text, or is a part of another.
        """
        files = _unpacked(path)
        if files is None:
            source = read_text(path)
            _refuse_part(path, source)
            return [_document(Folder(path.parent), path, source, path.name)]
        documents = _documents(files, path)
        if not documents:
            raise ParseError(
                "The archive holds no LaTeX document.",
                source=str(path),
                status="empty",
                hint="Unpack it and add the files in it.",
            )
        return documents


def _refuse_part(path: Path, source: str) -> None:
    """Refuse a file that was read where another brings it in."""
    whole = None if is_whole(source) else whole_that_includes(path)
    if whole is not None:
        raise PartError(
            f"It is a part of {whole.name} and is read with it.",
            source=str(path),
            whole=str(whole),
            hint=f"Add {whole.name}; nothing is missing then.",
        )


# ------------------------------------------------------------------------------ archives


def _unpacked(path: Path) -> dict[str, bytes] | None:
    """Return the sources in an archive by name, or `None` where the file is none."""
    head = peek_bytes(path, HEAD_BYTES)
    if is_zip(head):
        with open_zip(path) as archive:
            return dict(_zip_files(archive))
    if is_tar(head):
        return dict(tar_files(path, is_wanted=_is_read))
    return None


def _is_read(name: str) -> bool:
    return name.casefold().endswith(READ_SUFFIXES)


def _zip_files(archive: zipfile.ZipFile) -> list[tuple[str, bytes]]:
    names = [name for name in archive.namelist() if _is_read(name)]
    return [(posixpath.normpath(name), read_member(archive, name) or b"") for name in names]


def _documents(files: Mapping[str, bytes], path: Path) -> list[Document]:
    whole = Bundle(files)
    names = [name for name in files if name.casefold().endswith(SOURCES)]
    sources = {name: text for name in names if (text := whole.read(name))}
    return [
        _document(Bundle(files, posixpath.dirname(name)), path, sources[name], name)
        for name in main_names(sources, files)
    ]


# ------------------------------------------------------------------------------ documents


def _document(project: Project, path: Path, source: str, name: str) -> Document:
    whole = assemble(project, source, name=posixpath.basename(name))
    stem = posixpath.splitext(posixpath.basename(name))[0]
    whole.text = with_reference_list(whole.text, project, stem)
    macros = read_macros(whole.text)
    front = expand_macros(whole.text[:FRONT_CHARS], macros)
    out = DocumentBuilder()
    out.heading(title_of(front), 1)
    _write_text(out, whole, name_citations(whole.text, project), macros)
    _write_references(out, whole, project)
    is_folder = isinstance(project, Folder)
    parts = tuple(str(path.parent / part) for part in whole.parts) if is_folder else ()
    return close_prose(
        out,
        path,
        may_be_paper=True,
        parts=parts,
        warnings=whole.warnings(),
        parser=LatexParser.name,
        parser_version=LatexParser.version,
        **found_in(
            "LaTeX source", title=title_of(front), authors=authors_of(front), year=year_of(front)
        ),
    )


def _write_text(
    out: DocumentBuilder, whole: Assembled, text: str, macros: Mapping[str, Macro]
) -> None:
    body = BODY.search(text)
    preamble = text[: body.start()] if body else ""
    writer = LatexWriter(out, whole.codes, theorem_names(text))
    abstract = separate_abstract(text, preamble)
    if abstract:
        out.heading("Abstract", 2)
        writer.write(expand_macros(abstract, macros))
    content = numbered(body[1]) if body else text
    writer.write(expand_macros(without_front(content), macros))


def _write_references(out: DocumentBuilder, whole: Assembled, project: Project) -> None:
    """Write the cited works of the bibliography files, where no list of references is set."""
    if "\\bibitem" in whole.text:
        return
    references = list(cited_references(whole.text, project))
    if references:
        out.heading("References", 2, section_class=SectionClass.REFERENCES)
    for key, reference in references:
        out.add(BlockType.REFERENCE, reference, marker=key)
