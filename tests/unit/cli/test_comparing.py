"""The command compare, as it is typed, and which versions a library compares."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
import typer
from click.testing import Result
from typer.testing import CliRunner

from aliquot.cli import comparing
from aliquot.errors import ConfigError, UnknownDocumentError
from aliquot.generation.comparing import ChangesAsked
from aliquot.library import Library
from aliquot.survey.versions import compare_asked

Run = Callable[..., Result]


def protocol(version: int, *steps: str) -> str:
    listed = "\n".join(f"{n}. {step}" for n, step in enumerate(steps, 1))
    return f"# Bead wash\n\nVersion {version}\n\n## Procedure\n\n{listed}\n"


ADD, WASH = "Add 5 µL of beads to the lysate.", "Wash the beads | twice at 4 °C."
# Four steps and more make a protocol, of which the catalog knows how it is related.
WHOLE = ("Thaw the lysate on ice.", "Vortex the beads.", "Elute in 20 µL water.")
VERSIONS = {
    "protocols/bead_wash_v1.md": protocol(1, ADD, WASH, *WHOLE),
    "protocols/bead_wash_v2.md": protocol(
        2, ADD, WASH.replace("4 °C", "20 °C"), *WHOLE, "Store at -20 °C."
    ),
    "protocols/bead_wash_v3.md": protocol(
        3, ADD.replace("5 µL", "9 µL"), WASH.replace("4 °C", "20 °C"), *WHOLE
    ),
}


@pytest.fixture
def ids(library: Library, write_lab: Callable[..., Path], tmp_path: Path) -> list[str]:
    """Add three versions of a protocol; return their ids, the oldest first."""
    library.add(write_lab(tmp_path / "lab", VERSIONS))
    versions = {one.extra["version"]: one.id for one in library.documents()}
    return [versions[name] for name in ("1", "2", "3")]


@pytest.fixture
def run(library: Library, monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.setenv("ALIQUOT_LIBRARY", str(library.path))
    monkeypatch.setenv("ALIQUOT_EMBEDDING__LEGS", '["fake"]')
    monkeypatch.setenv("COLUMNS", "80")
    app = typer.Typer()
    app.command()(comparing.compare)

    def started(*words: str) -> Result:
        return CliRunner().invoke(app, list(words))

    return started


@pytest.mark.parametrize("asked", [0, 1, 2])
def test_any_version_brings_all_in_order(library: Library, ids: list[str], asked: int) -> None:
    found = library.compare(ids[asked])
    assert [(one.old_id, one.new_id) for one in found] == [(ids[0], ids[1]), (ids[1], ids[2])]


def test_notes_of_one_title_are_versions_where_they_state_them(
    library: Library, write_lab: Callable[..., Path], tmp_path: Path
) -> None:
    notes = {f"n{n}.md": f"# Beads\n\nVersion {n}\n\nWe use {n} µL of beads.\n" for n in (10, 9)}
    library.add(write_lab(tmp_path / "lab", notes))
    assert {str(one.kind) for one in library.documents()} == {"notes"}
    (found,) = library.compare(library.documents()[0].id)
    assert (found.old_name, found.new_name) == ("version 9", "version 10")


def test_two_ids_are_compared_as_they_are_named(library: Library, ids: list[str]) -> None:
    (found,) = library.compare(ids[2], ids[0])
    assert (found.old_name, found.new_name) == ("version 3", "version 1")


def test_a_document_without_other_versions_says_what_to_do(library: Library, lab: Path) -> None:
    library.add(lab / "protocols")
    (only,) = library.documents()
    with pytest.raises(ConfigError, match="no other version") as refused:
        library.compare(only.id)
    assert "OLD NEW" in refused.value.hint


def test_a_document_is_not_compared_with_itself(library: Library, ids: list[str]) -> None:
    with pytest.raises(ConfigError, match="one document"):
        library.compare(ids[0], ids[0])


@pytest.mark.parametrize(
    ("versions", "pairs"),
    [((), [(0, 1), (1, 2)]), (("1", "3"), [(0, 2)]), (("2",), [(0, 1)])],
)
def test_a_question_names_its_versions(
    library: Library, ids: list[str], versions: tuple[str, ...], pairs: list[tuple[int, int]]
) -> None:
    found = compare_asked(library, ChangesAsked("bead wash protocol", versions))
    assert [(ids.index(one.old_id), ids.index(one.new_id)) for one in found] == pairs


@pytest.mark.parametrize("asked", [ChangesAsked("bead wash", ("7",)), ChangesAsked("lysis")])
def test_versions_that_are_not_there_are_refused(
    library: Library, ids: list[str], asked: ChangesAsked
) -> None:
    with pytest.raises(ConfigError, match="no such versions"):
        compare_asked(library, asked)


def test_an_unknown_id_is_named(library: Library, ids: list[str]) -> None:
    with pytest.raises(UnknownDocumentError, match="nowhere"):
        library.compare(ids[0], "nowhere")


def test_the_terminal_counts_first_and_names_values(run: Run, ids: list[str]) -> None:
    done = run(ids[0], ids[1])
    assert done.exit_code == 0
    lines = done.stdout.splitlines()
    summary = next(line for line in lines if "unchanged" in line)
    assert summary == "1 value changed, 1 step added, 4 unchanged"
    assert "~ 2    Wash the beads | twice at 4 °C." in lines
    assert "  ->   Wash the beads | twice at 20 °C." in lines
    assert "       temperature: 4 °C -> 20 °C" in lines
    assert "+ 6    Store at -20 °C." in lines
    assert max(map(len, lines)) <= 80


def test_a_word_in_brackets_is_no_markup(run: Run, library: Library, tmp_path: Path) -> None:
    for name, word in (("a.md", "[red]beads[/red]"), ("b.md", "[bold]beads[/bold]")):
        (tmp_path / name).write_text(f"# T {name}\n\n1. Wash the {word} well.\n", encoding="utf-8")
        library.add(tmp_path / name)
    done = run(*(one.id for one in library.documents()))
    assert "[red]beads[/red]" in done.stdout


def test_json_holds_verified_quotes_of_both_sides(run: Run, ids: list[str]) -> None:
    (first, second) = json.loads(run(ids[0], "--json").stdout)
    assert first["values_changed"] == 1
    (changed,) = [one for one in first["changes"] if one["kind"] == "changed" and not one["head"]]
    assert changed["values"] == [{"name": "temperature", "before": "4 °C", "after": "20 °C"}]
    assert all(one["verified"] for one in changed["before"] + changed["after"])
    assert second["counts"]["removed"] == 1


def test_markdown_keeps_a_bar_inside_its_cell(run: Run, ids: list[str]) -> None:
    done = run(ids[0], ids[1], "--md")
    assert "Wash the beads \\| twice at 4 °C." in done.stdout
    rows = [line for line in done.stdout.splitlines() if line.startswith("| ")]
    assert {line.replace("\\|", "").count("|") for line in rows} == {7}
