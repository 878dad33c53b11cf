from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest

from aliquot.parsing.discovery import Found, Unreadable, find_files


def touch(folder: Path, *names: str) -> None:
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("x")


def names(folder: Path, *ignore: str) -> list[str]:
    found = list(find_files(folder, ignore))
    assert all(isinstance(one, Found) for one in found), found
    return [os.path.relpath(one.path, folder) for one in found]


def test_files_come_sorted_and_with_those_below(tmp_path: Path) -> None:
    touch(tmp_path, "b.md", "a.md", "sub/c.md", "sub/deep/d.md")
    assert names(tmp_path) == ["a.md", "b.md", "sub/c.md", "sub/deep/d.md"]


def test_hidden_and_ignored_names_are_left_out(tmp_path: Path) -> None:
    touch(tmp_path, "a.md", ".hidden", ".git/config", "~$a.docx", "__MACOSX/x", "Thumbs.db")
    assert names(tmp_path, "~$*", "__MACOSX", "Thumbs.db") == ["a.md"]


def test_a_file_named_outright_is_taken_whatever_its_name(tmp_path: Path) -> None:
    touch(tmp_path, ".hidden")
    (found,) = find_files(tmp_path / ".hidden", ["*"])
    assert isinstance(found, Found)
    assert found.size == 1


@pytest.mark.parametrize(
    "name", ["実験 ノート.md", "line\nbreak.md", "-rf.md", "a'b\"c.md", "🧬.md"]
)
def test_strange_names_are_found(tmp_path: Path, name: str) -> None:
    touch(tmp_path, name)
    assert names(tmp_path) == [name]


def test_a_name_that_is_not_text_is_listed_with_what_to_do(tmp_path: Path) -> None:
    path = os.fsencode(tmp_path) + b"/bad\xff.md"
    try:
        with open(path, "w") as handle:  # noqa: PTH123 -- Path takes no bytes
            handle.write("x")
    except OSError:
        pytest.skip("this file system takes only names that are text")
    (found,) = find_files(tmp_path)
    assert isinstance(found, Unreadable)
    assert "rename" in found.reason


def test_a_circle_of_links_ends(tmp_path: Path) -> None:
    touch(tmp_path, "sub/a.md")
    (tmp_path / "sub" / "again").symlink_to(tmp_path, target_is_directory=True)
    (tmp_path / "self").symlink_to(tmp_path / "self")
    found = list(find_files(tmp_path))
    assert [Path(one.path).name for one in found if isinstance(one, Found)] == ["a.md"]
    assert [Path(one.path).name for one in found if isinstance(one, Unreadable)] == ["self"]


def test_a_link_to_a_file_is_followed(tmp_path: Path) -> None:
    touch(tmp_path, "outside.md")
    lab = tmp_path / "lab"
    lab.mkdir()
    (lab / "link.md").symlink_to(tmp_path / "outside.md")
    assert names(lab) == ["link.md"]


def test_a_linked_folder_outside_is_looked_through_once(tmp_path: Path) -> None:
    lab, share = tmp_path / "lab", tmp_path / "share"
    (share / "inner").mkdir(parents=True)
    lab.mkdir()
    (share / "inner" / "paper.md").write_text("x", encoding="utf-8")
    (lab / "a").symlink_to(share, target_is_directory=True)
    (lab / "b").symlink_to(share / "inner", target_is_directory=True)
    assert names(lab) == ["a/inner/paper.md"]


def test_a_link_to_a_folder_above_is_not_followed(tmp_path: Path) -> None:
    lab = tmp_path / "lab"
    lab.mkdir()
    (tmp_path / "private.md").write_text("x", encoding="utf-8")
    (lab / "up").symlink_to(tmp_path, target_is_directory=True)
    assert names(lab) == []


def test_a_broken_link_is_listed(tmp_path: Path) -> None:
    (tmp_path / "link.md").symlink_to(tmp_path / "gone.md")
    (found,) = find_files(tmp_path)
    assert isinstance(found, Unreadable)
    assert "leads nowhere" in found.reason


def test_pipes_and_sockets_are_no_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # A socket's path may not be long.
    touch(tmp_path, "a.md")
    os.mkfifo("pipe")
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("socket")
        assert names(tmp_path) == ["a.md"]
    (found,) = find_files(tmp_path / "pipe")
    assert isinstance(found, Unreadable)


def test_what_is_not_there_is_listed(tmp_path: Path) -> None:
    (found,) = find_files(tmp_path / "gone")
    assert isinstance(found, Unreadable)


def test_a_librarys_own_files_are_left_out(tmp_path: Path) -> None:
    own = ["aliquot.toml", "catalog.db", "catalog.db-wal", "writer.lock", "index/terms/state.json"]
    touch(tmp_path, *(f"lib/{name}" for name in own), "lib/paper.md", "a.md")
    assert names(tmp_path) == ["a.md", "lib/paper.md"]


def test_names_like_a_librarys_are_taken_elsewhere(tmp_path: Path) -> None:
    touch(tmp_path, "index/a.md", "catalog.db")
    assert names(tmp_path) == ["catalog.db", "index/a.md"]
