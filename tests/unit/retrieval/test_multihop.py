from __future__ import annotations

import re
from collections.abc import Sequence

from aliquot.errors import ModelUnavailableError
from aliquot.retrieval.leads import Leads
from aliquot.retrieval.multihop import HopBudget, MultiHop
from aliquot.retrieval.rewriting import DecomposingRewriter
from aliquot.retrieval.rewriting.following import FollowUpWriter
from aliquot.types import Chunk, Query, ScoredChunk, Span

QUESTION = "At what temperature is the antibody stored that stained sections of mouse M-17?"
# The answer needs two hops: the mouse, its antibody, the antibody's entry.
CHAIN = {
    "notebook": "Mouse M-17: liver sections were stained with the antibody of clone KO-88.",
    "orders": "Clone KO-88 was ordered as AB-9021 in March.",
    "freezer": "AB-9021: stored at -80 °C, second shelf.",
}
DISTRACTORS = {
    "storage": "Antibodies are stored at a temperature of 4 °C unless their label says otherwise.",
    "mouse": "Mouse M-18: liver sections were stained with the antibody of clone KO-12.",
    "other": "Clone KO-12 was ordered as AB-1111 and is stored at a temperature of -20 °C.",
    "buffer": "PBS-T is kept at room temperature.",
}
NAME = re.compile(r"[A-Z]+-\d+")


def names_of(text: str) -> list[str]:
    return list(dict.fromkeys(NAME.findall(text)))


def terms_of(text: str) -> list[str]:
    return [word for word in re.findall(r"[a-z]{4,}", text.lower()) if word not in ("that", "what")]


class Words:
    """Ranks by shared words, names thrice, and remembers what was searched."""

    def __init__(self, texts: dict[str, str]) -> None:
        self.asked: list[str] = []
        self._chunks = [
            Chunk(id=name, document_id=name, text=text, header="", span=Span(0, len(text)))
            for name, text in texts.items()
        ]

    def search(self, query: Query, k: int) -> Sequence[ScoredChunk]:
        self.asked.append(query.text)
        wanted, named = set(terms_of(query.text)), set(names_of(query.text))
        scored = [
            (len(wanted & set(terms_of(c.text))) + 3 * len(named & set(names_of(c.text))), c.id, c)
            for c in self._chunks
        ]
        best = sorted((one for one in scored if one[0]), key=lambda one: (-one[0], one[1]))[:k]
        return [ScoredChunk(c, score, rank) for rank, (score, _, c) in enumerate(best, start=1)]


class Written:
    """A model with one reply after another."""

    id = "written"

    def __init__(self, *replies: str | Exception) -> None:
        self._replies = list(replies)

    def complete(self, prompt: str, *, system: str = "", max_tokens: int = 512) -> str:
        reply = self._replies.pop(0)
        if isinstance(reply, Exception):
            raise reply
        return reply


LEADS = Leads(names_of, terms_of, lambda terms: [1.0] * len(terms))
WORDS = {**DISTRACTORS, **CHAIN}


def test_an_answer_two_hops_away_is_found_among_distractors() -> None:
    search = Words(WORDS)
    assert "freezer" not in [one.chunk.id for one in search.search(Query(text=QUESTION), 4)]
    trail = MultiHop(search.search, LEADS).search(Query(text=QUESTION), 4)
    assert trail.ranking[0].chunk.id == "notebook"
    assert {"orders", "freezer"} <= {one.chunk.id for one in trail.ranking}
    assert [one.rank for one in trail.ranking] == [1, 2, 3, 4]


def test_the_trail_tells_what_was_searched_why_and_what_it_found() -> None:
    trail = MultiHop(Words(WORDS).search, LEADS).search(Query(text=QUESTION), 4)
    assert (trail.hops[0].number, trail.hops[0].why) == (0, "the question")
    steps = {(hop.number, hop.why): hop.found for hop in trail.hops}
    assert steps[1, "KO-88, named in notebook"] == ("orders",)
    assert steps[2, "AB-9021, named in orders"] == ("freezer",)


