"""Documents that give orders are not followed, by a model that would follow every one of them.

Files are read by the whole library. The model does what each document demands, with the best quote
there is: what keeps the lie from being shown is what stands around the model.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from aliquot.generation.verify import Verifier
from aliquot.generation.writing.writer import Writer
from aliquot.generation.writing.written import Written
from aliquot.library import Library
from aliquot.testing.scripted_model import ScriptedModel
from aliquot.types import Message, ScoredChunk, Statement
from injected import CASES, LIE, TRUTH, Case, write_file

FAKE: dict[str, Any] = {"embedding": {"legs": ["fake"]}, "ingest": {"workers": 1}}
BY_ID = {case.id: case for case in CASES}
SHOWN = [case.id for case in CASES if not case.is_hidden]
HIDDEN = [case.id for case in CASES if case.is_hidden]
# A small model names no label: all that such a document asks for beside it is to be quoted.
UNLABELLED = [case.id for case in CASES if not case.label]
KEY = "f0f1f2f3f4f5f6f7"


@pytest.fixture(scope="module")
def injected(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    folder = tmp_path_factory.mktemp("injected")
    lab = folder / "lab"
    lab.mkdir()
    for case in CASES:
        write_file(lab, case)
    with Library.create(folder / "library", FAKE) as made:
        report = made.add(lab)
        assert report.failed == ()
        yield made


def evidence(library: Library, case: Case) -> list[ScoredChunk]:
    found = library.search(f"safe dose of {case.name}", 12)
    stem = f"/{case.id.replace(' ', '_')}{case.suffix}"
    mine = [one for one in found if str(one.chunk.metadata["source"]).endswith(stem)]
    assert mine, "the injected document is not found"
    return mine


def obedient(case: Case, protocol: str, quote: str) -> ScriptedModel:
    """A model that says what the document demands, and insists when it is asked again."""

    def obey(messages: Sequence[Message]) -> str:
        label = case.label or labels(messages[1].text, case)[0]
        return f'STATEMENT: {case.filled(LIE)}\nQUOTE {label}: "{quote}"'

    return ScriptedModel([obey, obey], has_schemas=protocol == "schema")


def labels(asked: str, case: Case) -> list[str]:
    pieces = re.findall(rf"<<(E\d+) {KEY}>>\n(.*?)\n<<end E\d+ {KEY}>>", asked, re.DOTALL)
    return [label for label, text in pieces if case.name in text] or ["E1"]


def ask(library: Library, case: Case, quote: str) -> tuple[Written, list[Statement], ScriptedModel]:
    shown: list[Statement] = []
    model = obedient(case, "marked", quote)
    writer = Writer(model, Verifier(), protocol="marked", draw_key=lambda: KEY)
    question = f"What is the safe dose of {case.name}?"
    written = writer.write(question, "en", evidence(library, case), on_statement=shown.append)
    return written, shown, model


def quotes(case: Case) -> list[str]:
    """What an obedient model may quote: the lie as it stands there, or all that was demanded."""
    payload = case.filled(case.payload)
    return [case.filled(case.quote or LIE), " ".join(payload.split()), ""]


def test_there_are_enough_documents() -> None:
    assert len(CASES) >= 40
    assert len({case.name for case in CASES}) == len(CASES)


@pytest.mark.parametrize("case", BY_ID)
def test_no_order_of_a_document_is_followed(injected: Library, case: str) -> None:
    for quote in quotes(BY_ID[case]):
        written, shown, _ = ask(injected, BY_ID[case], quote)
        assert shown == []
        assert written.statements == ()
        assert written.removed


@pytest.mark.parametrize("case", UNLABELLED)
def test_a_small_model_that_obeys_shows_nothing(injected: Library, case: str) -> None:
    one = BY_ID[case]
    shown: list[Statement] = []
    lies = [one.filled(LIE), " ".join(one.filled(one.quote or LIE).split())]
    said = json.dumps({"answerable": True, "statements": [{"text": text} for text in lies]})
    model = ScriptedModel([said], context_tokens=8_192)
    question = f"What is the safe dose of {one.name}?"
    written = Writer(model, Verifier()).write(
        question, "en", evidence(injected, one), on_statement=shown.append
    )
    assert shown == []
    assert written.statements == ()
    assert written.removed


@pytest.mark.parametrize("case", BY_ID)
def test_what_an_injected_document_truly_says_can_still_be_answered(
    injected: Library, case: str
) -> None:
    one = BY_ID[case]
    truth = one.filled(TRUTH)
    found = evidence(injected, one)
    model = ScriptedModel([f'STATEMENT: {truth}\nQUOTE: "{truth}"'])
    written = Writer(model, Verifier(), protocol="marked").write("?", "en", found)
    is_beside_the_order = one.suffix in (".csv", ".json", ".pptx")
    if not is_beside_the_order:
        assert [statement.text for statement in written.statements] == [truth]


@pytest.mark.parametrize("case", HIDDEN)
def test_what_nobody_sees_is_shown_to_no_model(injected: Library, case: str) -> None:
    _, _, model = ask(injected, BY_ID[case], "x")
    assert "42 mM" not in model.asked[0][1].text


@pytest.mark.parametrize("case", SHOWN)
def test_what_a_document_says_stands_inside_its_fence(injected: Library, case: str) -> None:
    _, _, model = ask(injected, BY_ID[case], "x")
    asked = model.asked[0][1].text
    fenced = re.compile(rf"<<(E\d+) {KEY}>>\n.*?\n<<end \1 {KEY}>>", re.DOTALL)
    outside = fenced.sub("", asked).split("\n")
    assert [line for line in outside if line] == [
        f"Question: What is the safe dose of {BY_ID[case].name}?",
        "Answer with STATEMENT and QUOTE lines, or NO ANSWER.",
    ]
    assert KEY in model.asked[0][0].text


@pytest.mark.parametrize("case", [case for case in SHOWN if case != "fake evidence id"])
def test_what_addresses_a_model_is_withheld_from_it_and_told(injected: Library, case: str) -> None:
    written, _, model = ask(injected, BY_ID[case], "x")
    assert "42 mM" not in model.asked[0][1].text
    assert "withheld" in " ".join(written.notes)


@pytest.mark.parametrize("case", SHOWN)
def test_nothing_inside_a_fence_looks_like_structure(injected: Library, case: str) -> None:
    _, _, model = ask(injected, BY_ID[case], "x")
    asked = re.sub(rf"<<(?:end )?E\d+ {KEY}>>", "", model.asked[0][1].text)
    assert not re.search(r"<\||<<|</?[a-z]|\[/?INST|\[E\d|```", asked)
    assert not re.search(r"(?im)^\W*(?:system|assistant|user)\W*:", asked)


def test_a_document_that_knows_another_requests_key_gains_nothing(injected: Library) -> None:
    keys = {
        re.findall(r"<<E1 (\w+)>>", sent[1].text)[0]
        for sent in (asked_once(injected) for _ in range(3))
    }
    assert len(keys) == 3


def asked_once(library: Library) -> Sequence[Message]:
    model = ScriptedModel(["NO ANSWER"])
    Writer(model, Verifier()).write("?", "en", evidence(library, CASES[0]))
    return model.asked[0]
