"""Bad input: each file named with its remedy, the good file beside it found, the catalog intact."""

from __future__ import annotations

import ctypes
import io
import os
import random
import subprocess
import sys
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import docx
import openpyxl
import pptx
import pytest
from PIL import Image
from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from aliquot import Library
from aliquot.protocols import ProgressEvent

CONFIG = {"embedding": {"legs": ["fake"]}, "ingest": {"workers": 1}}
GOOD = "# Elution\n\nElute the plasmid with 30 µL of buffer EB at 65 °C.\n"
QUESTION = "Which buffer elutes the plasmid?"
NOISE = random.Random(20_261)
PR_CAPBSET_DROP = 24
CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH = 1, 2


# ------------------------------------------------------------------------------ making bad files


def write_pdf(**options: Any) -> bytes:
    """Write six pages of words."""
    stream = io.BytesIO()
    canvas = Canvas(stream, pageCompression=1, **options)
    words = ["lumenin", "virellin", "buffer", "assay", "polyp", "flash"]
    for _ in range(6):
        for line in range(40):
            canvas.drawString(72, 780 - 18 * line, " ".join(NOISE.choices(words, k=9)))
        canvas.showPage()
    canvas.save()
    return stream.getvalue()


def write_scan() -> bytes:
    """Write a PDF whose two pages are pictures."""
    stream = io.BytesIO()
    canvas = Canvas(stream)
    picture = ImageReader(Image.effect_noise((300, 400), 60))
    for _ in range(2):
        canvas.drawImage(picture, 0, 0, 595, 842)
        canvas.showPage()
    canvas.save()
    return stream.getvalue()


def numbers(count: int) -> str:
    """Return text that compresses badly, so that damage cannot miss it."""
    return " ".join(f"{NOISE.random():.6f}" for _ in range(count))


def write_docx() -> bytes:
    document = docx.Document()
    for _ in range(200):
        document.add_paragraph(numbers(20))
    stream = io.BytesIO()
    document.save(stream)
    return stream.getvalue()


def write_pptx() -> bytes:
    deck = pptx.Presentation()
    slide = deck.slides.add_slide(deck.slide_layouts[1])
    slide.shapes.title.text = "Numbers"
    slide.placeholders[1].text = numbers(2000)
    stream = io.BytesIO()
    deck.save(stream)
    return stream.getvalue()


def write_xlsx() -> bytes:
    book = openpyxl.Workbook()
    for _ in range(200):
        book.active.append([NOISE.random() for _ in range(20)])
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def write_zip() -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("photo.jpg", NOISE.randbytes(2000))
    return stream.getvalue()


def cut(data: bytes) -> bytes:
    """Cut a file short, as a broken download does."""
    return data[: len(data) * 2 // 3]


def damage(data: bytes, member: str) -> bytes:
    """Overwrite the middle of one member of an archive."""
    info = zipfile.ZipFile(io.BytesIO(data)).getinfo(member)
    at = info.header_offset + 30 + len(member) + info.compress_size // 2
    return data[:at] + b"\xff" * 200 + data[at + 200 :]


def nested(depth: int) -> bytes:
    """Return JSON of objects in objects."""
    return b'{"a": ' * depth + b"1" + b"}" * depth


def xml_bomb() -> bytes:
    """Return an article that would unfold to a billion characters."""
    declared = '<!ENTITY a0 "lol">' + "".join(
        f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 10)
    )
    front = "<front><article-meta><title-group><article-title>Title</article-title></title-group>"
    return (
        f'<?xml version="1.0"?><!DOCTYPE article [{declared}]>'
        f"<article>{front}</article-meta></front><body><p>&a9;</p></body></article>"
    ).encode()


LOGIN_PAGE = b"<!DOCTYPE html><html><head><title>Log in</title></head><body>Log in.</body></html>"


@dataclass(frozen=True)
class Bad:
    """How a bad file is made, and what must be said of it."""

    make: Callable[[], bytes]
    status: str
    cause: str
    remedy: str


