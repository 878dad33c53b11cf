"""Decide by content which parser reads a file.

What enters: a path. What leaves: a key of `BACKENDS["parsers"]`, or `None` where no parser fits.
Names lie (HTML saved as .pdf, notebooks as .json), so the first 64 KiB and a zip's directory
decide; the extension only settles what plain text looks alike in: Markdown, tables, prose.
"""

from __future__ import annotations

import json
import re
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path

from aliquot.errors import ParseError
from aliquot.parsing.files.bytes import decode, peek_bytes
from aliquot.parsing.files.tars import tar_names
from aliquot.parsing.files.zips import refuse_endless_list

__all__ = ["sniff"]

HEAD_BYTES = 64 * 1024

PDF_MAGIC = b"%PDF-"
# ISO 32000-1 annex H lets the header stand anywhere in the first 1,024 bytes.
PDF_MAGIC_WITHIN = 1024
ZIP_MAGIC = (b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08")
# PNG, JPEG, TIFF in either byte order and its large form, WebP.
PICTURE_MAGIC = re.compile(
    rb"\x89PNG\r\n\x1a\n|\xff\xd8\xff|II[*+]\0|MM\0[*+]|RIFF....WEBP", re.DOTALL
)
# "BM", file size, four zero bytes, and the size of one of the headers that Windows has defined:
# prose may begin with BM too.
BMP_MAGIC = re.compile(rb"BM.{4}\0{4}.{4}[\x0c\x28\x34\x38\x6c\x7c]\0{3}", re.DOTALL)
# Microsoft's compound file: a pre-2007 Office file, or an encrypted one of any year.
OLE_MAGIC = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
OFFICE_SUFFIXES = {
    ".docx": "docx",
    ".pptx": "pptx",
    ".xlsx": "xlsx",
    ".xlsm": "xlsx",
    ".xlsb": "xlsb",
    ".ods": "ods",
    ".xls": "xls",
    ".xlt": "xls",
    ".eln": "eln",
}
# The stream that makes a compound file a workbook; named .xlsx, Excel still opens it.
WORKBOOK_STREAM = "Workbook".encode("utf-16-le")
BINARY_WORKBOOK = "xl/workbook.bin"
MEDIA_TYPE_BYTES = 256
OPEN_SPREADSHEET = b"application/vnd.oasis.opendocument.spreadsheet"
MEDIA_TYPES = {
    b"application/epub+zip": "epub",
    b"application/vnd.oasis.opendocument.text": "odt",
    b"application/vnd.oasis.opendocument.text-template": "odt",
    b"application/vnd.oasis.opendocument.presentation": "odp",
    b"application/vnd.oasis.opendocument.presentation-template": "odp",
}
EPUB_CONTAINER = "META-INF/container.xml"
# A byte order mark or blank lines may stand before it.
RTF_MAGIC = re.compile(rb"\A(?:\xef\xbb\xbf)?\s{0,8}\{\\rtf")
# Source: POSIX ustar and GNU tar; the name of the first member takes the first 100 bytes.
TAR_MAGIC, TAR_MAGIC_AT = b"ustar", 257
OFFICE_FOLDERS = {"word/": "docx", "ppt/": "pptx", "xl/": "xlsx"}

TEXT_SUFFIXES = {
    ".md": "markdown",
    ".markdown": "markdown",
    ".mdown": "markdown",
    ".mkd": "markdown",
    ".rmd": "markdown",
    ".qmd": "markdown",
    ".csv": "csv",
    ".tsv": "csv",
    ".tab": "csv",
    ".tex": "latex",
    ".ltx": "latex",
    ".gtf": "gtf",
    ".gff": "gtf",
    ".gff3": "gtf",
    ".bib": "bibtex",
    ".ris": "ris",
    ".json": "json",
}
# Plain text that none of our parsers understands although it is made of characters.
UNREADABLE_TEXT = re.compile(r"%!PS|<\?xpacket")


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


def sniff(path: Path) -> str | None:
    """Return the format of a file, or `None` where no parser reads it.

    Reads at most 64 KiB, and the directory of a zip archive. Gzip is looked through.

    Raises:
        ParseError: The file is empty, damaged gzip, or a stand-in for what its name promises.
        SourceError: The file cannot be read.
    """
    head = peek_bytes(path, HEAD_BYTES)
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
    found = _format_of(path, head)
    if found is None and path.suffix.casefold() in PROMISED:
        raise _broken_promise(path)
    return found


def _format_of(path: Path, head: bytes) -> str | None:
    if PDF_MAGIC in head[:PDF_MAGIC_WITHIN]:
        return "pdf"
    if head.startswith(ZIP_MAGIC):
        return _zip_format(path)
    if RTF_MAGIC.match(head):
        return "rtf"
    if head[TAR_MAGIC_AT:].startswith(TAR_MAGIC):
        # What arXiv hands out as source.
        return "latex" if any(map(_is_latex_name, tar_names(path))) else None
    if PICTURE_MAGIC.match(head) or BMP_MAGIC.match(head):
        # A scan saved under the name of a PDF is still a scan; a slide show is not.
        suffix = path.suffix.casefold()
        return "image" if suffix == ".pdf" or suffix not in PROMISED else None
    if head.startswith(OLE_MAGIC):
        # The parser of the promised format tells an encrypted file from an old one.
        promised = OFFICE_SUFFIXES.get(path.suffix.casefold())
        return "xls" if promised == "xlsx" and WORKBOOK_STREAM in head else promised
    try:
        text = decode(head, partial=len(head) == HEAD_BYTES)
    except ParseError:
        return None
    if text.startswith(LFS_POINTER):
        raise ParseError(
            "The file is a Git LFS pointer: its content was not fetched.",
            source=str(path),
            hint="Run 'git lfs pull' in its folder and add it again.",
        )
    found = _text_format(text, _suffix(path), is_whole=len(head) < HEAD_BYTES)
    is_message = found in MESSAGE_FORMATS and len(text) < MESSAGE_CHARS
    return None if is_message and path.suffix.casefold() in PROMISED else found


def _broken_promise(path: Path) -> ParseError:
    suffix = path.suffix.casefold()
    return ParseError(
        f"The file is named {suffix} but does not hold {PROMISED[suffix]}.",
        source=str(path),
        hint="Download or copy it again; a server's message or another file may be in its place.",
    )


def _suffix(path: Path) -> str:
    """Return the last extension, the one before `.gz` in `counts.tsv.gz`."""
    suffixes = [suffix.casefold() for suffix in path.suffixes]
    while suffixes and suffixes[-1] in (".gz", ".gzip"):
        suffixes.pop()
    return suffixes[-1] if suffixes else ""


def _zip_format(path: Path) -> str | None:
    by_name = OFFICE_SUFFIXES.get(path.suffix.casefold())
    try:
        refuse_endless_list(path)
        with zipfile.ZipFile(path) as archive:
            members = archive.namelist()
            media_type = _media_type(archive) if "mimetype" in members else b""
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError):
        return by_name
    if any(name.rpartition("/")[2] == "ro-crate-metadata.json" for name in members):
        return "eln"
    if media_type == OPEN_SPREADSHEET:
        return "ods"
    if media_type in MEDIA_TYPES:
        return MEDIA_TYPES[media_type]
    if EPUB_CONTAINER in members and any(name.endswith(".opf") for name in members):
        return "epub"
    if BINARY_WORKBOOK in members:
        return "xlsb"
    if "[Content_Types].xml" not in members:
        return "latex" if any(map(_is_latex_name, members)) else None
    for folder, format_name in OFFICE_FOLDERS.items():
        if any(name.startswith(folder) for name in members):
            return format_name
    return by_name


