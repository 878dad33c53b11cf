"""What pages advise instead of commands."""

from __future__ import annotations

import pytest

from aliquot.ask import MULTILINGUAL_HINT, NARROWED_HINT
from aliquot.generation.phrases import REASONS, reason
from aliquot.types import RefusalKind
from aliquot.web.pages.remedies import COMMAND, advice
from aliquot.web.pages.templating import LANGUAGES, translations
from aliquot.web.pages.wording import Wording

GIVEN = {"nearest": "a.pdf", "where": "year >= 2019", "left": 3, "files": "b.v2.pdf", "count": 2}
HINTS = (
    MULTILINGUAL_HINT,
    NARROWED_HINT,
    "12 documents are not yet read for what they name: run 'aliquot sync'.",
    "Bring it in with: aliquot add /data/a.pdf",
    "Run 'aliquot doctor'.",
    "If Aliquot was updated while it ran, run 'aliquot sync' again.",
)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", RefusalKind)
def test_no_refusal_sends_a_reader_of_pages_to_the_command_line(
    language: str, kind: RefusalKind
) -> None:
    given = advice(reason(language, kind, **GIVEN))
    assert not COMMAND.search(given.said)
    assert (given.remedy is not None) is bool(COMMAND.search(REASONS[language][kind]))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("hint", HINTS)
def test_no_hint_does_and_each_says_what_to_do(language: str, hint: str) -> None:
    given = Wording(translations(language).gettext).advice(hint)
    words = f"{given.said} {given.remedy.words if given.remedy else ''}"
    assert not COMMAND.search(words)
    assert "--" not in words
    assert words.strip()


def test_what_is_no_command_stays_with_the_names_of_files() -> None:
    said = advice(reason("en", RefusalKind.UNREADABLE, **GIVEN))
    assert said.said == "What may hold the answer could not be read: b.v2.pdf."
    assert said.remedy is not None
    assert said.remedy.href == "/library"


def test_advice_without_a_command_is_given_word_by_word() -> None:
    text = "Write it with four digits: e.g. 2019. Nothing was changed."
    assert advice(text).said == text
