"""Signs in what people and programs write: scripts, mail, LaTeX, tables, Markdown."""

from __future__ import annotations

import re

from aliquot.parsing.signs.text import MARKDOWN, TABLES, Text

__all__ = [
    "is_email",
    "is_latex",
    "is_markdown",
    "is_page_description",
    "is_robot_protocol",
    "is_script",
    "is_table",
]

# Characters that only a program reads: PostScript, metadata of Adobe's programs.
PAGE_DESCRIPTION = re.compile(r"%!PS|<\?xpacket")
# Programs; what they print may look like any other format.
SCRIPT_SUFFIXES = frozenset({".py", ".r", ".sh", ".bash"})
SHEBANG = re.compile(r"#!.{0,60}\b(?:python|Rscript|bash|sh|zsh)")
ROBOT = re.compile(
    r"^\s*(?:from|import) opentrons\b|\bprotocol_api\b|[\"']apiLevel[\"']"
    r"|^def run\((?s:.){0,4000}?\.load_(?:labware|instrument)\(",
    re.M,
)
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
DOCUMENT_CLASS = re.compile(r"^\s*\\(?:documentclass|documentstyle)\b|\\begin\{document\}", re.M)
LATEX_COMMAND = re.compile(
    r"^\s*\\(?:part|chapter|(?:sub)*section|label|begin|newcommand|usepackage|input)\*?[\[{]", re.M
)
MARKDOWN_SIGN = re.compile(r"^(?:#{1,6} \S|```|\|.+\|$|[-*] \[[ x]\] )|\]\(\S+\)", re.M)
FRONT_MATTER = re.compile(r"\A---\s*\n(?:[\w-]+:.*\n|[ \t-].*\n|\n)+?---\s*\n")
# Names under which instruments and programs write tables.
TABLE_LIKE = frozenset({"", ".txt", ".dat", ".asc", ".xls", ".out"})


def is_page_description(file: Text) -> bool:
    """Tell characters that no reader is meant to see."""
    return bool(PAGE_DESCRIPTION.match(file.start))


def is_robot_protocol(file: Text) -> bool:
    """Tell protocols of an Opentrons robot from other Python."""
    return file.suffix == ".py" and ROBOT.search(file.text) is not None


def is_script(file: Text) -> bool:
    """Tell programs by their name, or by their first line where they have none."""
    if file.suffix in SCRIPT_SUFFIXES:
        return True
    return file.suffix == "" and SHEBANG.match(file.text) is not None


def is_email(file: Text) -> bool:
    """Tell messages and mailboxes from notes that begin like them."""
    if MAILBOX.match(file.text):
        return True
    header = MAIL_HEADER.match(file.text)
    names = {name.casefold() for name in MAIL_FIELD.findall(header[0])} if header else set()
    is_mail = bool(names & MAIL_PROOF) or file.suffix in (".eml", ".emlx")
    return is_mail and len(names & MAIL_NAMES) >= 2


def is_latex(file: Text) -> bool:
    """Tell LaTeX, also a chapter that another file includes, from prose that quotes it."""
    if file.suffix in MARKDOWN or file.suffix in TABLES:
        return False
    if DOCUMENT_CLASS.search(file.text):
        return True
    # Two commands, since prose may quote one.
    return len(LATEX_COMMAND.findall(file.text)) >= 2


def is_table(file: Text) -> bool:
    """Tell rows of cells from prose that holds tabs or commas."""
    if file.suffix in TABLES:
        return True
    if file.suffix not in TABLE_LIKE:
        return False
    lines = file.lines[:50]
    tabs = [line.count("\t") for line in lines]
    # Instruments write a few lines of their own before and after the rows.
    if len(lines) >= 3 and sum(count >= 1 for count in tabs) >= 0.8 * len(lines):
        return max(tabs.count(count) for count in set(tabs) if count) >= 0.5 * len(lines)
    commas = {line.count(",") for line in lines}
    return len(lines) >= 4 and len(commas) == 1 and commas > {0} and ", " not in file.text


def is_markdown(file: Text) -> bool:
    """Tell Markdown by its name, its front matter, or several of its signs."""
    if file.suffix in (".txt", ".text", ".log"):
        return False
    if file.suffix in MARKDOWN or FRONT_MATTER.match(file.text):
        return True
    return file.suffix == "" and len(MARKDOWN_SIGN.findall(file.text)) >= 3