def _is_latex_name(name: str) -> bool:
    return name.casefold().endswith((".tex", ".ltx"))


def _media_type(archive: zipfile.ZipFile) -> bytes:
    """Return what an OpenDocument or EPUB package says it is, in its first few bytes."""
    try:
        with archive.open("mimetype") as member:
            return member.read(MEDIA_TYPE_BYTES).strip()
    except (RuntimeError, zlib.error, EOFError):
        return b""


def _text_format(text: str, suffix: str, *, is_whole: bool) -> str | None:
    start = text.lstrip()
    if not start:
        return "text"
    if UNREADABLE_TEXT.match(start):
        return None
    if start[0] == "<":
        found, decided = _markup_format(start, suffix)
        if decided:
            return found
    if start[0] in "{[":
        found = _json_format(start, suffix, is_whole=is_whole)
        if found:
            return found
    for format_name, is_it in SIGNS:
        if is_it(text, suffix):
            return format_name
    by_suffix = TEXT_SUFFIXES.get(suffix)
    # JSON, BibTeX or RIS without any sign of it is prose with a wrong name.
    return by_suffix if by_suffix in ("markdown", "csv", "latex", "json") else "text"


# ------------------------------------------------------------------------------ markup

PROLOGUE = re.compile(
    r"(?:\s+|<\?.*?\?>|<!--.*?-->|<!DOCTYPE[^>\[]*(?:\[.*?\]\s*)?>)*", re.S | re.I
)
DOCTYPE_HTML = re.compile(r"<!DOCTYPE\s+html", re.I)
ROOT = re.compile(r"<(?:[\w.-]+:)?([A-Za-z][\w.-]*)")
XML_ROOTS = {
    "article": "jats",
    "clinical_study": "trial_xml",
    "pubmedarticleset": "pubmed_xml",
    "pubmedarticle": "pubmed_xml",
    "pubmedbookarticle": "pubmed_xml",
    "pubmedbookarticleset": "pubmed_xml",
    "tei": "tei",
    "tei.2": "tei",
    "teicorpus": "tei",
    "uniprot": "uniprot_xml",
}
# OpenDocument as one XML file says in its root what it is.
FLAT_DOCUMENT = re.compile(r"office:mimetype=[\"']([\w./+-]+)[\"']")
# What e-utilities and OAI-PMH wrap around articles.
JATS_WRAPPERS = frozenset({"pmc-articleset", "pmc-articles", "oai-pmh", "getrecord", "articles"})
HTML_TAG = re.compile(
    r"html|head|body|div|p|h[1-4]|table|[uo]l|main|section|article|header|meta|title|span|center|font"
)
# An HTML5 page may have `article` as root as well: JATS articles have front matter or attributes.
JATS_SIGN = re.compile(
    r"<(?:front|article-meta|journal-meta|body|sub-article)\b|article-type=|-//N"
)


