"""The page of JSON: one example of each shape, made by the code that prints it."""

from __future__ import annotations

import json
from typing import Any

from aliquot import shapes, types

__all__ = ["json_page"]


def json_page() -> list[str]:
    """Show the JSON of each command, made by the code that prints it."""
    lines = [
        "# JSON",
        "",
        "What `--json` prints. Keys may be added; a key is changed or taken away only with a new"
        " major version. Values here are examples.",
        "",
    ]
    for title, value in json_examples().items():
        lines += [f"## {title}", "", "```json"]
        lines += json.dumps(value, ensure_ascii=False, indent=2).splitlines()
        lines += ["```", ""]
    return lines


def json_examples() -> dict[str, Any]:
    """Return one example per shape."""
    chunk, document = example_chunk(), example_document()
    places = {"lexical": types.LegScore(1, 9.1), "dense:bge-small-en-v1.5": types.LegScore(2, 0.83)}
    return {
        "add, sync": shapes.report_shape(example_report()),
        "search": shapes.ranking_shape([types.ScoredChunk(chunk, 0.0325, 1, places)]),
        "ask": shapes.answer_shape(example_answer(chunk)),
        "survey": shapes.survey_shape(example_survey(chunk)),
        "compare": [shapes.version_comparison_shape(example_comparison(chunk))],
        "list": [shapes.document_shape(document)],
        "show": shapes.document_shape(document)
        | {
            "text": document.text,
            "blocks": [shapes.block_shape(example_block())],
            "relations": [shapes.relation_shape(example_relation())],
        },
        "show --chunks": [shapes.chunk_shape(chunk)],
        "receipt": [shapes.receipt_shape(example_receipt())],
        "contextualise --estimate": shapes.context_estimate_shape(example_estimate()),
        "contextualise": {"estimate": shapes.context_estimate_shape(example_estimate())}
        | shapes.context_report_shape(
            types.ContextReport(written=1204, silent=2, placed=1260, embedded=2520, seconds=980.0)
        ),
    }


SENTENCE = "Virellin reduced the flash rate with an IC50 of 4.7 µM."
PATH = "/data/lab/papers/osei-2022-virellin.pdf"


def example_estimate() -> types.ContextEstimate:
    """Return what a small library would take."""
    return types.ContextEstimate(
        model="openai-compatible-gpt-4.1-mini",
        documents=31,
        chunks=1206,
        known=54,
        input_tokens=6_512_400,
        output_tokens=120_600,
        cost=2.8,
    )


def example_document() -> types.Document:
    """Return a small document."""
    return types.Document(
        id="2022-osei-virellin",
        kind=types.DocumentKind.PAPER,
        title="Virellin silences the flash",
        text=SENTENCE,
        blocks=(),
        authors=("Osei, Ama", "Keller, Anna"),
        year=2022,
        source=types.Source(path=PATH),
        provenance={"title": "first page", "authors": "library.bib", "year": "first page"},
    )


def example_block() -> types.Block:
    """Return the document's only block, with amounts as a protocol's block has them."""
    start = SENTENCE.index("4.7 µM")
    amount = types.Quantity(
        kind=types.QuantityKind.MOLARITY,
        low=4.7e-6,
        high=4.7e-6,
        unit="mol/L",
        span=types.Span(start, start + len("4.7 µM")),
    )
    return types.Block(
        type=types.BlockType.PARAGRAPH,
        text=SENTENCE,
        span=types.Span(0, len(SENTENCE)),
        section_path=("Results",),
        locations=(types.Location(2),),
        quantities=(amount,),
    )


def example_relation() -> types.Relation:
    """Return what joins the document to a notice about it."""
    return types.Relation(
        kind=types.RelationKind.NOTICE_OF,
        document_id="2024-osei-correction",
        other_id="2022-osei-virellin",
        reason="It states the DOI 10.5555/hjlb.2022.201.",
        notice="corrected",
    )


