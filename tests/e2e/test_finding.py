"""Finding in the demonstration lab by the command line: what a question says, and what it shows.

With the fake embedder: what is tested here is found by words, filters and names.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from aliquot import Library

LAB = Path(__file__).parents[2] / "examples" / "lab"
FAKE = {"embedding": {"legs": ["fake"]}, "ingest": {"ocr": ""}}
SINCE = "virellin papers since 2023"
JAPANESE = "2020年以降のビレリンの第3相試験"
COLUMNS = 80


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A library of the whole demonstration lab."""
    folder = tmp_path_factory.mktemp("finding") / "library"
    with Library.create(folder, FAKE) as library:
        assert library.add(LAB).failed == ()
    return folder


@pytest.fixture(scope="module")
def command(folder: Path, make_aliquot: Callable[..., Any]) -> Any:
    """The command line on that library, 80 columns wide."""
    aliquot = make_aliquot(folder, folder.parent)
    return lambda *words: aliquot(*words, COLUMNS=str(COLUMNS), NO_COLOR="1")


@pytest.fixture(scope="module")
def library(folder: Path) -> Iterator[Library]:
    """The same library from Python."""
    with Library.open(folder, FAKE) as opened:
        yield opened


def years(found: Any) -> set[int]:
    return {one["year"] for one in found}


# ------------------------------------------------------------------------------ what is said


def test_a_filter_said_in_the_question_is_shown_with_how_to_remove_it(command: Any) -> None:
    done = command("search", SINCE)
    assert done.code == 0
    assert 'Filter from "papers": kind = "paper"' in done.out
    assert 'Filter from "since 2023": year >= 2023' in done.out
    assert "--literal" in done.out


def test_it_leaves_only_what_passes(command: Any) -> None:
    found = command("search", SINCE, "--json").json
    assert {one["kind"] for one in found} == {"paper"}
    assert min(years(found)) >= 2023


def test_literal_searches_everything_and_shows_no_filter(command: Any) -> None:
    assert "Filter from" not in command("search", SINCE, "--literal").out
    found = command("search", SINCE, "--literal", "-k", "50", "--json").json
    assert {one["kind"] for one in found} > {"paper"}


def test_a_filter_said_in_japanese_leaves_only_what_passes(command: Any) -> None:
    shown = command("search", JAPANESE).out
    assert 'Filter from "2020年以降": year >= 2020' in shown
    assert 'Filter from "第3相": phase = 3' in shown
    found = command("search", JAPANESE, "--json").json
    assert {Path(one["source"]).name for one in found} == {"NCT99000342.json"}


def test_a_filter_given_holds_beside_the_one_said(command: Any) -> None:
    found = command("search", SINCE, "--where", "year <= 2023", "--json").json
    assert years(found) == {2023}


def test_what_is_quoted_stands_in_everything_found(command: Any) -> None:
    found = command("search", '"stinging was reported"', "--json").json
    assert found
    assert all("stinging was reported" in " ".join(one["text"].split()) for one in found)


@pytest.mark.parametrize(
    "question", ['"nobody ever wrote this"', "virellin papers since 2090"], ids=["quoted", "filter"]
)
def test_what_passes_nothing_finds_nothing_and_says_why(command: Any, question: str) -> None:
    done = command("search", question)
    assert done.code == 0
    assert "Nothing found" in done.out
    assert "--literal" in done.out
    answer = command("ask", question, "--json")
    assert answer.code == 0
    # Where it is a restriction, every record was looked at, and none passing is an answer.
    looked_at = answer.json["survey"]
    assert answer.json["abstained"] is (looked_at is None)
    assert looked_at is None or [one["name"] for one in looked_at["absent"]] == ["since 2090"]
    assert any("--literal" in hint for hint in answer.json["hints"])


# ------------------------------------------------------------------------------ other names