def _markup_format(text: str, suffix: str) -> tuple[str | None, bool]:
    """Return the format of text that begins with `<`, and whether that settles it."""
    prologue = PROLOGUE.match(text)
    start = prologue.end() if prologue else 0
    root = ROOT.match(text, start)
    name = root.group(1).casefold() if root else ""
    if name == "article" and not JATS_SIGN.search(text):
        return "html", True
    if name in XML_ROOTS and not DOCTYPE_HTML.search(text, 0, start):
        return XML_ROOTS[name], True
    if name == "document" and (flat := FLAT_DOCUMENT.search(text, start)):
        return MEDIA_TYPES.get(flat[1].encode("ascii", "ignore")), True
    if name in JATS_WRAPPERS and re.search(r"<(?:[\w-]+:)?article[\s>]", text):
        return "jats", True
    if name == "html" or DOCTYPE_HTML.search(text, 0, start):
        return "html", True
    if TEXT_SUFFIXES.get(suffix) == "markdown":
        return None, False
    if HTML_TAG.fullmatch(name):
        return "html", True
    is_xml = text.startswith("<?xml") or suffix == ".xml"
    return None, is_xml


# ------------------------------------------------------------------------------ JSON

JSON_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\]:]', re.S)
JSON_START = re.compile(r'\{\s*(?:"|\})|\[\s*(?:[\[{"\]\d-]|null|true|false)')
# Species letters where it is not human, kind of feature, eleven digits.
ENSEMBL_ID = re.compile(r"ENS[A-Z]{0,6}[EGPT]\d{11}")
CSL_FIELDS = frozenset({"title", "author", "issued", "container-title", "DOI", "publisher"})


def _json_format(text: str, suffix: str, *, is_whole: bool) -> str | None:
    if not JSON_START.match(text):
        return None
    keys = _outer_keys(text)
    for format_name, is_it in JSON_SIGNS:
        if is_it(keys, text):
            return format_name
    if suffix in (".json", ".jsonl", ".ndjson"):
        return "json"
    return "json" if not is_whole or _is_json(text) else None


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def _outer_keys(text: str) -> frozenset[str]:
    """Return the keys of the outermost object, or of the first object of a list."""
    keys: set[str] = set()
    depth, wanted, last = 0, 1 if text[0] == "{" else 2, ""
    for match in JSON_TOKEN.finditer(text):
        token = match.group()
        if token in "{[":
            depth += 1
        elif token in "}]":
            depth -= 1
            if depth < wanted and keys:
                break
        elif token == ":" and depth == wanted:
            keys.add(last)
        else:
            last = token[1:-1]
    return frozenset(keys)


def _is_trial(keys: frozenset[str], text: str) -> bool:
    if keys & {"protocolSection", "ProtocolSection", "FullStudiesResponse", "StudyFieldsResponse"}:
        return True
    return bool(keys & {"Study", "FullStudy", "studies"}) and "rotocolSection" in text


def _is_csl(keys: frozenset[str], text: str) -> bool:
    return text[0] == "[" and "type" in keys and len(keys & CSL_FIELDS) >= 2


def _is_uniprot(keys: frozenset[str], text: str) -> bool:
    return "primaryAccession" in keys or ("results" in keys and '"primaryAccession"' in text)