def example_receipt() -> types.Receipt:
    """Return the receipt of the document's file."""
    document = example_document()
    received = types.ReceivedDocument(
        id=document.id,
        kind=str(document.kind),
        title=document.title,
        verdict="agrees",
        reason="library.bib: same title.",
        identity=(
            types.IdentityField("title", document.title, "first page"),
            types.IdentityField("authors", document.authors, "library.bib"),
            types.IdentityField("year", document.year, "first page"),
        ),
    )
    return types.Receipt(
        source=PATH,
        state=types.LedgerState.INDEXED,
        status="ok",
        parser="pdf 2",
        seconds=0.21,
        documents=(received,),
        counts={"pages": 3, "sections": 16, "tables": 1, "characters": 8954, "chunks": 10},
        copies=("/data/lab/papers/download.pdf",),
    )


def example_chunk() -> types.Chunk:
    """Return the document's only chunk."""
    document = example_document()
    return types.Chunk(
        id=f"{document.id}#results-1",
        document_id=document.id,
        text=SENTENCE,
        header=f"{document.title} > Results",
        span=types.Span(0, len(SENTENCE)),
        pages=(2,),
        section_path=("Results",),
        metadata=document.fields,
    )


def example_citation(chunk: types.Chunk) -> types.Citation:
    """Return a citation of a chunk."""
    return types.Citation(
        label="Osei & Keller, 2022, Results",
        quote=SENTENCE,
        span=chunk.span,
        chunk_id=chunk.id,
        document_id=chunk.document_id,
        source=PATH,
        section=chunk.section,
        page=2,
        verified=True,
    )


def example_survey(chunk: types.Chunk) -> types.Survey:
    """Return a survey of one row and one group, with one file that could not be read."""
    values = {"reagent": "virellin", "role": "used", "documents": "1"}
    document_ids = (chunk.document_id,)
    unread = types.Scoped(
        "/data/lab/papers/scan.pdf",
        types.DocumentState.NO_TEXT,
        reason="Its pages are images without text.",
    )
    return types.Survey(
        question="Which reagents did we use?",
        columns=tuple(values),
        rows=(types.SurveyRow(values, (example_citation(chunk),), document_ids),),
        coverage=types.Coverage(in_scope=3, read=2, no_text=1, unread=(unread,)),
        grouped_by="year",
        groups=(types.SurveyGroup("2022", document_ids, ("virellin",), 2),),
    )


def example_comparison(chunk: types.Chunk) -> types.VersionComparison:
    """Return two versions with one changed value."""
    citation = example_citation(chunk)
    return types.VersionComparison(
        old_id="bead-wash",
        new_id="bead-wash-2",
        old_name="version 1",
        new_name="version 2",
        changes=(
            types.StepChange(
                kind=types.ChangeKind.CHANGED,
                before=(citation,),
                after=(citation,),
                values=(types.ValueChange("temperature", "56 °C", "60 °C"),),
                section="Lysis",
                old_label="3",
                new_label="4",
            ),
        ),
        unchanged=11,
    )


def example_answer(chunk: types.Chunk) -> types.Answer:
    """Return an answer of one statement."""
    citation = example_citation(chunk)
    return types.Answer(
        question="What is the IC50 of virellin?",
        language="en",
        statements=(types.Statement(SENTENCE, (citation,)),),
        abstained=False,
        reason="",
        evidence=(),
        trace=types.Trace(
            id="18d2a4c0b1f3e800-5f0c9a1e",
            question="",
            queries=(),
            where="",
            evidence=(),
            strategy="extract",
            timings_s={},
        ),
        usage=types.Usage(seconds=0.0312),
    )


def example_report() -> types.IngestReport:
    """Return a report with one failure and one note."""
    return types.IngestReport(
        files=3,
        added=2,
        failed=(
            types.FailedSource(
                "/data/lab/papers/scan.pdf", "needs_ocr", "Its pages are images without text."
            ),
        ),
        partial=(
            types.FailedSource(
                "/data/lab/genes/A0A9Z9LUM1.json", "ok", "The sequence was not indexed."
            ),
        ),
        chunks=41,
        embedded=41,
        seconds=2.4,
    )
