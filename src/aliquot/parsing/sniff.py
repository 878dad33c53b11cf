"""Decide by content which parser reads a file.

What enters: a path. What leaves: a key of `BACKENDS["parsers"]`, or `None` where no parser fits.
Names lie (HTML saved as .pdf, notebooks as .json), so the first 64 KiB and an archive's list of
members decide; the name only settles what plain text looks alike in: Markdown, tables, prose.

The tables `BYTE_SIGNS`, `ARCHIVE_SIGNS` and `TEXT_SIGNS` hold every format in the order in which it
is tried. The first match wins, so the strictest signs come first; `None` is what nothing reads.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeVar

from aliquot.errors import ParseError, UnsupportedFormatError
from aliquot.parsing.files.bytes import decode, is_gzip, peek_bytes
from aliquot.parsing.signs import containers, json, magic, markup, records, written
from aliquot.parsing.signs.containers import OFFICE_SUFFIXES, Archive
from aliquot.parsing.signs.text import Text, is_blank, is_named, text_suffix

__all__ = ["sniff"]

HEAD_BYTES = 64 * 1024
OPEN_DOCUMENT = "application/vnd.oasis.opendocument."
TEXT_TYPES = (f"{OPEN_DOCUMENT}text", f"{OPEN_DOCUMENT}text-template")
SLIDE_TYPES = (f"{OPEN_DOCUMENT}presentation", f"{OPEN_DOCUMENT}presentation-template")

BYTE_SIGNS: tuple[tuple[str, Callable[[bytes], bool]], ...] = (
    ("pdf", magic.is_pdf),
    ("zip", magic.is_zip),
    ("rtf", magic.is_rtf),
    ("tar", magic.is_tar),
    ("image", magic.is_picture),
    ("compound", magic.is_compound),
)
ARCHIVE_SIGNS: tuple[tuple[str, Callable[[Archive], bool]], ...] = (
    ("eln", containers.is_eln),
    ("ods", containers.is_typed(f"{OPEN_DOCUMENT}spreadsheet")),
    ("odt", containers.is_typed(*TEXT_TYPES)),
    ("odp", containers.is_typed(*SLIDE_TYPES)),
    ("epub", containers.is_epub),
    ("xlsb", containers.is_binary_workbook),
    ("latex", containers.is_latex_source),
    ("docx", containers.holds_folder("word/")),
    ("pptx", containers.holds_folder("ppt/")),
    ("xlsx", containers.holds_folder("xl/")),
)
TEXT_SIGNS: tuple[tuple[str | None, Callable[[Text], bool]], ...] = (
    ("text", is_blank),
    (None, written.is_page_description),
    ("jats", markup.is_jats),
    ("trial_xml", markup.has_root("clinical_study")),
    (
        "pubmed_xml",
        markup.has_root(
            *("pubmedarticle", "pubmedarticleset", "pubmedbookarticle", "pubmedbookarticleset")
        ),
    ),
    ("tei", markup.has_root("tei", "tei.2", "teicorpus")),
    ("uniprot_xml", markup.has_root("uniprot")),
    ("odt", markup.is_flat_document(*TEXT_TYPES)),
    ("odp", markup.is_flat_document(*SLIDE_TYPES)),
    ("html", markup.is_html),
    (None, markup.is_other_markup),
    ("trial_json", json.is_trial),
    ("uniprot_json", json.is_uniprot),
    ("ensembl_json", json.is_ensembl),
    ("notebook", json.is_notebook),
    ("csl_json", json.is_csl),
    ("protocol_json", json.is_protocol),
    ("json", json.is_json),
    ("uniprot_flat", records.is_uniprot),
    ("genbank", records.is_genbank),
    ("embl", records.is_embl),
    ("medline", records.is_medline),
    ("fasta", records.is_fasta),
    ("ris", records.is_ris),
    ("gtf", records.is_gtf),
    ("opentrons", written.is_robot_protocol),
    ("script", written.is_script),
    ("bibtex", records.is_bibtex),
    ("email", written.is_email),
    ("latex", written.is_latex),
    ("csv", written.is_table),
    ("markdown", written.is_markdown),
    # The name alone; BibTeX or RIS without any sign of it is prose with a wrong name.
    ("latex", is_named(".tex", ".ltx")),
    ("json", is_named(".json")),
    ("text", lambda file: True),
)
# Of what is not plain text, the formats whose parsers unpack gzip: .rtf.gz, .tar.gz.
READ_THROUGH_GZIP = frozenset({"rtf", "tar"})

# What a name promises that only bytes can keep.
PROMISED = {
    ".pdf": "a PDF",
    ".docx": "a Word document",
    ".pptx": "a PowerPoint presentation",
    ".xlsx": "an Excel workbook",
    ".xlsm": "an Excel workbook",
    ".xlsb": "an Excel workbook",
    ".xls": "an Excel workbook",
    ".ods": "an OpenDocument spreadsheet",
}
# What a server says instead of the file: "Not found", a line of JSON. Longer text is worth reading.
MESSAGE_CHARS = 2_000
MESSAGE_FORMATS = frozenset({"text", "json", "csv"})
LFS_POINTER = "version https://git-lfs.github.com/spec/"

Facts = TypeVar("Facts")
Format = TypeVar("Format", str, str | None)


def sniff(path: Path) -> str | None:
    """Return the format of a file, or `None` where no parser reads it.

    Reads at most 64 KiB, and the list of members of an archive. Plain text, RTF and tar archives
    are looked at through gzip.

    Raises:
        ParseError: The file is empty, damaged gzip, or a stand-in for what its name promises.
        UnsupportedFormatError: It could be read unpacked, or holds nothing that could be cited.
        SourceError: The file cannot be read.
    """
    head = peek_bytes(path, HEAD_BYTES)
    _refuse_empty(path, head)
    kind = _first(BYTE_SIGNS, head)
    found = _text_format(path, head) if kind is None else _byte_format(path, head, kind)
    if found is None and path.suffix.casefold() in PROMISED:
        raise _broken_promise(path)
    return found


def _first(signs: Iterable[tuple[Format, Callable[[Facts], bool]]], facts: Facts) -> Format | None:
    """Return the first format whose sign is there."""
    return next((format_name for format_name, is_it in signs if is_it(facts)), None)


def _byte_format(path: Path, head: bytes, kind: str) -> str | None:
    if kind not in READ_THROUGH_GZIP and is_gzip(path):
        raise UnsupportedFormatError(
            "It is packed by gzip and no plain text; only text is read without unpacking.",
            source=str(path),
            hint=f"Unpack it (gunzip '{path.name}') and add what comes out.",
        )
    looks_inside: dict[str, Callable[[], str | None]] = {
        "zip": lambda: _zip_format(path),
        "tar": lambda: containers.tar_format(path),
        "image": lambda: _picture_format(path),
        "compound": lambda: containers.compound_format(head, path.suffix.casefold()),
    }
    return looks_inside[kind]() if kind in looks_inside else kind


def _zip_format(path: Path) -> str | None:
    by_name = OFFICE_SUFFIXES.get(path.suffix.casefold())
    archive = containers.read_archive(path)
    if archive is None:
        return by_name
    return _first(ARCHIVE_SIGNS, archive) or (by_name if archive.is_office else None)


def _picture_format(path: Path) -> str | None:
    """Return what reads a picture: a scan named .pdf is still a scan; a slide show is not."""
    suffix = path.suffix.casefold()
    return "image" if suffix == ".pdf" or suffix not in PROMISED else None


def _text_format(path: Path, head: bytes) -> str | None:
    is_whole = len(head) < HEAD_BYTES
    try:
        text = decode(head, partial=not is_whole)
    except ParseError:
        return None
    file = Text(text, text_suffix(path), is_whole=is_whole)
    _refuse_useless(path, file)
    found = _first(TEXT_SIGNS, file)
    is_message = found in MESSAGE_FORMATS and len(text) < MESSAGE_CHARS
    return None if is_message and path.suffix.casefold() in PROMISED else found


# ------------------------------------------------------------------------------ refusals


def _refuse_empty(path: Path, head: bytes) -> None:
    if not head:
        raise ParseError(
            "The file is empty (0 bytes).",
            source=str(path),
            status="empty",
            hint="Export or download it again.",
        )
    if not head.strip(b"\0"):
        raise ParseError(
            "The file holds nothing but zero bytes.",
            source=str(path),
            status="empty",
            hint="Its copy or download failed; fetch it again.",
        )


def _refuse_useless(path: Path, file: Text) -> None:
    if file.text.startswith(LFS_POINTER):
        raise ParseError(
            "The file is a Git LFS pointer: its content was not fetched.",
            source=str(path),
            hint="Run 'git lfs pull' in its folder and add it again.",
        )
    if records.is_reads(file):
        raise UnsupportedFormatError(
            "The file holds a sequencer's reads (FASTQ), of which nothing can be cited.",
            source=str(path),
            hint="Add what was made of them: the quality report, the counts, the assembly.",
        )


def _broken_promise(path: Path) -> ParseError:
    suffix = path.suffix.casefold()
    return ParseError(
        f"The file is named {suffix} but does not hold {PROMISED[suffix]}.",
        source=str(path),
        hint="Download or copy it again; a server's message or another file may be in its place.",
    )
