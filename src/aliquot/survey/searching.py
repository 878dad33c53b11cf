"""Every document that meets what a question needs, by its words."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from aliquot.generation.extractive import QuestionTerms
from aliquot.generation.surveying.asking import Need
from aliquot.generation.surveying.stating import amounts_in, is_kept_at, states
from aliquot.generation.surveying.synonyms import japanese_synonyms, synonyms_of
from aliquot.generation.surveying.wording import JAPANESE
from aliquot.survey.asked import Asked
from aliquot.survey.matching import AMOUNT_SHARE, LEAST_OWN, LEAST_SHARE, Match, Matcher
from aliquot.types import Understanding

__all__ = ["Searching"]


class Searching:
    """Finds the documents a question needs; safe to share between threads."""

    def __init__(
        self, matcher: Matcher, terms_of: Callable[[Understanding], QuestionTerms]
    ) -> None:
        """Take what it works with.

        Args:
            matcher: Finds every document that says something.
            terms_of: A question, as it was read, to its weighted content words.
        """
        self._matcher = matcher
        self._terms_of = terms_of

    def matched(self, asked: Asked) -> dict[str, Match]:
        """Return the documents that meet what is needed, each with its best quote, by id."""
        found = self.any_of(asked.wanted.needs, asked)
        for need in asked.wanted.also:
            meeting = self.matches(need, asked)
            found = {key: match for key, match in found.items() if key in meeting}
        return found

    def any_of(
        self,
        needs: Iterable[Need],
        asked: Asked,
        *,
        least: float = LEAST_SHARE,
        least_own: float = LEAST_OWN,
    ) -> dict[str, Match]:
        """Return the documents that meet any of some needs, each with its best quote, by id.

        Args:
            needs: What they have to say.
            asked: The question they are of.
            least: Share, 0 to 1, of the weight of the words that has to be said.
            least_own: The same of a sentence without its headings and title.
        """
        found: dict[str, Match] = {}
        for need in needs:
            for key, match in self.matches(need, asked, least=least, least_own=least_own).items():
                known = found.get(key)
                if known is None or match.said.share > known.said.share:
                    found[key] = match
        return found

    def matches(
        self, need: Need, asked: Asked, *, least: float = LEAST_SHARE, least_own: float = LEAST_OWN
    ) -> dict[str, Match]:
        """Return the documents that meet one need, each with its best quote, by id.

        Args:
            need: What they have to say.
            asked: The question it is of.
            least: Share, 0 to 1, of the weight of the words that has to be said.
            least_own: The same of a sentence without its headings and title.
        """
        amounts, text = amounts_in(need.text)
        terms = self._terms(text, asked)
        if not terms.weights and not amounts:
            return {}
        found = self._matcher.matches(
            need, terms, asked.scope, amounts=amounts, least=least, least_own=least_own
        )
        if need.is_named and not found:
            # None is called so: those that say it are meant.
            other = replace(need, is_named=False)
            return self.matches(other, asked, least=least, least_own=least_own)
        return found

    def says(self, words: str, asked: Asked) -> Callable[[str], bool]:
        """Return what tells whether a text says some words of a question.

        Args:
            words: In any form.
            asked: The question they are of.
        """
        amounts, rest = amounts_in(words)
        terms = self._terms(rest, asked)
        least = LEAST_SHARE - (AMOUNT_SHARE if amounts else 0.0)
        if is_kept_at(words):
            least = 0.0

        def is_said(text: str) -> bool:
            share = terms.share(self._matcher.said(terms, text)) if terms.weights else 1.0
            return share >= least - 1e-9 and states(text, amounts)

        return is_said

    def _terms(self, words: str, asked: Asked) -> QuestionTerms:
        """Return words with their weights, and with other names of what they name."""
        understood = asked.wanted.asked
        others = japanese_synonyms(words) if JAPANESE.search(words) else synonyms_of(words)
        expansions = understood.expansions
        if not asked.wanted.is_literal:
            expansions = (*expansions, *others)
        return self._terms_of(replace(understood, subject=words, expansions=expansions))