REPLACED = "Download or copy it again"
CUT_SHORT = "Copy or download it again"
MEMBER = "Copy or download the file again"
BAD = {
    "empty.md": Bad(bytes, "empty", "0 bytes", "Export or download it again"),
    "empty.pdf": Bad(bytes, "empty", "0 bytes", "Export or download it again"),
    "random.bin": Bad(lambda: NOISE.randbytes(5000), "unsupported", "Nothing here reads", "Save"),
    "random.txt": Bad(lambda: NOISE.randbytes(5000), "unsupported", "Nothing here reads", "Save"),
    "random.pdf": Bad(lambda: NOISE.randbytes(5000), "failed", "does not hold a PDF", REPLACED),
    "page.pdf": Bad(lambda: LOGIN_PAGE, "failed", '"Log in"', "download it again"),
    "truncated.pdf": Bad(lambda: cut(write_pdf()), "failed", "damaged", "Download it again"),
    "locked.pdf": Bad(
        lambda: write_pdf(encrypt=StandardEncryption("secret")),
        "encrypted",
        "locked with a password",
        "save an unlocked copy",
    ),
    "scanned.pdf": Bad(write_scan, "needs_ocr", "no text", "set ingest.ocr to 'rapidocr'"),
    "photos.docx": Bad(write_zip, "failed", "does not hold a Word document", REPLACED),
    "cut.docx": Bad(lambda: cut(write_docx()), "failed", "does not unpack", CUT_SHORT),
    "cut.pptx": Bad(lambda: cut(write_pptx()), "failed", "does not unpack", CUT_SHORT),
    "cut.xlsx": Bad(lambda: cut(write_xlsx()), "failed", "does not unpack", CUT_SHORT),
    "broken.docx": Bad(
        lambda: damage(write_docx(), "word/document.xml"), "failed", "document.xml", MEMBER
    ),
    "broken.pptx": Bad(
        lambda: damage(write_pptx(), "ppt/slides/slide1.xml"), "failed", "slide1.xml", MEMBER
    ),
    "broken.xlsx": Bad(
        lambda: damage(write_xlsx(), "xl/worksheets/sheet1.xml"), "failed", "sheet1.xml", MEMBER
    ),
    "deep_trial.json": Bad(
        lambda: b'{"protocolSection": ' + nested(200) + b"}",
        "failed",
        "nested more than 100 levels deep",
        "download the file again",
    ),
    "deepest.json": Bad(
        lambda: nested(100_000), "failed", "nested too deeply", "Export the file again"
    ),
    "bomb.xml": Bad(xml_bomb, "failed", "XML bombs", "Remove the <!ENTITY ...> lines"),
}


# ------------------------------------------------------------------------------ one run over all


@dataclass(frozen=True)
class Run:
    """One `aliquot add` of a folder of bad files with good ones among them."""

    lab: Path
    aliquot: Any
    done: Any


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory, make_aliquot: Callable[..., Any]) -> Run:
    """The folder, read once; tests only look at what came of it."""
    place = tmp_path_factory.mktemp("bad_input")
    lab = place / "lab"
    lab.mkdir()
    for name, bad in BAD.items():
        (lab / name).write_bytes(bad.make())
    (lab / "broken_link.md").symlink_to(place / "nowhere.md")
    (lab / "elution.md").write_text(GOOD, encoding="utf-8")
    (lab / "deep.json").write_bytes(nested(200))
    aliquot = make_aliquot(place / "library", place)
    return Run(lab, aliquot, aliquot("add", lab, "--json"))


def check_good_file(aliquot: Any, good: Path) -> None:
    """Check that the good file is found and answers, and that the library is sound."""
    first = aliquot("search", QUESTION, "-k", "1", "--json").json[0]
    assert (first["source"], "30 µL of buffer EB" in first["text"]) == (str(good), True)
    answer = aliquot("ask", QUESTION, "--json").json
    assert "30 µL of buffer EB" in answer["answer"]
    doctor = aliquot("doctor", "--json")
    assert doctor.code == 0, doctor.out
    assert all(one["ok"] for one in doctor.json)


def failures(done: Any) -> dict[str, dict[str, str]]:
    """Return what a report lists as failed, by file name."""
    return {Path(one["source"]).name: one for one in done.json["failed"]}


@pytest.mark.parametrize("name", sorted(BAD))
def test_a_bad_file_is_named_with_cause_and_remedy(run: Run, name: str) -> None:
    bad, said = BAD[name], failures(run.done)[name]
    assert said["source"] == str(run.lab / name)
    assert said["status"] == bad.status
    assert bad.cause in said["reason"]
    assert bad.remedy in said["reason"]
    assert str(run.lab) not in said["reason"]


