"""Read JATS (and NLM) journal articles.

What enters: XML of one article, or several in a wrapper. What leaves: one `Document` each, with
front matter, abstracts, sections, tables, captions, formulas and references.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from lxml import etree

from aliquot.errors import ParseError
from aliquot.language import detect_language
from aliquot.parsing.builder import DocumentBuilder
from aliquot.parsing.files.xml import local_name, parse_xml
from aliquot.parsing.jats.body import BodyWriter
from aliquot.parsing.jats.front import ArticleFront, read_front
from aliquot.parsing.jats.inline import children, first, inline_text
from aliquot.parsing.jats.references import reference_text
from aliquot.parsing.writing.typography import join_text
from aliquot.types import BlockType, Document, DocumentKind, DocumentStatus, SectionClass

__all__ = ["JatsParser"]

LANGUAGE = "{http://www.w3.org/XML/1998/namespace}lang"
# Headings for abstracts that have none of their own; the others are simply "Abstract".
ABSTRACT_TITLES = {
    "author-highlights": "Highlights",
    "editor": "Editor's summary",
    "editors-summary": "Editors' summary",
    "executive-summary": "Executive summary",
    "plain-language-summary": "Plain language summary",
    "precis": "Precis",
    "summary": "Author summary",
    "teaser": "Teaser",
    "toc": "Short summary",
    "web-summary": "Web summary",
}
ABSTRACTS = ("{*}abstract", "{*}trans-abstract")
# Pictures with a caption that stands elsewhere too.
SKIPPED_ABSTRACTS = frozenset({"graphical", "key-image"})
# A body that starts without a heading needs one, or it would count as abstract.
BODY_TITLE = "Main text"


class JatsParser:
    """Parse journal articles in JATS or NLM XML."""

    name = "jats"
    version = "3"

    def parse(self, path: Path) -> list[Document]:
        """Return one document per article.

        Raises:
            ParseError: The XML is damaged or holds no article with text.
        """
        root = parse_xml(path)
        articles = [root] if local_name(root) == "article" else list(root.iter("{*}article"))
        try:
            documents = [_read_article(article) for article in articles]
        except RecursionError as exc:
            raise ParseError(
                "The XML is nested too deeply to be an article.",
                source=str(path),
                hint="Download the full-text XML again, for example from PubMed Central.",
            ) from exc
        documents = [document for document in documents if _holds_text(document)]
        if not documents:
            raise ParseError(
                "The XML holds no article with text.",
                source=str(path),
                status="empty",
                hint="Download the full-text XML again, for example from PubMed Central.",
            )
        return documents


def _holds_text(document: Document) -> bool:
    """Tell whether there is a title or a text; a journal and a number are nothing to read."""
    labels = (BlockType.FIELD, BlockType.HEADING)
    return bool(document.title) or any(block.type not in labels for block in document.blocks)


def _read_article(article: etree._Element) -> Document:
    out = DocumentBuilder()
    writer = BodyWriter(out)
    article_type = article.get("article-type", "")
    front_element = first(article, "front")
    front = ArticleFront() if front_element is None else read_front(front_element)
    _write_front(out, front, article_type)
    abstracts = () if front_element is None else front_element.iter(*ABSTRACTS)
    before = len(out)
    for abstract in abstracts:
        _write_abstract(out, writer, abstract)
    has_body = _write_body(out, writer, article, has_abstract=len(out) > before)
    _write_back(out, writer, article, front)
    for part in children(article, "sub-article", "response"):
        _write_sub_article(out, writer, part)
    document = out.build(
        kind=DocumentKind.PAPER,
        parser=JatsParser.name,
        parser_version=JatsParser.version,
        status=DocumentStatus.OK if has_body else DocumentStatus.PARTIAL,
        warnings=_warnings(writer, has_body=has_body),
        extra=_extra(article_type, front),
        **front.found_in("front matter"),
    )
    stated = article.get(LANGUAGE, "")[:2].casefold()
    return replace(document, language=stated or detect_language(document.text))


def _warnings(writer: BodyWriter, *, has_body: bool) -> list[str]:
    warnings = [] if has_body else ["The XML holds no body: front matter only."]
    if writer.pictured_tables:
        warnings.append(
            f"Tables that are pictures, of which only the captions were read: "
            f"{writer.pictured_tables}."
        )
    return warnings


def _extra(article_type: str, front: ArticleFront) -> dict[str, str]:
    extra = {"article_type": article_type, "notice": front.notice}
    return {name: value for name, value in extra.items() if value}


# ------------------------------------------------------------------------------ front


def _write_front(out: DocumentBuilder, front: ArticleFront, article_type: str) -> None:
    """Write the title and what makes a paper findable by its label, as searchable fields."""
    out.add(BlockType.FIELD, front.title)
    fields = (
        ("Other titles", "; ".join(front.other_titles)),
        ("Article type", article_type),
        ("Related article", "; ".join(front.related)),
        ("Authors", "; ".join(front.authors)),
        ("Journal", join_text(front.journal, str(front.year or ""), separator=", ")),
        ("DOI", front.doi),
        ("PMID", front.pmid),
        ("PMCID", front.pmcid),
        ("Trial registration", "; ".join(front.registrations)),
        ("Subjects", "; ".join(front.subjects)),
        ("Keywords", "; ".join(front.keywords)),
    )
    out.add(BlockType.FIELD, "\n".join(f"{name}: {value}" for name, value in fields if value))


def _write_abstract(out: DocumentBuilder, writer: BodyWriter, abstract: etree._Element) -> None:
    kind = abstract.get("abstract-type", "")
    if kind not in SKIPPED_ABSTRACTS:
        default = ABSTRACT_TITLES.get(kind, "Abstract")
        writer.section(abstract, 1, default=default, section_class=SectionClass.ABSTRACT)


# ------------------------------------------------------------------------------ body and back


def _write_body(
    out: DocumentBuilder, writer: BodyWriter, article: etree._Element, *, has_abstract: bool
) -> bool:
    body = first(article, "body")
    if body is not None:
        if has_abstract and next(body.iter("{*}sec", "{*}p"), None) is not _first_titled(body):
            out.heading(BODY_TITLE, 1)
        writer.blocks(body, 1)
    floats = first(article, "floats-group")
    if floats is not None and len(floats):
        out.heading("Figures and tables", 1)
        writer.blocks(floats, 2)
    return body is not None and any(text.strip() for text in body.itertext())


def _first_titled(body: etree._Element) -> etree._Element | None:
    """Return the first section that has a heading."""
    return next((sec for sec in body.iter("{*}sec") if first(sec, "title") is not None), None)


def _write_sub_article(out: DocumentBuilder, writer: BodyWriter, part: etree._Element) -> None:
    """Write a reviewer's report, a reply or a translation under its own title."""
    stub = first(part, "front-stub")
    title = read_front(stub).title if stub is not None else ""
    out.heading(title or part.get("article-type", "").replace("-", " ").capitalize(), 1)
    body = first(part, "body")
    if body is not None:
        writer.blocks(body, 2)