@pytest.fixture
def named(folder: Path) -> Iterator[None]:
    """A file of synonyms in the library's folder, while a test runs."""
    file = folder / "synonyms.txt"
    file.write_text("# ours\nvirellin = VRL-77 = 開花阻害剤\n", encoding="utf-8")
    yield
    file.unlink()


@pytest.mark.usefixtures("named")
def test_names_of_the_labs_own_file_are_searched_and_shown(command: Any) -> None:
    done = command("search", "IC50 of VRL-77", "-k", "3")
    assert "Also searched for VRL-77: virellin" in done.out
    assert "synonyms.txt" in done.out
    found = command("search", "IC50 of VRL-77", "-k", "3", "--json").json
    assert any("virellin" in one["text"].lower() for one in found)


@pytest.mark.usefixtures("named")
def test_what_is_quoted_has_no_other_names(command: Any) -> None:
    done = command("search", 'IC50 of "VRL-77"')
    assert "Also searched" not in done.out
    assert "Nothing found" in done.out


def test_without_the_file_the_name_is_one_nobody_knows(command: Any) -> None:
    assert "Also searched" not in command("search", "IC50 of VRL-77").out


# ------------------------------------------------------------------------------ as data


def test_an_answer_tells_programs_how_the_question_was_read(command: Any) -> None:
    read = command("ask", SINCE, "--json").json["understanding"]
    assert read["filters"] == [
        {"words": "papers", "where": 'kind = "paper"'},
        {"words": "since 2023", "where": "year >= 2023"},
    ]
    assert read["phrases"] == []
    assert "since 2023" not in read["subject"]
    literal = command("ask", SINCE, "--literal", "--json").json["understanding"]
    assert (literal["filters"], literal["subject"]) == ([], SINCE)


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("search", "virellin"), 0),
        (("search", "？！"), 2),
        (("search", "virellin", "--where", "yaer = 2024"), 2),
        (("search", "virellin", "-k", "0"), 2),
        (("ask", "virellin", "--strategy", "guess"), 2),
        (("show", "no-such-document"), 1),
        (("show", "no-such-document#text-1"), 1),
    ],
    ids=str,
)
def test_exit_codes_tell_what_happened(command: Any, words: tuple[str, ...], code: int) -> None:
    done = command(*words)
    assert done.code == code
    assert bool(done.err) == (code != 0)
    assert "Traceback" not in done.err


@pytest.mark.parametrize(
    "words", [("search", SINCE), ("search", JAPANESE), ("ask", SINCE)], ids=str
)
def test_nothing_is_wider_than_the_terminal(command: Any, words: tuple[str, ...]) -> None:
    lines = command(*words).out.splitlines()
    assert max(len(line.rstrip()) for line in lines) <= COLUMNS


# ------------------------------------------------------------------------------ around a chunk


def test_a_chunk_is_shown_by_the_id_that_search_shows(command: Any) -> None:
    shown = command("search", "Why were we losing polyps?", "-k", "1")
    [found] = command("search", "Why were we losing polyps?", "-k", "1", "--json").json
    assert found["chunk_id"] in shown.out
    done = command("show", found["chunk_id"], "--json")
    assert [one["text"] for one in done.json] == [found["text"]]


def test_what_stands_around_a_chunk_is_what_the_document_says(
    command: Any, library: Library
) -> None:
    document = library.documents("kind = protocol")[0].id
    chunks = library.chunks(document)
    stretches = command("show", chunks[1].id, "--around", "1", "--json").json
    ids = [one for stretch in stretches for one in stretch["chunk_ids"]]
    assert ids == [one.id for one in chunks[:3]]
    text = library.document(document).text
    for stretch in stretches:
        start, end = stretch["span"]
        assert text[start:end] == stretch["text"]


