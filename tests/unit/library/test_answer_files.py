"""Answers as Word and Markdown: statements, quotes, works, and what was searched."""

from __future__ import annotations

import io
from dataclasses import replace

import docx
import pytest
from docx.oxml.ns import qn

from aliquot import Library
from aliquot.library.answer_files import answer_docx, cited_markdown
from aliquot.types import Answer

QUESTION = "HEK293T細胞は何度で培養しますか？"


@pytest.fixture
def answer(filled: Library) -> Answer:
    found = replace(filled.ask(QUESTION, keep=False), language="en")
    assert found.statements
    return found


def words_of(data: bytes) -> str:
    return "\n".join(one.text for one in docx.Document(io.BytesIO(data)).paragraphs)


def test_a_word_file_holds_statements_quotes_works_and_the_search(
    filled: Library, answer: Answer
) -> None:
    text = words_of(answer_docx(filled, answer))
    for statement in answer.statements:
        assert " ".join(statement.text.split()) in text
        assert all(" ".join(one.quote.split()) in text for one in statement.citations)
    assert "[1]" in text
    assert "References" in text
    assert "What was searched" in text
    assert answer.trace.id in text


def test_japanese_answers_have_japanese_words_and_fonts(filled: Library, answer: Answer) -> None:
    data = answer_docx(filled, replace(answer, language="ja"))
    assert "検索の範囲" in words_of(data)
    styles = docx.Document(io.BytesIO(data)).styles.element
    fonts = {one.get(qn("w:eastAsia")) for one in styles.iter(qn("w:rFonts"))}
    assert fonts == {"Yu Gothic"}


def test_a_refusal_says_so_and_lists_no_works(filled: Library, answer: Answer) -> None:
    refused = replace(answer, statements=(), abstained=True, refusal="No.", reason="Not found.")
    text = words_of(answer_docx(filled, refused))
    assert "Not found." in text
    assert "References" not in text


def test_characters_that_no_xml_holds_are_left_out(filled: Library, answer: Answer) -> None:
    odd = replace(answer, question="Is\x00 this\x0b \ud800odd <b>&amp;</b>?")
    assert words_of(answer_docx(filled, odd)).startswith("Is this odd <b>&amp;</b>?")


def test_markdown_ends_with_the_works_and_escapes_marks(filled: Library, answer: Answer) -> None:
    text = cited_markdown(filled, replace(answer, question="*Which* <b>buffer</b>?"))
    assert text.startswith("**\\*Which\\* \\<b\\>buffer\\</b\\>?**")
    assert text.index("**References**") < text.index("\\[1\\] ", text.index("**References**"))