def _is_ensembl(keys: frozenset[str], text: str) -> bool:
    """Tell Ensembl's records, or several under the ids that were asked for, from other JSON."""
    if {"id", "seq", "molecule"} <= keys or {"seq_region_name", "start", "end"} <= keys:
        return True
    has_ids = any(map(ENSEMBL_ID.match, keys))
    return has_ids and '"seq_region_name"' in text


def _is_notebook(keys: frozenset[str], text: str) -> bool:
    if keys & {"cells", "worksheets"}:
        return "nbformat" in keys or '"cell_type"' in text
    return {"nbformat", "nbformat_minor"} <= keys


def _is_protocol(keys: frozenset[str], text: str) -> bool:
    if "steps" in keys:
        return bool(keys & {"title", "protocol_name", "name", "description", "protocols.io url"})
    return bool(keys & {"protocol", "payload"}) and '"steps"' in text and '"title"' in text


JSON_SIGNS: tuple[tuple[str, Callable[[frozenset[str], str], bool]], ...] = (
    ("trial_json", _is_trial),
    ("uniprot_json", _is_uniprot),
    ("ensembl_json", _is_ensembl),
    ("notebook", _is_notebook),
    ("csl_json", _is_csl),
    ("protocol_json", _is_protocol),
)


# ------------------------------------------------------------------------------ plain text

# Entries of UniProt state their length in residues; EMBL's, which look alike, in base pairs.
UNIPROT_FLAT = re.compile(r"\s*ID   \S+\s+\w+;\s+(?:PRT;\s+)?\d+ AA\.")
GENBANK = re.compile(r"\s*(?:.*\n){0,10}?LOCUS {2,}\S+\s+\d+ (?:bp|aa)\b", re.I)
EMBL = re.compile(r"\s*ID {3}[^;\s]+(?:;.*| .*)?\d+ BP\.\s*\n", re.I)
# A header, and a line of letters of sequence alone under it; prose quotes with ">" as well.
FASTA = re.compile(r"\s*(?:;.*\n)*>[^\n]*\S[^\n]*\n(?:;.*\n)*[A-Za-z*-]{10,}\s*(?:\n|\Z)")
# What PubMed exports as .nbib; the tag takes four columns, the hyphen the fifth.
MEDLINE = re.compile(r"\s*PMID- ?\d+\s*\n(?:[A-Z]{2,4} *- .*\n| {6}.*\n)+")
RIS = re.compile(r"\s*(?:\d+\.\s*\n)?TY {2}- ")
BIBTEX_TYPES = (
    "article|book|booklet|conference|inbook|incollection|inproceedings|manual|mastersthesis|misc"
    "|online|phdthesis|proceedings|report|software|techreport|thesis|unpublished|dataset|patent"
)
BIBTEX = re.compile(
    rf"\A(?:\s*(?:%.*|Encoding:.*|This file was created.*)\n)*\s*@(?:{BIBTEX_TYPES}|string|comment"
    r"|preamble)\s*[{(]",
    re.I,
)
BIBTEX_ENTRY = re.compile(rf"^\s*@(?:{BIBTEX_TYPES})\s*[{{(]", re.I | re.M)
DOCUMENT_CLASS = re.compile(r"^\s*\\(?:documentclass|documentstyle)\b|\\begin\{document\}", re.M)
LATEX_COMMAND = re.compile(
    r"^\s*\\(?:part|chapter|(?:sub)*section|label|begin|newcommand|usepackage|input)\*?[\[{]", re.M
)
MARKDOWN_SIGN = re.compile(r"^(?:#{1,6} \S|```|\|.+\|$|[-*] \[[ x]\] )|\]\(\S+\)", re.M)
FRONT_MATTER = re.compile(r"\A---\s*\n(?:[\w-]+:.*\n|[ \t-].*\n|\n)+?---\s*\n")
GTF_FRAME = frozenset("012.")


# Apple Mail writes the length of a message above it.
MAIL_HEADER = re.compile(r"\A(?:\d{1,10}\s*\n)?(?:[!-9;-~]+:.*\r?\n(?:[ \t]+\S.*\r?\n)*)+")
MAIL_FIELD = re.compile(r"^([!-9;-~]+):", re.M)
MAIL_NAMES = frozenset({"cc", "date", "from", "message-id", "received", "subject", "to"})
# Notes may begin with "From:" and "Date:" as well; only mail has been carried by a program.
MAIL_PROOF = frozenset(
    {"content-type", "message-id", "mime-version", "received", "return-path", "x-mailer"}
)
MAILBOX = re.compile(
    r"\AFrom \S+ +\w{3} \w{3} +\d{1,2} [\d:]{5,8} .{0,20}\d{4}.*\r?\n(?=[!-9;-~]+:)"
)


