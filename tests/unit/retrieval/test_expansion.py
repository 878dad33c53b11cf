"""Names are read once for each state of the library, and indexed once for each list of names."""

from __future__ import annotations

from aliquot.retrieval.expansion import Expand, Expander
from aliquot.types import Expansion, Query


def test_names_are_read_again_only_when_the_library_changed() -> None:
    states = iter([1, 1, 2])
    read: list[int] = []

    def reading(scope: str) -> int:
        read.append(1)
        return len(read)

    def build(names: int) -> Expand:
        return lambda question: (Expansion(question, ("other",), f"reading {names}"),)

    expander = Expander(lambda scope: next(states), reading, build)
    reasons = [expander.expansions("TP53", "all")[0].reason for _ in range(3)]
    assert reasons == ["reading 1", "reading 1", "reading 2"]


def test_each_scope_has_names_of_its_own() -> None:
    def build(names: str) -> Expand:
        return lambda question: (Expansion(question, (names,), "r"),)

    expander = Expander(lambda scope: 0, lambda scope: f"known in {scope}", build)
    for scope in [*"abcdefghijkl", *"lkjihgfedcba"]:
        assert expander.expansions("TP53", scope)[0].others == (f"known in {scope}",)


def test_names_that_are_the_same_are_not_indexed_again() -> None:
    states = iter(range(5))
    built: list[list[str]] = []

    def build(names: list[str]) -> Expand:
        built.append(names)
        return lambda question: ()

    expander = Expander(lambda scope: next(states), lambda scope: ["TP53"], build)
    for number in range(5):
        expander.expansions("TP53", f"scope {number}")
    assert built == [["TP53"]]


def test_query_keeps_all_but_its_expansions() -> None:
    found = (Expansion("TP53", ("P04637",), "r"),)
    expander = Expander(lambda scope: 0, lambda scope: "", lambda names: lambda question: found)
    query = Query(text="TP53", language="ja", weight=0.5, phrases=("x",))
    expanded = expander.expand(query, None)
    assert expanded.expansions == found
    assert (expanded.text, expanded.language, expanded.weight, expanded.phrases) == (
        "TP53",
        "ja",
        0.5,
        ("x",),
    )
