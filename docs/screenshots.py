"""Draw every page of the interface, in English and Japanese, light and dark: docs/screenshots/.

    python docs/screenshots.py

The demonstration lab is brought into a library of its own, asked, surveyed and measured first.
What is drawn names no folder of this machine.
"""

from __future__ import annotations

import io
import sys
import tempfile
import time
from pathlib import Path
from typing import Any
from urllib.parse import quote

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
PHONE = {"width": 390, "height": 780}
# Flat colours need few; more would only be kept of what antialiasing adds.
COLOURS = 48
QUESTIONS = {
    "en": "What is the IC50 of virellin on the flash rate of Lumenella polyps?",
    "ja": "抗体7F2はどのように保存しますか？",
}
SURVEYS = {"en": "Which reagents are used?", "ja": "どの試薬を使いましたか"}
# Takes the folder that everything lies in out of every text of a page.
TAKE_OUT = """folder => {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) texts.currentNode.data = texts.currentNode.data.replaceAll(folder, "");
}"""
WAITS_S = 180
# A page of a PDF or a slide that is drawn, or the quote in a text.
DRAWN = '#source [data-state="drawn"], #source mark'
# The answer with what it quotes opened beside it.
SOURCE = "source"
# A slide with the quote on it, once in each language: the file, words on it, and the look.
SLIDES = {
    "en": ("2023-11_virellin_programme.pptx", "reversible in 45 min", "light"),
    "ja": ("2024-09_発光器再生_研究会.pptx", "頭部を切ると", "dark"),
}
# Pages that are drawn on a phone as well.
PHONED = ("answer", "survey")


def main() -> None:
    """Draw all pages."""
    SHOTS.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        lab = Path(folder) / "lab"
        lab.symlink_to(EXAMPLES / "lab", target_is_directory=True)
        with Library.create(Path(folder) / "library") as library:
            library.add(lab)
            with running(create_app(library)) as port, chromium() as browser:
                address = f"http://127.0.0.1:{port}"
                shared = _shared_pages(library)
                for language in LANGUAGES:
                    pages = shared | _pages(library, language)
                    for scheme in ("light", "dark"):
                        _draw(browser, address, pages, language, scheme, f"{folder}/")
                    slide = {"slide": _slide(library, language)}
                    _draw(browser, address, slide, language, SLIDES[language][2], f"{folder}/")
                    on_phone = {f"phone-{one}": pages[one] for one in PHONED}
                    _draw(browser, address, on_phone, language, "light", f"{folder}/", PHONE)


def _shared_pages(library: Library) -> dict[str, str]:
    """Return the address of each page that is the same in every language, by its name."""
    library.people.put_collection(Collection(name="trials", title="Trials"))
    library.people.grant(Grant("main", "group:lab", Role.READER))
    questions = read_questions(EXAMPLES / "questions.jsonl")
    view = View(library, LOCAL_PERSON)
    measured = begin_evaluation(view, "demonstration", questions, EvaluationKind.ANSWERS)
    evaluation = _wait(library, measured.id).result["evaluation_id"]
    return {
        "ask": "/",
        "history": "/history",
        "library": "/library",
        "upload": "/library/upload",
        "survey-form": "/survey",
        "evaluation": "/evaluation",
        "failures": f"/evaluation/{evaluation}",
        "jobs": "/jobs",
        "settings": "/settings",
        "audit": "/audit",
    }


def _pages(library: Library, language: str) -> dict[str, str]:
    """Return the address of each page that shows a question in a language; it is asked first."""
    view = View(library, LOCAL_PERSON)
    answer = view.conversation().ask(QUESTIONS[language])
    survey = begin_survey(view, SURVEYS[language])
    _wait(library, survey.id)
    cited = next(iter(answer.citations())).document_id
    return {
        "answer": f"/answers/{answer.trace.id}",
        SOURCE: f"/answers/{answer.trace.id}",
        "document": f"/documents/{cited}",
        "survey": f"/survey/{survey.id}",
    }


def _slide(library: Library, language: str) -> str:
    """Return the address of a document beside one of its slides, its quote marked."""
    file, words, _ = SLIDES[language]
    listed = next(one for one in library.documents() if one.source and file in one.source.path)
    start = library.document(listed.id).text.index(words)
    chunks = library.chunks(listed.id)
    chunk = next(one for one in chunks if one.span.start <= start < one.span.end)
    at = quote(f"{chunk.id}@{start}-{start + len(words)}", safe="")
    return f"/documents/{listed.id}?at={at}"


def _wait(library: Library, job_id: str) -> Any:
    until = time.monotonic() + WAITS_S
    while time.monotonic() < until:
        job = library.jobs.get(job_id)
        if job.state is JobState.DONE:
            return job
        time.sleep(0.2)
    raise SystemExit(f"job {job_id} is not done: {job.state} {job.reason}")


def _draw(
    browser: Any,
    address: str,
    pages: dict[str, str],
    language: str,
    scheme: str,
    folder: str,
    size: dict[str, int] = SIZE,
) -> None:
    look = {"locale": LANGUAGES[language], "color_scheme": scheme, "reduced_motion": "reduce"}
    with watched(browser, address, viewport=size, **look) as seen:
        page = seen.page
        for name, path in pages.items():
            page.goto(path)
            page.wait_for_load_state("networkidle")
            if name == SOURCE:
                page.locator("a.cite").first.click()
                page.locator(DRAWN).first.wait_for()
                page.wait_for_load_state("networkidle")
            page.evaluate(TAKE_OUT, folder)
            _keep(page.screenshot(), f"{name}-{language}-{scheme}.png")
        seen.check()


def _keep(picture: bytes, name: str) -> None:
    drawn = Image.open(io.BytesIO(picture)).convert("RGB")
    small = drawn.quantize(COLOURS, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    small.save(SHOTS / name, optimize=True)


if __name__ == "__main__":
    main()