def _is_gtf(text: str, suffix: str) -> bool:
    rows = [line.split("\t") for line in _whole_lines(text)[:500] if line[:1] != "#"][:20]
    return bool(rows) and all(
        len(row) == 9
        and row[3].isdigit()
        and row[4].isdigit()
        and row[6] in ("+", "-", ".", "?")
        and row[7] in GTF_FRAME
        for row in rows
    )


def _is_bibtex(text: str, suffix: str) -> bool:
    return bool(BIBTEX.match(text) or (suffix == ".bib" and BIBTEX_ENTRY.search(text)))


def _is_latex(text: str, suffix: str) -> bool:
    if TEXT_SUFFIXES.get(suffix) in ("markdown", "csv"):
        return False
    if DOCUMENT_CLASS.search(text):
        return True
    # A chapter that another file includes; two commands, since prose may quote one.
    return len(LATEX_COMMAND.findall(text)) >= 2


def _is_email(text: str, suffix: str) -> bool:
    if MAILBOX.match(text):
        return True
    header = MAIL_HEADER.match(text)
    names = {name.casefold() for name in MAIL_FIELD.findall(header[0])} if header else set()
    is_mail = bool(names & MAIL_PROOF) or suffix in (".eml", ".emlx")
    return is_mail and len(names & MAIL_NAMES) >= 2


# Programs; what they print may look like any other format.
SCRIPT_SUFFIXES = frozenset({".py", ".r", ".sh", ".bash"})
SHEBANG = re.compile(r"#!.{0,60}\b(?:python|Rscript|bash|sh|zsh)")
ROBOT = re.compile(
    r"^\s*(?:from|import) opentrons\b|\bprotocol_api\b|[\"']apiLevel[\"']"
    r"|^def run\((?s:.){0,4000}?\.load_(?:labware|instrument)\(",
    re.M,
)


def _is_script(text: str, suffix: str) -> bool:
    return suffix in SCRIPT_SUFFIXES or (suffix == "" and SHEBANG.match(text) is not None)


def _is_robot_protocol(text: str, suffix: str) -> bool:
    return suffix == ".py" and ROBOT.search(text) is not None


def _is_table(text: str, suffix: str) -> bool:
    """Tell rows of cells from prose that holds tabs or commas."""
    if TEXT_SUFFIXES.get(suffix) == "csv":
        return True
    if suffix not in ("", ".txt", ".dat", ".asc", ".xls", ".out"):
        return False
    lines = _whole_lines(text)[:50]
    tabs = [line.count("\t") for line in lines]
    # Instruments write a few lines of their own before and after the rows.
    if len(lines) >= 3 and sum(count >= 1 for count in tabs) >= 0.8 * len(lines):
        return max(tabs.count(count) for count in set(tabs) if count) >= 0.5 * len(lines)
    commas = {line.count(",") for line in lines}
    return len(lines) >= 4 and len(commas) == 1 and commas > {0} and ", " not in text


def _is_markdown(text: str, suffix: str) -> bool:
    if suffix in (".txt", ".text", ".log"):
        return False
    if TEXT_SUFFIXES.get(suffix) == "markdown" or FRONT_MATTER.match(text):
        return True
    return suffix == "" and len(MARKDOWN_SIGN.findall(text)) >= 3


def _whole_lines(text: str) -> list[str]:
    """Return the lines that hold something, without the last, which may be cut short."""
    lines = text.splitlines()
    return [line for line in (lines[:-1] or lines) if line.strip()]


# First match wins: the strictest signs come first.
SIGNS: tuple[tuple[str, Callable[[str, str], bool]], ...] = (
    ("uniprot_flat", lambda text, suffix: bool(UNIPROT_FLAT.match(text))),
    ("genbank", lambda text, suffix: bool(GENBANK.match(text))),
    ("embl", lambda text, suffix: bool(EMBL.match(text))),
    ("medline", lambda text, suffix: bool(MEDLINE.match(text))),
    ("fasta", lambda text, suffix: bool(FASTA.match(text))),
    ("ris", lambda text, suffix: bool(RIS.match(text))),
    ("gtf", _is_gtf),
    ("opentrons", _is_robot_protocol),
    ("script", _is_script),
    ("bibtex", _is_bibtex),
    ("email", _is_email),
    ("latex", _is_latex),
    ("csv", _is_table),
    ("markdown", _is_markdown),
)
