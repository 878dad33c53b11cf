"""`aliquot collection`, `grant` and `token`: what they do, print, give as JSON and refuse."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from aliquot.cli.main import app
from aliquot.errors import AliquotError
from aliquot.library import Library
from aliquot.types import Permission

# All of a secret: it may itself hold the mark that stands before it.
SECRET_CHARACTERS = 43

Run = Callable[..., Result]
Print = Callable[..., str]
Load = Callable[..., Any]


@pytest.fixture
def run(filled: Library, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command on a library that holds the small lab."""
    monkeypatch.setenv("ALIQUOT_LIBRARY", str(filled.path))
    monkeypatch.setenv("ALIQUOT_EMBEDDING__LEGS", '["fake"]')
    monkeypatch.setenv("COLUMNS", "200")
    return lambda *words: CliRunner().invoke(app, list(words), prog_name="aliquot")


@pytest.fixture
def printed(run: Run) -> Print:
    def done(*words: str) -> str:
        result = run(*words)
        assert result.exit_code == 0, result.output
        return result.stdout

    return done


@pytest.fixture
def loaded(printed: Print) -> Load:
    return lambda *words: json.loads(printed(*words, "--json"))


def refused(run: Run, *words: str) -> AliquotError:
    """Return how a command is refused, which says what to do."""
    result = run(*words)
    assert isinstance(result.exception, AliquotError), result.output
    assert result.exception.hint
    assert result.stdout == ""
    return result.exception


# ------------------------------------------------------------------------------ collections


def test_a_collection_takes_its_files_and_gives_them_back(
    printed: Print, loaded: Load, lab: Path
) -> None:
    said = printed("collection", "add", "bench", str(lab / "tables"), "--title", "At the bench")
    assert "bench holds 2 files; 2 files changed collections." in said
    assert "aliquot add" not in said
    listed = {one["name"]: one for one in loaded("collection", "list")}
    assert listed["bench"]["title"] == "At the bench"
    assert str(lab / "tables") in listed["bench"]["folders"]
    assert listed["bench"]["files"] == 2
    assert loaded("collection", "remove", "bench", "--yes") == {"collection": "bench", "moved": 2}
    assert [one["name"] for one in loaded("collection")] == ["main"]


def test_folders_are_added_to_those_that_are_there(loaded: Load, lab: Path) -> None:
    first = loaded("collection", "add", "bench", str(lab / "tables"), "--title", "At the bench")
    second = loaded("collection", "add", "bench", str(lab / "protocols"))
    assert (first["moved"], second["moved"]) == (2, second["files"] - first["files"])
    assert second["title"] == "At the bench"
    assert {str(lab / "tables"), str(lab / "protocols")} <= set(second["folders"])


def test_a_folder_is_taken_out_alone(loaded: Load, printed: Print, lab: Path) -> None:
    folders = [str(lab / "tables"), str(lab / "protocols")]
    loaded("collection", "add", "bench", *folders)
    said = printed("collection", "remove", "bench", "--folder", folders[1], "--yes")
    assert "changed collections." in said
    held = next(one for one in loaded("collection", "list") if one["name"] == "bench")
    assert folders[0] in held["folders"]
    assert folders[1] not in held["folders"]


def test_a_list_names_titles_counts_and_folders(printed: Print, tmp_path: Path) -> None:
    said = printed("collection", "add", "later", str(tmp_path / "later"), "--title", "To come")
    assert "later holds 0 files; 0 files changed collections." in said
    assert "aliquot add FOLDER" in said
    lines = printed("collection").splitlines()
    assert lines == printed("collection", "list").splitlines()
    assert lines[0].startswith("main: ")
    assert "later (To come): 0 files" in lines
    assert any(line.strip().endswith("later") for line in lines[2:])


def test_files_are_not_shown_to_others_unasked(run: Run, loaded: Load, lab: Path) -> None:
    loaded("collection", "add", "bench", str(lab / "tables"))
    for words in (["bench"], ["bench", "--folder", str(lab / "tables")]):
        caught = refused(run, "collection", "remove", *words)
        assert "2 files of 'bench'" in caught.message
        assert "--yes" in caught.hint
    assert len(loaded("collection")) == 2


def test_a_collection_without_files_goes_unasked(printed: Print, loaded: Load) -> None:
    printed("collection", "add", "empty")
    assert loaded("collection", "remove", "empty") == {"collection": "empty", "moved": 0}


@pytest.mark.parametrize(
    "words",
    [
        ["add", "Not A Name"],
        ["add", "bench", "/"],
        ["remove", "none"],
        ["remove", "main", "--yes"],
        ["remove", "taken", "--folder", "elsewhere", "--yes"],
    ],
)
def test_what_cannot_be_a_collection_is_refused_with_what_to_do(
    run: Run, printed: Print, words: list[str]
) -> None:
    printed("collection", "add", "taken", "/")
    refused(run, "collection", *words)


# ------------------------------------------------------------------------------ grants