def _write_back(
    out: DocumentBuilder, writer: BodyWriter, article: etree._Element, front: ArticleFront
) -> None:
    back = first(article, "back")
    for element in () if back is None else back:
        name = local_name(element)
        default = BACK_TITLES.get(name)
        if default is not None:
            writer.section(element, 1, default=default)
        elif name == "app-group":
            for appendix in children(element, "app"):
                writer.section(appendix, 1, default="Appendix")
        elif name == "sec":
            writer.section(element, 1)
    front_element = first(article, "front")
    for notes in () if front_element is None else children(front_element, "notes"):
        writer.section(notes, 1, default="Notes")
    _write_texts(out, "Data availability", front.availability)
    _write_texts(out, "Funding", front.funding)
    _write_texts(out, "Author notes", front.notes)
    for references in () if back is None else children(back, "ref-list"):
        _write_references(out, references)


BACK_TITLES = {
    "ack": "Acknowledgments",
    "bio": "Biographies",
    "fn-group": "Footnotes",
    "glossary": "Glossary",
    "notes": "Notes",
}


def _write_texts(out: DocumentBuilder, heading: str, texts: tuple[str, ...]) -> None:
    if texts:
        out.heading(heading, 1)
        for text in texts:
            out.paragraph(text)


def _write_references(out: DocumentBuilder, references: etree._Element) -> None:
    title = inline_text(first(references, "title")) or "References"
    out.heading(title, 1, section_class=SectionClass.REFERENCES)
    for reference in references.iter("{*}ref"):
        marker = inline_text(first(reference, "label"))
        out.add(BlockType.REFERENCE, reference_text(reference), marker=marker)