def test_a_search_that_names_nothing_new_stops() -> None:
    search = Words({"storage": DISTRACTORS["storage"]})
    trail = MultiHop(search.search, LEADS).search(Query(text=QUESTION), 4)
    assert (len(trail.hops), trail.stopped) == (1, "nothing new is named")


def test_names_that_lead_nowhere_stop_it() -> None:
    search = Words({"notebook": CHAIN["notebook"]})
    trail = MultiHop(search.search, LEADS).search(Query(text=QUESTION), 4)
    assert (len(trail.hops), trail.stopped) == (2, "nothing new was found")


def test_no_more_is_searched_than_the_budget_allows() -> None:
    search = Words(WORDS)
    budget = HopBudget(hops=9, queries=2, leads=1)
    trail = MultiHop(search.search, LEADS, budget=budget).search(Query(text=QUESTION), 4)
    assert len(search.asked) == len(trail.hops) == 3
    assert (
        MultiHop(search.search, LEADS, budget=HopBudget(hops=0))
        .search(Query(text=QUESTION), 4)
        .stopped
        == "the hops allowed are made"
    )


def test_a_circle_of_names_is_left() -> None:
    search = Words({"a": "M-17 mouse of A-1", "b": "A-1 mouse of B-2", "c": "B-2 mouse of A-1"})
    trail = MultiHop(search.search, LEADS, budget=HopBudget(hops=50, queries=500)).search(
        Query(text="Which mouse is M-17?"), 3
    )
    assert len(trail.hops) <= 4


def test_amounts_are_no_names_to_follow() -> None:
    leads = Leads(lambda text: text.split(), str.split, lambda terms: [1.0] * len(terms))
    found = ScoredChunk(
        Chunk(
            id="c", document_id="c", text="dose 10mg 5µl/h 37°c 4e-bp1", header="", span=Span(0, 9)
        ),
        1,
        1,
    )
    assert [lead.name for lead in leads.of("dose", [found])] == ["4e-bp1"]


def test_a_model_may_ask_what_to_find_next() -> None:
    search = Words(CHAIN | DISTRACTORS)
    follow_up = FollowUpWriter(Written("Where is AB-9021 stored?", "DONE"))
    trail = MultiHop(search.search, LEADS, follow_up=follow_up).search(Query(text=QUESTION), 4)
    asked = {hop.query.text: hop for hop in trail.hops}
    assert asked["Where is AB-9021 stored?"].found[0] == "freezer"
    assert asked["Where is AB-9021 stored?"].why == "asked after reading"


def test_a_question_is_cut_into_parts_by_a_model_before_the_first_hop() -> None:
    decompose = DecomposingRewriter(Written("1. Which clone stained M-17?\n2. Where is it kept?"))
    trail = MultiHop(Words(WORDS).search, LEADS, decompose=decompose).search(
        Query(text=QUESTION), 4
    )
    assert [hop.why for hop in trail.hops].count("a part of the question") == 2


def test_a_model_that_fails_leaves_the_rules_and_a_warning() -> None:
    follow_up = FollowUpWriter(Written(*[ModelUnavailableError("busy")] * 3))
    trail = MultiHop(Words(WORDS).search, LEADS, follow_up=follow_up).search(
        Query(text=QUESTION), 4
    )
    assert "freezer" in [one.chunk.id for one in trail.ranking]
    assert "busy" in trail.warnings[0]


def test_a_word_before_a_number_is_no_name_to_follow() -> None:
    text = "Dose of October 2009 in group 4 (Fig. 6) and Bcl-2"
    names = ["october2009", "group4", "fig6", "bcl2"]
    leads = Leads(lambda text: names, lambda text: ["dose"], lambda terms: [1.0] * len(terms))
    assert leads.names(text) == {"bcl2"}
