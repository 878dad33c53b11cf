"""Read the demonstration lab into a new library and answer three questions.

What `make demo` runs; everything it does goes through the public Python API and the command line's
own rendering.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import aliquot
from aliquot.cli.answers import show_answer
from aliquot.cli.progress import progress_bar
from aliquot.cli.render import say, show_report

HERE = Path(__file__).parent
LAB = HERE / "lab"
QUESTIONS = HERE / "demo_questions.txt"
PLACE = HERE.parent / "demo-library"


def main() -> int:
    """Run the demonstration; return 0 when every file was read."""
    shutil.rmtree(PLACE, ignore_errors=True)
    with aliquot.Library.create(PLACE) as library:
        say(f"Reading {LAB.name}/, a small invented lab, into {PLACE.name}/", "bold")
        with progress_bar() as progress:
            report = library.add(LAB, progress=progress)
        show_report(report, as_json=False)
        for question in QUESTIONS.read_text(encoding="utf-8").splitlines():
            if question.strip():
                say(f"\n? {question}", "bold")
                show_answer(library.ask(question), as_json=False)
    say(f'\nAsk your own: .venv/bin/aliquot -L {PLACE.name} ask "..."')
    return 1 if report.failed else 0


if __name__ == "__main__":
    sys.exit(main())
