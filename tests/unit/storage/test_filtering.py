"""What a filter means, against an evaluator in plain Python that reads like the definition."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aliquot.errors import ConfigError
from aliquot.filters import MAX_DEPTH, MAX_PARTS, MAX_VALUES
from aliquot.storage.catalog import Catalog
from aliquot.storage.filtering import folded
from aliquot.types import (
    FIELDS,
    And,
    Chunk,
    Collection,
    Comparison,
    Document,
    DocumentKind,
    FieldValue,
    Filter,
    Not,
    Operator,
    Or,
    SectionClass,
    Source,
    Span,
)

NAMES = ["Smith, Ann", "smith", "Müller, Ada", "WHO"]
# Collections, each with a folder of its files; one lies in another.
FOLDERS = {"main": "/lab", "x": "/lab/x", "y": "/lab/x/y"}
HEADINGS = ["Methods", "METHODS", "Cell culture", "100%_/\\", "結果"]
ORDERED = {
    Operator.LT: lambda a, b: a < b,
    Operator.LE: lambda a, b: a <= b,
    Operator.GT: lambda a, b: a > b,
    Operator.GE: lambda a, b: a >= b,
}


# ------------------------------------------------------------------------------ the definition


def admits(where: Filter, document: Document, chunk: Chunk | None) -> bool:
    """Tell whether a filter admits a chunk, or a document without chunks."""
    match where:
        case And(parts):
            return all(admits(part, document, chunk) for part in parts)
        case Or(parts):
            return any(admits(part, document, chunk) for part in parts)
        case Not(part):
            return not admits(part, document, chunk)
    values = [comparable(value) for value in values_of(where.field, document, chunk)]
    match where.operator:
        case Operator.EXISTS:
            return bool(values) is bool(where.value)
        case Operator.NE:
            return bool(values) and comparable(where.value) not in values
        case Operator.EQ:
            return comparable(where.value) in values
        case Operator.IN:
            assert isinstance(where.value, tuple)
            return any(comparable(wanted) in values for wanted in where.value)
    return any(ORDERED[where.operator](value, where.value) for value in values)


def comparable(value: object) -> object:
    return folded(value) if isinstance(value, str) else value


def values_of(field: str, document: Document, chunk: Chunk | None) -> list[FieldValue]:
    if field == "collection":
        return list(placed(document))
    if FIELDS[field].level == "chunk":
        if chunk is None:
            return []
        if field == "section":
            return list(chunk.section_path)
        if field == "section_class":
            return [str(chunk.section_class)]
        return list(range(chunk.pages[0], chunk.pages[-1] + 1)) if chunk.pages else []
    value = document.fields.get(field)
    found: list[FieldValue] = list(value) if isinstance(value, tuple) else [value]
    if field == "authors":
        found += [one.split(",")[0] for one in found if isinstance(one, str) and "," in one]
    return [one for one in found if one is not None]


def placed(document: Document) -> list[str]:
    """Return the collections of a document's file and of its copies, which stand in its id."""
    return document.id.split(".")[1:]


# ------------------------------------------------------------------------------ random libraries

documents = st.builds(
    Document,
    kind=st.sampled_from(DocumentKind),
    title=st.sampled_from(["", "A title", "Straße"]),
    text=st.just(""),
    blocks=st.just(()),
    authors=st.lists(st.sampled_from(NAMES), max_size=2).map(tuple),
    year=st.none() | st.integers(2019, 2022),
    extra=st.fixed_dictionaries(
        {},
        optional={
            "phase": st.lists(st.sampled_from([0.5, 1, 2, 3]), min_size=1, max_size=2).map(tuple),
            "minimum_age": st.integers(0, 3),
            "sex": st.sampled_from(["all", "Female"]),
        },
    ),
)
places = st.tuples(
    st.lists(st.sampled_from(HEADINGS), max_size=2).map(tuple),
    st.sampled_from(SectionClass),
    st.lists(st.integers(1, 4), max_size=2).map(lambda pages: tuple(sorted(set(pages)))),
)
files = st.lists(st.sampled_from(sorted(FOLDERS)), min_size=1, max_size=3).map(tuple)
libraries = st.lists(
    st.tuples(documents, st.lists(places, max_size=3), files), min_size=1, max_size=5
)

NUMBERS = ["year", "phase", "minimum_age", "page"]
TEXTS = {
    "kind": ["paper", "TRIAL", "none"],
    "authors": ["smith", "SMITH, ANN", "mu\u0308ller", "müller, ada", "ann"],
    "title": ["STRASSE", "a title", "a"],
    "sex": ["female", "all"],
    "collection": ["main", "X", "y", "none", ""],
    "section": ["methods", "Cell Culture", "culture", "100%_/\\", "%", "結果", ""],
    "section_class": ["methods", "Results", "nothing"],
}
numbers = st.sampled_from([0, 0.5, 1, 2, 2.5, 3, 2020, 2021])
equal = st.sampled_from([Operator.EQ, Operator.NE])


def text_comparison(field: str) -> st.SearchStrategy[Filter]:
    values = st.sampled_from(TEXTS[field])
    several = st.lists(values, min_size=1, max_size=2).map(tuple)
    return st.builds(Comparison, st.just(field), equal, values) | st.builds(
        Comparison, st.just(field), st.just(Operator.IN), several
    )


