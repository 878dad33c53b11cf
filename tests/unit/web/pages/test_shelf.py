"""The files of a library as rows: chosen, sorted, in pages, and their folders as a tree."""

from __future__ import annotations

import pytest

from aliquot.types import IdentityField, LedgerState, Receipt, ReceivedDocument
from aliquot.web.pages.folders import MAX_SHOWN, Folder, folder_tree
from aliquot.web.pages.shelf import PAGE, FileRow, Shelf, Wanted, file_row, shown


def _row(path: str, **values: object) -> FileRow:
    folder, _, name = path.rpartition("/")
    fields = {"name": name, "folder": folder or "/", "words": name.casefold()} | values
    return FileRow(path=path, **fields)  # type: ignore[arg-type]


def test_a_row_says_what_a_receipt_says() -> None:
    identity = (IdentityField("authors", ("Osei, A", "Sato, M")), IdentityField("year", 2022))
    document = ReceivedDocument(id="2022-osei", kind="paper", title="Virellin", identity=identity)
    receipt = Receipt(
        source="/lab/papers/osei.pdf",
        state=LedgerState.INDEXED,
        status="partial",
        reason="a page is missing",
        documents=(document,),
        warnings=("one", "two"),
        collection="secret",
    )
    row = file_row(receipt)
    assert (row.name, row.folder, row.collection) == ("osei.pdf", "/lab/papers", "secret")
    assert (row.title, row.authors, row.year) == ("Virellin", "Osei, A; Sato, M", 2022)
    assert (row.kind, row.notes, row.needs_a_look) == ("paper", 2, True)


@pytest.mark.parametrize(
    ("wanted", "names"),
    [
        (Wanted(q="VIR"), ["virellin.pdf"]),
        (
            Wanted(q="ＶＩＲ pdf"),
            ["virellin.pdf"],
        ),  # full-width letters, as Japanese keyboards give
        (Wanted(kind="paper"), ["a.pdf", "virellin.pdf"]),
        (Wanted(folder="/lab/papers"), ["a.pdf", "virellin.pdf"]),
        (Wanted(folder="/lab/pap"), []),
        (Wanted(collection="secret"), ["b.md"]),
        (Wanted(status="look"), ["b.md"]),
        (Wanted(status="ok"), ["a.pdf", "virellin.pdf"]),
    ],
)
def test_only_what_is_wanted_is_shown(wanted: Wanted, names: list[str]) -> None:
    rows = [
        _row("/lab/papers/virellin.pdf", kind="paper"),
        _row("/lab/papers/x/a.pdf", kind="paper"),
        _row("/lab/b.md", kind="notes", collection="secret", status="failed", needs_a_look=True),
    ]
    assert [row.name for row in shown(rows, wanted).rows] == names


def test_rows_are_sorted_by_any_column_and_ties_by_path() -> None:
    rows = [_row("/b/x", year=2001), _row("/a/x", year=2001), _row("/a/y", year=1999)]
    by_year = shown(rows, Wanted(sort="year"))
    assert [row.path for row in by_year.rows] == ["/a/y", "/a/x", "/b/x"]
    down = shown(rows, Wanted(sort="year", down=True))
    assert [row.path for row in down.rows] == ["/a/x", "/b/x", "/a/y"]


@pytest.mark.parametrize(("asked", "given"), [(-3, 1), (1, 1), (2, 2), (99, 3)])
def test_a_page_out_of_reach_is_the_nearest_one(asked: int, given: int) -> None:
    rows = [_row(f"/lab/{number:04}") for number in range(2 * PAGE + 1)]
    found = shown(rows, Wanted(page=asked))
    assert (found.page, found.pages, found.found) == (given, 3, 2 * PAGE + 1)
    assert found.last - found.first + 1 == len(found.rows)


def test_nothing_found_is_no_row_of_one_page() -> None:
    found = shown([], Wanted(q="x"))
    assert (found.first, found.last, found.pages) == (0, 0, 1)


def test_an_address_holds_only_what_differs_from_the_default() -> None:
    assert Wanted().given() == {}
    assert Wanted(q="a b", down=True, page=2).given() == {"q": "a b", "down": 1, "page": 2}


def test_a_shelf_counts_kinds_states_and_what_needs_a_look() -> None:
    shelf = Shelf.of([_row("/a", kind="paper"), _row("/b", status="empty", needs_a_look=True)])
    assert (shelf.kinds, shelf.statuses) == ({"paper": 1}, {"ok": 1, "empty": 1})
    assert shelf.troubled == 1


# ------------------------------------------------------------------------------ folders


def _names(folders: tuple[Folder, ...]) -> list[object]:
    return [one.name if not one.inner else [one.name, _names(one.inner)] for one in folders]


def test_folders_that_hold_one_folder_alone_are_one_step() -> None:
    rows = [_row("/work/lab/data/papers/a"), _row("/work/lab/data/notes/deep/er/b")]
    assert _names(folder_tree(rows)) == [["/work/lab/data", ["notes/deep/er", "papers"]]]


def test_folders_are_open_only_on_the_way_to_the_chosen_one() -> None:
    rows = [_row(f"/lab/{one}/{two}/x") for one in "ab" for two in "cd"]
    (lab,) = folder_tree(rows, "/lab/a/c")
    a, b = lab.inner
    assert [one.name for one in a.inner] == ["c", "d"]
    assert a.inner[0].is_chosen
    assert not b.inner
    assert b.has_inner


def test_files_and_troubles_count_at_any_depth() -> None:
    rows = [_row("/lab/a"), _row("/lab/x/b", needs_a_look=True), _row("/lab/x/y/c")]
    (lab,) = folder_tree(rows)
    assert (lab.files, lab.troubled) == (3, 1)
    assert [(one.files, one.troubled) for one in lab.inner] == [(2, 1)]


def test_a_very_wide_folder_is_cut() -> None:
    rows = [_row(f"/lab/{number:05}/x") for number in range(MAX_SHOWN + 50)]
    (lab,) = folder_tree(rows)
    assert len(lab.inner) == MAX_SHOWN
    assert lab.files == MAX_SHOWN + 50