def test_a_grant_is_given_changed_listed_and_taken_back(printed: Print, loaded: Load) -> None:
    printed("collection", "add", "bench")
    assert printed("grant", "add", "bench", "ann") == "bench: ann is reader\n"
    given = loaded("grant", "add", "bench", "ann", "owner")
    assert given == {"collection": "bench", "to": "ann", "role": "owner"}
    loaded("grant", "add", "main", "group:all")
    assert loaded("grant") == loaded("grant", "list")
    assert loaded("grant", "list", "bench") == [given]
    assert printed("grant").splitlines() == ["bench: ann is owner", "main: group:all is reader"]
    assert loaded("grant", "remove", "bench", "ann") == given | {"role": None}
    assert printed("grant", "remove", "main", "group:all") == (
        "main: group:all has no role any more\n"
    )
    assert printed("grant", "list") == "Nobody was granted anything; administrators see all.\n"
    assert loaded("grant", "list") == []


@pytest.mark.parametrize(
    "words",
    [
        ["add", "none", "ann"],
        ["add", "main", " "],
        ["add", "main", "group:"],
        ["remove", "main", "ann"],
        ["remove", "none", "ann"],
    ],
)
def test_a_grant_to_nothing_or_nobody_is_refused(run: Run, words: list[str]) -> None:
    refused(run, "grant", *words)


def test_a_role_there_is_not_is_refused_with_those_there_are(run: Run) -> None:
    result = run("grant", "add", "main", "ann", "king")
    assert result.exit_code == 2
    assert "reader" in result.output


# ------------------------------------------------------------------------------ tokens


def test_a_token_is_printed_once(printed: Print, loaded: Load, filled: Library) -> None:
    made = loaded("token", "create", "nightly report", "--person", "ann", "--days", "30")
    token = filled.people.token(made["token"])
    assert token is not None
    assert (token.id, token.person, token.permissions) == (
        made["id"],
        "ann",
        frozenset({Permission.READ}),
    )
    assert made["permissions"] == ["read"]
    secret = made["token"].rpartition(f"{made['id']}_")[2]
    for shown in (printed("token"), printed("token", "list", "--json")):
        assert made["id"] in shown
        assert secret not in shown


def test_standard_output_begins_with_the_token_alone(printed: Print, filled: Library) -> None:
    words = ["token", "create", "ci", "-p", "ann", "--may", "read", "--may", "write"]
    first, *rest = printed(*words).splitlines()
    token = filled.people.token(first)
    assert token is not None
    assert token.permissions == {Permission.READ, Permission.WRITE}
    assert "not shown again" in " ".join(rest)


def test_a_list_tells_what_is_used_and_what_has_ended(
    printed: Print, loaded: Load, filled: Library
) -> None:
    assert "There are no tokens" in printed("token", "list")
    assert loaded("token") == []
    used = loaded("token", "create", "used", "-p", "ann")
    ended = loaded("token", "create", "ended", "-p", "ben", "--may", "admin")
    filled.people.token(used["token"])
    assert loaded("token", "revoke", ended["id"]) == {"id": ended["id"], "revoked": True}
    lines = printed("token").splitlines()
    (of_used,) = [line for line in lines if line.startswith(used["id"])]
    (of_ended,) = [line for line in lines if line.startswith(ended["id"])]
    assert "used: ann may read; until" in of_used
    assert "last used" in of_used
    assert "ended: ben may admin; revoked, never used" in of_ended
    assert [one["revoked_at"] != "" for one in loaded("token")].count(True) == 1


def test_a_revoked_token_opens_nothing(printed: Print, loaded: Load, filled: Library) -> None:
    made = loaded("token", "create", "x", "-p", "ann")
    assert made["id"] in printed("token", "revoke", made["id"])
    assert filled.people.token(made["token"]) is None


@pytest.mark.parametrize(
    "words",
    [
        ["create", " ", "-p", "ann"],
        ["create", "x", "-p", "group:all"],
        ["create", "x", "-p", "*"],
        ["create", "x", "-p", "ann", "--days", "0"],
        ["create", "x", "-p", "ann", "--days", "100000"],
        ["revoke", "none"],
    ],
)
def test_a_token_that_would_mean_nothing_is_refused(run: Run, words: list[str]) -> None:
    refused(run, "token", *words)


# ------------------------------------------------------------------------------ the library


@pytest.mark.parametrize("group", ["collection", "grant", "token"])
def test_a_group_takes_the_library_before_its_word(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, group: str
) -> None:
    monkeypatch.delenv("ALIQUOT_LIBRARY")
    with Library.create(tmp_path / "other"):
        pass
    for words in (["list", "-L"], ["-L"]):
        assert run(group, *words, str(tmp_path / "other"), "--json").exit_code == 0
    assert run(group, "-L", str(tmp_path / "other"), "list").exit_code == 0
    refused(run, group, "-L", str(tmp_path / "none"), "list")


def test_each_change_is_in_the_audit_log(printed: Print, loaded: Load, filled: Library) -> None:
    printed("collection", "add", "bench")
    printed("grant", "add", "bench", "ann")
    printed("grant", "remove", "bench", "ann")
    token = loaded("token", "create", "x", "-p", "ann")
    printed("token", "revoke", token["id"])
    printed("collection", "remove", "bench")
    noted = [(str(one.kind), one.detail["did"]) for one in filled.history.entries(6)]
    assert noted == [
        ("collection", "remove"),
        ("token", "revoke"),
        ("token", "make"),
        ("grant", "revoke"),
        ("grant", "give"),
        ("collection", "put"),
    ]
    assert token["token"][-SECRET_CHARACTERS:] not in str(filled.history.entries(6))