comparisons = st.one_of(
    st.builds(
        Comparison, st.sampled_from(NUMBERS), equal | st.sampled_from(list(ORDERED)), numbers
    ),
    st.builds(
        Comparison,
        st.sampled_from(NUMBERS),
        st.just(Operator.IN),
        st.lists(numbers, min_size=1, max_size=2).map(tuple),
    ),
    st.sampled_from(sorted(TEXTS)).flatmap(text_comparison),
    st.builds(
        Comparison,
        st.sampled_from([*NUMBERS, *TEXTS]),
        st.just(Operator.EXISTS),
        st.booleans(),
    ),
)
filters = st.recursive(
    comparisons,
    lambda parts: st.one_of(
        st.builds(And, st.lists(parts, max_size=3).map(tuple)),
        st.builds(Or, st.lists(parts, max_size=3).map(tuple)),
        st.builds(Not, parts),
    ),
    max_leaves=5,
)

Made = list[tuple[Document, list[Chunk]]]


def with_ids(
    number: int,
    document: Document,
    cut: list[tuple[tuple[str, ...], SectionClass, tuple[int, ...]]],
    files: tuple[str, ...] = ("main",),
) -> tuple[Document, list[Chunk]]:
    name = ".".join((f"d{number}", *files))
    chunks = [
        Chunk(
            id=f"{name}#{n}",
            document_id=name,
            text="t",
            header="",
            span=Span(0, 1),
            pages=pages,
            section_path=path,
            section_class=section_class,
        )
        for n, (path, section_class, pages) in enumerate(cut)
    ]
    return replace(document, id=name), chunks


@pytest.fixture(scope="module")
def catalog(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Catalog]:
    made = Catalog.at(tmp_path_factory.mktemp("filters") / "catalog.db")
    for name in ("x", "y"):
        made.collections.put(Collection(name=name, folders=(FOLDERS[name],)))
    yield made
    made.close()


def put(catalog: Catalog, made: Made) -> None:
    """Put documents in place of all others, each with its copies and a lesser file of its work."""
    for path in catalog.ledger.entries():
        catalog.forget_source(path)
    for one in made:
        name, (own, *copies) = one[0].id, placed(one[0])
        path = f"{FOLDERS[own]}/{name}.md"
        source = Source(path=path, sha256=name)
        catalog.replace(source, [one], parser="p 1", status="ok", receipt={}, now_ns=0)
        for number, folder in enumerate(copies):
            copy = Source(path=f"{FOLDERS[folder]}/{number} {name}.md", sha256=name)
            catalog.set_aside(copy, path, now_ns=0)
        lesser = Source(path=f"{FOLDERS['y']}/lesser {name}.md", sha256=f"not {name}")
        catalog.set_aside(lesser, path, now_ns=0)


def found_chunks(catalog: Catalog, where: Filter) -> set[str]:
    keys = [int(key) for key in catalog.keys(where)]
    return {chunk.id for chunk in catalog.chunks(keys).values()}


@settings(max_examples=15)
@given(library=libraries, wheres=st.lists(filters, min_size=14, max_size=14))
def test_sql_admits_what_the_definition_admits(
    catalog: Catalog, library: list[tuple[Document, list[object]]], wheres: list[Filter]
) -> None:
    made = [with_ids(n, *one) for n, one in enumerate(library)]  # type: ignore[arg-type]
    put(catalog, made)
    for where in wheres:
        expected = {c.id for d, cut in made for c in cut if admits(where, d, c)}
        assert found_chunks(catalog, where) == expected
        listed = {d.id for d, cut in made if any(admits(where, d, c) for c in cut or [None])}
        assert {document.id for document in catalog.documents(where)} == listed


def test_a_document_nothing_was_cut_from_is_still_listed(catalog: Catalog) -> None:
    put(
        catalog, [with_ids(0, Document(kind=DocumentKind.PAPER, title="T", text="", blocks=()), [])]
    )
    where = Comparison("kind", Operator.EQ, "paper")
    assert [one.id for one in catalog.documents(where)] == ["d0.main"]


def test_like_wildcards_in_a_heading_are_plain_characters(catalog: Catalog) -> None:
    document = Document(kind=DocumentKind.NOTES, title="T", text="", blocks=())
    put(catalog, [with_ids(0, document, [(("100%_/\\",), SectionClass.OTHER, ())])])
    assert found_chunks(catalog, Comparison("section", Operator.EQ, "100%_/\\")) == {"d0.main#0"}
    assert not found_chunks(catalog, Comparison("section", Operator.EQ, "100__/\\"))


def test_the_largest_filter_allowed_can_be_run(catalog: Catalog) -> None:

    year = Comparison("year", Operator.EQ, 2020)
    catalog.keys(Or((year,) * (MAX_PARTS - 1)))
    deep: Filter = year
    for _ in range(MAX_DEPTH - 1):
        deep = Not(deep)
    catalog.keys(deep)


@pytest.mark.parametrize(
    "where",
    [
        Comparison("section", Operator.IN, tuple(map(str, range(MAX_PARTS + 1)))),
        Comparison("page", Operator.IN, tuple(range(MAX_PARTS + 1))),
        Comparison("document_id", Operator.IN, tuple(map(str, range(MAX_VALUES + 1)))),
        Not(Or((Comparison("nct", Operator.IN, ("x",) * MAX_VALUES),) * 2)),
    ],
)
def test_more_values_than_a_statement_takes_are_refused(catalog: Catalog, where: Filter) -> None:
    with pytest.raises(ConfigError, match="too large"):
        catalog.keys(where)


def test_the_longest_lists_allowed_are_answered(catalog: Catalog) -> None:
    values = tuple(map(str, range(MAX_VALUES)))
    assert catalog.keys(Comparison("document_id", Operator.IN, values)).tolist() == []
    by_chunk = tuple(map(str, range(MAX_PARTS)))
    assert catalog.keys(Comparison("section", Operator.IN, by_chunk)).tolist() == []
