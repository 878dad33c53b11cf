"""An answer as a Word document: statements with numbers, their quotes, the works, the search.

What enters: an answer, its marks and references in a style, and where its works are. What leaves:
the bytes of a .docx file. Texts are the reader's own language's where they are ours.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import PurePath

import docx
from docx.document import Document as WordDocument
from docx.oxml.ns import qn
from docx.shared import Pt

from aliquot.filters import describe
from aliquot.generation.citing.styles import Rendered
from aliquot.types import Answer, Citation, Statement
from aliquot.types.history import citation_id

__all__ = ["write_docx"]

# Word chooses these for Latin and for Japanese letters; both are on every Windows and Mac with
# Word, and LibreOffice has metric equals.
LATIN_FONT, JAPANESE_FONT = "Calibri", "Yu Gothic"
QUOTE_SIZE = Pt(9.5)
# What XML 1.0 has no place for. Source: XML 1.0, section 2.2.
UNPRINTABLE = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")

WORDS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "disagreement": "The sources disagree",
        "references": "References",
        "searched": "What was searched",
        "question": "Asked",
        "sought": "Searched for",
        "where": "Restricted to",
        "anywhere": "the whole library",
        "read": "Passages read",
        "passages": "{passages} from {documents} documents",
        "strategy": "Answered by",
        "confidence": "Confidence",
        "removed": "Statements removed because nothing supports them",
        "page": "page {page}",
        "id": "Answer",
    },
    "ja": {
        "disagreement": "出典どうしが食い違っています",
        "references": "文献",
        "searched": "検索の範囲",
        "question": "質問",
        "sought": "検索語",
        "where": "絞り込み",
        "anywhere": "ライブラリ全体",
        "read": "読んだ箇所",
        "passages": "{documents}件の文書から{passages}箇所",
        "strategy": "回答の方法",
        "confidence": "確信度",
        "removed": "裏付けがなく削除した文",
        "page": "{page}ページ",
        "id": "回答",
    },
}


def write_docx(answer: Answer, rendered: Rendered, written_at: datetime) -> bytes:
    """Return an answer as a Word document.

    Args:
        answer: What is written.
        rendered: Its marks and references in a style.
        written_at: The document's date.
    """
    document = docx.Document()
    _set_fonts(document)
    _set_properties(document, answer, written_at)
    writer = _Writer(document, WORDS.get(answer.language, WORDS["en"]), rendered)
    writer.write(answer)
    file = io.BytesIO()
    document.save(file)
    return file.getvalue()


class _Writer:
    """Writes one answer into a document."""

    def __init__(
        self, document: WordDocument, words: Mapping[str, str], rendered: Rendered
    ) -> None:
        self._document = document
        self._words = words
        self._rendered = rendered

    def write(self, answer: Answer) -> None:
        self._document.add_heading(_clean(answer.question), level=1)
        if answer.abstained or answer.survey is not None:
            self._document.add_paragraph(_clean(answer.text))
        if answer.abstained and answer.reason:
            self._document.add_paragraph(_clean(answer.reason))
        self._statements(answer.statements)
        for one in answer.contradictions:
            self._document.add_heading(self._words["disagreement"], level=2)
            self._statements(one.statements)
        self._references()
        self._searched(answer)

    def _statements(self, statements: Iterable[Statement]) -> None:
        for one in statements:
            mark = self._rendered.mark(one)
            self._document.add_paragraph(_clean(f"{one.text} {mark}".rstrip()))
            for citation in one.citations:
                self._quote(citation)

    def _quote(self, citation: Citation) -> None:
        paragraph = self._document.add_paragraph(style="Quote")
        paragraph.paragraph_format.left_indent = Pt(24)
        paragraph.add_run(f"“{_clean(citation.quote)}”").font.size = QUOTE_SIZE
        paragraph.add_run().add_break()
        where = [PurePath(citation.source).name, citation.section]
        if citation.page is not None:
            where.append(self._words["page"].format(page=citation.page))
        said = ", ".join(filter(None, where))
        place = paragraph.add_run(_clean(f"{said}; {citation_id(citation)}"))
        place.font.size = QUOTE_SIZE
        place.italic = False

    def _references(self) -> None:
        if not self._rendered.references:
            return
        self._document.add_heading(self._words["references"], level=2)
        for one in self._rendered.references:
            paragraph = self._document.add_paragraph(_clean(one.line))
            paragraph.paragraph_format.left_indent = Pt(18)
            paragraph.paragraph_format.first_line_indent = Pt(-18)

    def _searched(self, answer: Answer) -> None:
        self._document.add_heading(self._words["searched"], level=2)
        for name, said in self._facts(answer):
            paragraph = self._document.add_paragraph(style="List Bullet")
            paragraph.add_run(f"{self._words[name]}: ").bold = True
            paragraph.add_run(_clean(said))

    def _facts(self, answer: Answer) -> Iterator[tuple[str, str]]:
        trace = answer.trace
        yield "question", trace.question or answer.question
        sought = [one for one in dict.fromkeys(trace.queries) if one != answer.question]
        if sought:
            yield "sought", "; ".join(sought)
        yield "where", _restriction(answer) or self._words["anywhere"]
        documents = len({one.chunk.document_id for one in answer.evidence})
        if documents:
            said = self._words["passages"]
            yield "read", said.format(passages=len(answer.evidence), documents=documents)
        yield "strategy", answer.strategy
        if answer.confidence is not None:
            yield "confidence", f"{answer.confidence:.0%}"
        if answer.removed:
            yield "removed", str(len(answer.removed))
        if trace.id:
            yield "id", trace.id


def _restriction(answer: Answer) -> str:
    """Return what was restricted to, beside the question and in it, in words."""
    understood = answer.understanding.where if answer.understanding else None
    parts: Sequence[str] = [answer.trace.where, describe(understood) if understood else ""]
    return " and ".join(dict.fromkeys(filter(None, parts)))


def _set_fonts(document: WordDocument) -> None:
    for fonts in document.styles.element.iter(qn("w:rFonts")):
        for theme in ("w:asciiTheme", "w:hAnsiTheme", "w:eastAsiaTheme"):
            fonts.attrib.pop(qn(theme), None)
        fonts.set(qn("w:ascii"), LATIN_FONT)
        fonts.set(qn("w:hAnsi"), LATIN_FONT)
        fonts.set(qn("w:eastAsia"), JAPANESE_FONT)


def _set_properties(document: WordDocument, answer: Answer, written_at: datetime) -> None:
    stated = document.core_properties
    # Word refuses longer ones. Source: python-docx, CoreProperties.
    stated.title = _clean(answer.question)[:255]
    stated.author, stated.comments = "Aliquot", ""
    stated.created = stated.modified = written_at


def _clean(text: str) -> str:
    """Return text on one line, without what a Word document cannot hold."""
    return " ".join(UNPRINTABLE.sub("", text).split())
