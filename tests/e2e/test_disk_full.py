"""A disk that fills up: a clear message, exit 4, the catalog intact and usable afterwards."""

from __future__ import annotations

import resource
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from aliquot.library import Library

CONFIG = {"embedding": {"legs": ["fake"]}}


def write_many(folder: Path) -> Path:
    """Write about 400 kB of notes."""
    folder.mkdir()
    for n in range(8):
        lines = [f"Line {m} of note {n} says {m * n} and little else." for m in range(1000)]
        (folder / f"{n:02}.md").write_text(f"# Note {n}\n\n" + "\n\n".join(lines))
    return folder


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 2 MB."""
    place = tmp_path / "disk"
    place.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=2m", "none", str(place)],
        capture_output=True,
        check=False,
    )
    if mounted.returncode != 0:
        pytest.skip("a small disk cannot be mounted here")
    yield place
    subprocess.run(["umount", str(place)], check=True)


def fill(path: Path) -> None:
    """Write until the disk takes no more."""
    with path.open("wb", buffering=0) as handle, suppress(OSError):
        while handle.write(bytes(4096)):
            continue


def check_failure(done: Any) -> None:
    """Check that a full disk is named with its remedy."""
    assert done.code == 4, done.err
    assert done.out == ""
    assert "Traceback" not in done.err
    assert any(
        word in done.err for word in ("full", "refused a write", "cannot be written", "too large")
    )
    assert "space" in done.err


def test_writes_that_fail_leave_the_library_as_it_was(
    aliquot: Any, lab: Path, tmp_path: Path
) -> None:
    """Files may not grow past a size, as on a disk that is full."""
    with Library.create(aliquot.library, CONFIG) as library:
        library.add(lab)
        before = {one.id for one in library.documents()}
    many = write_many(tmp_path / "many")
    limit = (aliquot.library / "catalog.db").stat().st_size + 200_000

    def confine() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    process = aliquot.start(
        "add", many, "--json", stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=confine
    )
    check_failure(aliquot.finish(process))

    with Library.open(aliquot.library, CONFIG) as library:
        assert before <= {one.id for one in library.documents()}
        assert not library.care.examine().faults
        assert "42 °C" in library.search("heat the tube at 42 °C for 45 s", k=1)[0].chunk.text
        assert library.sync().failed == ()
        assert len(library.documents()) == len(before) + 8


def test_a_full_disk_says_so_and_works_again_with_space(
    make_aliquot: Any, small_disk: Path, tmp_path: Path, lab: Path
) -> None:
    aliquot = make_aliquot(small_disk / "library", tmp_path)
    assert aliquot("add", lab).code == 0
    ballast = small_disk / "ballast"
    fill(ballast)
    (lab / "new.md").write_text("# New\n\nA note on lumenin.")
    check_failure(aliquot("sync", "--json"))
    reading = aliquot("search", "heat the tube at 42 °C for 45 s", "-k", "1", "--json")
    assert reading.code == 0, reading.err
    assert "42 °C" in reading.json[0]["text"]
    ballast.unlink()
    with Library.open(aliquot.library, CONFIG) as library:
        assert library.sync().added == 1
        assert not library.care.examine().faults