def test_a_link_that_leads_nowhere_is_named(run: Run) -> None:
    said = failures(run.done)["broken_link.md"]
    assert said["status"] == "failed"
    assert "leads nowhere; mend or delete it" in said["reason"]


def test_the_exit_code_says_that_files_failed(run: Run) -> None:
    assert run.done.code == 1
    assert "Traceback" not in run.done.err
    assert set(failures(run.done)) == {*BAD, "broken_link.md"}
    assert run.done.json["files"] == len(BAD) + 3
    assert run.done.json["added"] == 2


def test_the_good_file_among_bad_ones_is_found_and_the_catalog_sound(run: Run) -> None:
    check_good_file(run.aliquot, run.lab / "elution.md")


def test_no_bad_file_becomes_a_document(run: Run) -> None:
    listed = {Path(one["source"]).name for one in run.aliquot("list", "--json").json}
    assert listed == {"elution.md", "deep.json"}


def test_the_next_run_says_it_again_and_reads_nothing(run: Run) -> None:
    again = run.aliquot("sync", "--json")
    assert again.code == 1
    assert failures(again) == failures(run.done)
    assert (again.json["added"], again.json["embedded"], again.json["unchanged"]) == (0, 0, 2)


def test_on_a_terminal_every_failure_is_shown_or_counted(run: Run) -> None:
    done = run.aliquot("sync")
    text = "".join(done.out.split())
    shown = [name for name in failures(run.done) if f"lab/{name}(" in text]
    assert f"{len(BAD) + 1}filesnotinthelibrary" in text
    assert f"and{len(BAD) + 1 - len(shown)}more(" in text
    for name in shown:
        assert "".join(failures(run.done)[name]["reason"].split()) in text


# ------------------------------------------------------------------------------ real bad files


def test_real_bad_pdfs_are_named_and_the_readable_one_is_read(
    shared_dev: Path, aliquot: Any, tmp_path: Path
) -> None:
    good = tmp_path / "elution.md"
    good.write_text(GOOD, encoding="utf-8")
    done = aliquot("add", shared_dev / "papers" / "pdf_special", good, "--json")
    assert done.code == 1
    assert {name: one["status"] for name, one in failures(done).items()} == {
        "empty.pdf": "empty",
        "encrypted_user_password_PMC4945999.pdf": "encrypted",
        "not_a_pdf.pdf": "failed",
        "scanned_PMC4562040_noocr.pdf": "needs_ocr",
        "truncated_PMC4569613.pdf": "failed",
    }
    # Locked against changes only: it opens without a password, and is read.
    (paper,) = (one for one in aliquot("list", "--json").json if one["kind"] == "paper")
    assert Path(paper["source"]).name == "encrypted_owner_only_PMC5450247.pdf"
    check_good_file(aliquot, good)


# ------------------------------------------------------------------------------ what changes


def test_a_file_removed_while_running_is_reported_and_the_rest_goes_on(tmp_path: Path) -> None:
    """The first file fails at once, and with its report the last one goes."""
    lab = tmp_path / "lab"
    lab.mkdir()
    (lab / "00.md").write_bytes(b"")
    (lab / "elution.md").write_text(GOOD, encoding="utf-8")
    for n in range(10):
        (lab / f"note{n}.md").write_text(f"# Note {n}\n\nBatch {n} was fine.\n")
    victim = lab / "zz.md"
    victim.write_text("# Last\n\nIt will be gone.\n")

    def remove(event: ProgressEvent) -> None:
        victim.unlink(missing_ok=True)

    with Library.create(tmp_path / "library", CONFIG) as library:
        report = library.add(lab, progress=remove)
        assert [Path(one.source).name for one in report.failed] == ["00.md", "zz.md"]
        assert report.failed[1].reason.strip()
        assert report.added == 11
        assert library.search(QUESTION, k=1)[0].chunk.document_id == "elution"
        assert not library.care.examine().faults
        again = library.sync()
        assert [Path(one.source).name for one in again.failed] == ["00.md"]
        assert (again.unchanged, again.removed) == (11, 1)