def test_the_whole_section_of_a_chunk_is_shown_and_no_other(command: Any, library: Library) -> None:
    every = [one for paper in library.documents("kind = paper") for one in library.chunks(paper.id)]
    chunk = next(one for one in every if one.id.endswith("#results-2"))
    stretches = library.section_of(chunk.id)
    inside = {
        one.id
        for one in every
        if one.section_path[: len(chunk.section_path)] == chunk.section_path
        and one.document_id == chunk.document_id
    }
    assert {one for stretch in stretches for one in stretch.chunk_ids} == inside
    shown = command("show", chunk.id, "--section").out
    assert all(" ".join(one.text.split())[:60] in " ".join(shown.split()) for one in stretches)


@pytest.mark.parametrize("words", [("--around", "1"), ("--section",)], ids=str)
def test_a_document_has_nothing_around_it(command: Any, words: tuple[str, ...]) -> None:
    done = command("show", "nct99000342", *words)
    assert done.code == 2
    assert "#" in done.err


def test_an_unknown_chunk_of_a_known_document_says_where_its_chunks_are(command: Any) -> None:
    done = command("show", "nct99000342#nowhere-1")
    assert done.code == 1
    assert "aliquot show nct99000342 --chunks" in done.err


# ------------------------------------------------------------------------------ measuring


def test_every_leg_is_measured_by_its_own_name(command: Any) -> None:
    questions = LAB.parent / "questions.jsonl"
    shape = command("eval", "retrieval", str(questions), "-m", "nDCG@10", "--json").json
    assert shape["legs"].keys() == {"lexical", "names", "record", "dense:fake"}
    assert shape["legs"]["lexical"]["nDCG@10"] > 0.5


# By words alone, what says a name most often comes first, and no answer.
MISLED = """\
[retrieval]
dense_weight = 0
rerank_former_weight = 0
reranker = "cross-encoder"
reranker_options = { path = "gone" } # ours
"""
THINGS = [
    start + end
    for start in ("aceto", "benzo", "cyclo", "dextro")
    for end in ("gel", "lin", "mer", "phene", "tin", "zole")
]


@pytest.fixture
def misled(tmp_path: Path, make_aliquot: Callable[..., Any]) -> Any:
    """The command on a library that counts words, with questions that one file each answers."""
    place, notes = tmp_path / "library", tmp_path / "notes"
    notes.mkdir()
    questions = []
    for thing in THINGS:
        (notes / f"{thing}.md").write_text(f"# Shelf\n\nHere is {thing} kept.\n", "utf-8")
        often = ", ".join([thing] * 9)
        (notes / f"{thing}-prices.md").write_text(f"# Prices\n\n{often}.\n", "utf-8")
        questions.append({"question": f"Where is {thing} kept?", "files": [f"{thing}.md"]})
    with Library.create(place, FAKE) as library:
        library.add(notes)
    (place / "aliquot.toml").write_text(MISLED, encoding="utf-8")
    (place / "questions.jsonl").write_text("\n".join(map(json.dumps, questions)), encoding="utf-8")
    return make_aliquot(place, tmp_path)


def test_a_reranker_that_wins_is_written_without_anothers_options_and_then_used(
    misled: Any,
) -> None:
    done = misled("tune", "--reranker", "fake", "--depths", "30", "--write", "--json")
    assert done.code == 0
    assert "24 questions" in done.err
    assert done.json["retrieval"] == {
        "reranker": "fake",
        "rerank_depth": 30,
        "reranker_options": {},
    }
    settings = (misled.library / "aliquot.toml").read_text(encoding="utf-8")
    assert "reranker_options = {} # ours" in settings
    for thing in THINGS[-2:]:
        [found] = misled("search", f"Where is {thing} kept?", "-k", "1", "--json").json
        assert Path(found["source"]).stem == thing


def test_one_that_does_not_win_leaves_another_that_was_not_measured(misled: Any) -> None:
    # A depth of one can change nothing.
    done = misled("tune", "--reranker", "fake", "--depths", "1", "--write", "--json")
    assert (done.code, done.json["retrieval"]) == (0, {})
    assert (misled.library / "aliquot.toml").read_text(encoding="utf-8") == MISLED
