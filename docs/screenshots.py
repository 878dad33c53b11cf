"""Draw every page of the interface, in English and Japanese, light and dark: docs/screenshots/.

    python docs/screenshots.py

The demonstration lab is brought into a library of its own, asked, surveyed and measured first.
"""

from __future__ import annotations

import io
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from PIL import Image

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests" / "support"))

from aliquot.evaluation.questions import read_questions  # noqa: E402
from aliquot.library import Library  # noqa: E402
from aliquot.library.viewing import View  # noqa: E402
from aliquot.types import LOCAL_PERSON, Collection, EvaluationKind, Grant, JobState, Role  # noqa: E402
from aliquot.web.app import create_app  # noqa: E402
from aliquot.web.jobs.begin import begin_evaluation, begin_survey  # noqa: E402
from browser import chromium, watched  # noqa: E402
from web_server import running  # noqa: E402

SHOTS = ROOT / "docs" / "screenshots"
EXAMPLES = ROOT / "examples"
LANGUAGES = {"en": "en-GB", "ja": "ja-JP"}
SIZE = {"width": 1280, "height": 860}
# Flat colours need few; more would only be kept of what antialiasing adds.
COLOURS = 48
QUESTION = "What is the IC50 of virellin on the flash rate of Lumenella polyps?"
WAITS_S = 180


def main() -> None:
    """Draw all pages."""
    SHOTS.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        lab = Path(folder) / "hydra-lab"
        lab.symlink_to(EXAMPLES / "lab", target_is_directory=True)
        with Library.create(Path(folder) / "library") as library:
            library.add(lab)
            with running(create_app(library)) as port, chromium() as browser:
                pages = dict(_pages(library))
                for language in LANGUAGES:
                    for scheme in ("light", "dark"):
                        _draw(browser, f"http://127.0.0.1:{port}", pages, language, scheme)


def _pages(library: Library) -> Iterator[tuple[str, str]]:
    """Yield the name of each page and its address; what they show is made first."""
    view = View(library, LOCAL_PERSON)
    answer = view.ask(QUESTION)
    library.people.put_collection(Collection(name="trials", title="Trials"))
    library.people.grant(Grant("main", "group:lab", Role.READER))
    survey = begin_survey(view, "Which temperatures are used?", group_by="version")
    questions = read_questions(EXAMPLES / "questions.jsonl")
    measured = begin_evaluation(view, "demonstration", questions, EvaluationKind.ANSWERS)
    _wait(library, survey.id)
    evaluation = _wait(library, measured.id).result["evaluation_id"]
    cited = next(iter(answer.citations())).document_id
    yield from {
        "ask": "/",
        "answer": f"/answers/{answer.trace.id}",
        "history": "/history",
        "library": "/library",
        "upload": "/library/upload",
        "document": f"/documents/{cited}",
        "survey-form": "/survey",
        "survey": f"/survey/{survey.id}",
        "evaluation": "/evaluation",
        "failures": f"/evaluation/{evaluation}",
        "jobs": "/jobs",
        "settings": "/settings",
        "audit": "/audit",
    }.items()


def _wait(library: Library, job_id: str) -> Any:
    until = time.monotonic() + WAITS_S
    while time.monotonic() < until:
        job = library.jobs.get(job_id)
        if job.state is JobState.DONE:
            return job
        time.sleep(0.2)
    raise SystemExit(f"job {job_id} is not done: {job.state} {job.reason}")


def _draw(browser: Any, address: str, pages: dict[str, str], language: str, scheme: str) -> None:
    look = {"locale": LANGUAGES[language], "color_scheme": scheme, "reduced_motion": "reduce"}
    with watched(browser, address, viewport=SIZE, **look) as seen:
        for name, path in pages.items():
            seen.page.goto(path)
            seen.page.wait_for_load_state("networkidle")
            picture = Image.open(io.BytesIO(seen.page.screenshot())).convert("RGB")
            small = picture.quantize(
                COLOURS, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE
            )
            small.save(SHOTS / f"{name}-{language}-{scheme}.png", optimize=True)


if __name__ == "__main__":
    main()