def test_a_mended_file_comes_in(aliquot: Any, tmp_path: Path) -> None:
    lab = tmp_path / "lab"
    lab.mkdir()
    paper = lab / "paper.pdf"
    whole = write_pdf()
    paper.write_bytes(cut(whole))
    first = aliquot("add", lab)
    assert first.code == 1
    assert "paper.pdf" in "".join(first.out.split())
    assert "Download it again" in " ".join(first.out.split())
    paper.write_bytes(whole)
    second = aliquot("sync", "--json")
    assert (second.code, second.json["failed"], second.json["added"]) == (0, [], 1)


# ------------------------------------------------------------------------------ permissions


def bound_by_permissions() -> Callable[[], None] | None:
    """Return what makes a child process obey permissions; `None` where it does anyway.

    Root stays root, since its Python may lie where others cannot go, but loses the two capabilities
    by which it reads everything.
    """
    if os.geteuid() != 0:
        return None
    if sys.platform != "linux":
        pytest.skip("root reads everything here")
    prctl = ctypes.CDLL(None).prctl

    def drop() -> None:
        for capability in (CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH):
            prctl(PR_CAPBSET_DROP, capability, 0, 0, 0)

    return drop


def is_bound(closed: Path, drop: Callable[[], None] | None) -> bool:
    """Tell whether a child cannot open a closed folder."""
    code = "import os, sys; os.listdir(sys.argv[1])"
    command = [sys.executable, "-c", code, str(closed)]
    return subprocess.run(command, preexec_fn=drop, capture_output=True, check=False).returncode > 0


def test_a_folder_without_permission_is_named_and_what_was_known_is_kept(
    aliquot: Any, lab: Path
) -> None:
    (lab / "elution.md").write_text(GOOD, encoding="utf-8")
    assert aliquot("add", lab).code == 0
    notes = lab / "notes"
    drop = bound_by_permissions()
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "preexec_fn": drop}
    notes.chmod(0o000)
    try:
        if not is_bound(notes, drop):
            pytest.skip("permissions bind nobody here")
        (lab / "new.md").write_text("# New\n\nLumenin glows.\n")
        done = aliquot.finish(aliquot.start("sync", "--json", **pipes))
    finally:
        notes.chmod(0o700)
    assert done.code == 1
    assert "Traceback" not in done.err
    (failed,) = done.json["failed"]
    assert failed["source"] == str(notes)
    assert "Permission denied. Check its permissions." in failed["reason"]
    assert (done.json["added"], done.json["removed"]) == (1, 0)
    check_good_file(aliquot, lab / "elution.md")
    assert aliquot("search", "HEK293T virellin", "-k", "1", "--json").json[0]["source"] == str(
        notes / "2024-05_virellin.txt"
    )


# ------------------------------------------------------------------------------ a broken config


@pytest.mark.parametrize(
    ("config", "cause", "remedy"),
    [
        (b"[retrieval\nk = 3\n", "not valid TOML", "Mend the line it names"),
        (b"\xff\xfe\x00\x01", "not valid TOML", "Mend the line it names"),
        (b"[retrieval]\ndept = 3\n", "'retrieval.dept'", "'retrieval.depth'"),
        (b"[vectors]\nm = true\nm = 4\n", "not valid TOML", "Mend the line it names"),
        (b"[vectors]\nm = 'many'\n", "vectors.m", "aliquot config"),
    ],
)
def test_a_broken_config_stops_before_anything_is_touched(
    aliquot: Any, tmp_path: Path, config: bytes, cause: str, remedy: str
) -> None:
    lab = tmp_path / "lab"
    lab.mkdir()
    (lab / "elution.md").write_text(GOOD, encoding="utf-8")
    with Library.create(aliquot.library, CONFIG) as library:
        library.add(lab)
    settings = aliquot.library / "aliquot.toml"
    whole = settings.read_bytes()
    settings.write_bytes(config)
    (lab / "elution.md").rename(lab / "moved.md")
    done = aliquot("sync")
    assert (done.code, done.out) == (2, "")
    assert str(settings) in done.err
    assert cause in done.err
    assert remedy in done.err
    assert "Traceback" not in done.err
    settings.write_bytes(whole)
    with Library.open(aliquot.library, CONFIG) as library:
        assert library.search(QUESTION, k=1)[0].chunk.metadata["source"] == str(lab / "elution.md")
        assert library.sync().added == 1
        assert library.search(QUESTION, k=1)[0].chunk.metadata["source"] == str(lab / "moved.md")
        assert not library.care.examine().faults
