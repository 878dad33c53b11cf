"""Every document that says something, by its words: exhaustive, not the best k.

Every chunk in scope that holds enough of the words is read, and nothing else: the time is that of
what is said and memory that of one quote a document.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from aliquot.generation.extractive import QuestionTerms
from aliquot.generation.extractive.units import units_of
from aliquot.generation.labels import cite
from aliquot.generation.surveying.asking import Need
from aliquot.generation.surveying.stating import digits_of, is_kept_at, states
from aliquot.generation.verify.denials import denials_of
from aliquot.generation.verify.plain import plain, words_of
from aliquot.generation.verify.quoting import stand
from aliquot.generation.verify.steering import doubted, is_steered
from aliquot.protocols import Analyser, Scope, TermIndex
from aliquot.types import RECORD_KINDS, Chunk, Citation, Quantity, SectionClass, Span

__all__ = ["AMOUNT_SHARE", "LEAST_OWN", "LEAST_SHARE", "Match", "Matcher", "denies", "is_evidence"]

# Share of the weight of what is looked for that a sentence, its heading and title have to hold.
# Chosen beforehand: of three words as rare as each other, one may be another word in the source.
LEAST_SHARE = 0.66
# Of it the sentence itself, where its document's title does not say it all.
LEAST_OWN = 0.3
# Of it an amount stands for, where one is asked for.
AMOUNT_SHARE = 0.4
# How units are written to their number, as the index has it: "80C", "500mM".
GLUED = ("", "c", "g", "xg", "rpm", "mm", "µm", "m", "min", "h", "s", "ml", "µl", "mg", "µg", "x")
# Chunks held at a time.
BATCH = 200
# A stem of more characters may end otherwise than its word does: "studi" for "study".
SHORT = 3
# A paper's opening, where no abstract is marked.
OPENING_CHARACTERS = 2_500

# What a protocol leaves to another one: it is about neither.
POINTING = re.compile(
    r"\b(?:as\s+(?:described|detailed|outlined)\s+in|according\s+to\s+the|see\s+(?:the|our)|refer\s+to)\b"
    r"|を参照|に従って",
    re.IGNORECASE,
)

# What a record says is not so: "Accepts healthy volunteers: No".
DENYING_LINE = re.compile(r"^[^:：]{3,60}[:：]\s*No\s*$")
# Who holds a trial and where: "Sponsor: ...", "Thailand: Institute of HIV Research (recruiting)".
HOLDING_LINE = re.compile(
    r"\W*(?:(?:lead\s+)?sponsors?|collaborators?|investigators?|responsible\s+party|locations?"
    r"|contacts?)\s*:"
    r"|[A-Z][^:]{2,40}:[^:]*\((?:[a-z ,]*recruiting|completed|withdrawn|terminated)\)",
    re.IGNORECASE,
)
# Sections of records that name what others published.
CITED = re.compile(r"(?:publications?|cross-references|references|bibliography)\b", re.IGNORECASE)

# Where a record states what it is of: the lines of its fields, at its head, and where it is held.
OVERVIEW = re.compile(r"(?:overview|locations)\b", re.IGNORECASE)
# The same as a line within a chunk, where short sections of a record stand together.
OWN_SECTION = re.compile(r"^(?:overview|locations)\s*$", re.IGNORECASE | re.MULTILINE)
# What a paper says there is what others did.
OTHERS_REPORTED = re.compile(
    r"\b(?:previously|earlier)\s+(?:reported|shown|observed|found|demonstrated|seen)\b"
    r"|\b(?:has|have)\s+(?:previously\s+|also\s+)?been\s+(?:reported|shown|observed|demonstrated)\b",
    re.IGNORECASE,
)
OF_OTHERS = (SectionClass.INTRODUCTION, SectionClass.DISCUSSION)

# Whom a trial admits is not what it studies: most that leave out people with HIV study no HIV.
CRITERIA = re.compile(r"eligib|(?:in|ex)clusion criteria", re.IGNORECASE)

Chunks = Callable[[Sequence[int]], Mapping[int, Chunk]]


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence that says what is looked for, or part of it.

    Attributes:
        span: In its chunk's text.
        share: Of the weight of what was looked for, 0 to 1, the sentence with its headings.
        own: The sentence alone.
    """

    span: Span
    share: float
    own: float

    @property
    def rank(self) -> tuple[float, float]:
        """By which the best of a document is chosen; higher is better."""
        return self.own, self.share


@dataclass(frozen=True, slots=True)
class Match:
    """The best quote of one document.

    Attributes:
        citation: Verified.
        said: How much of what was looked for it says.
    """

    citation: Citation
    said: Said


class Matcher:
    """Finds every document that says something; safe to share between threads."""

    def __init__(
        self,
        *,
        terms: TermIndex,
        chunks: Chunks,
        chunk_count: Callable[[], int],
        analyser: Analyser,
    ) -> None:
        """Take what it works with.

        Args:
            terms: Knows which chunks hold a word.
            chunks: Keys to chunks.
            chunk_count: How many there are.
            analyser: The same as the term index's.
        """
        self._terms = terms
        self._chunks = chunks
        self._chunk_count = chunk_count
        self._analyser = analyser

    def matches(
        self,
        need: Need,
        terms: QuestionTerms,
        scope: Scope | None,
        *,
        amounts: Sequence[Quantity] = (),
        least: float = LEAST_SHARE,
        least_own: float = LEAST_OWN,
    ) -> dict[str, Match]:
        """Return the best quote of each document that meets a need, by document id.

        Args:
            need: What a document has to say.
            terms: Its weighted words, those of its amounts left out.
            scope: The chunks that may be read; `None` for all.
            amounts: That the same sentence has to state, in whatever unit.
            least: Share, 0 to 1, of the weight that has to be said.
            least_own: The same of a sentence without its headings and title.
        """
        found: dict[str, Match] = {}
        if amounts:
            # An amount says most of what is asked; of the words beside it one will do.
            least, least_own = 0.0 if is_kept_at(need.text) else least - AMOUNT_SHARE, 0.0
            keys = self._stating(need, amounts, scope)
        else:
            keys = self._holding(terms, scope, least)
        for chunk in self._read(keys):
            if not is_evidence(chunk) or not _may_meet(chunk, need):
                continue
            if need.is_named and not self._is_named(chunk, terms):
                continue
            for said in self._of_chunk(chunk, need, terms, least, amounts):
                best = found.get(chunk.document_id)
                # To verify a quote takes longer than to read it: only what would be shown is.
                if best is None or said.rank > best.said.rank:
                    cited = self._proved(chunk, said, need)
                    if cited is not None:
                        found[chunk.document_id] = Match(cited, said)
        return {
            document_id: match
            for document_id, match in found.items()
            if match.said.own >= least_own or need.is_about or need.is_named
        }

    def _is_named(self, chunk: Chunk, terms: QuestionTerms) -> bool:
        """Tell whether a chunk stands under a title or heading that says what is looked for.

        So does what opens a document: its abstract, or what it is for.
        """
        is_opening = chunk.span.start < OPENING_CHARACTERS // 5
        text = f"{chunk.header} {chunk.text}" if is_opening else chunk.header
        return terms.share(self.said(terms, text)) >= LEAST_SHARE - 1e-9

    def said(self, terms: QuestionTerms, text: str) -> frozenset[str]:
        """Return which of the words looked for a text says, by any of their names."""
        return terms.covered(set(self._analyser.terms(text)))

    def quote(self, chunk: Chunk, span: Span) -> Citation | None:
        """Return a stretch of a chunk as a verified citation; `None` where it fails.

        Args:
            chunk: Where it stands.
            span: In the document's text.
        """
        # What a document says in its own words passes every gate but those of quotes and of words
        # for a model, and these two take a tenth of the time of all.
        cited = stand(cite(chunk, span), chunk)
        if cited is None or is_steered(cited.quote, (cited,), {chunk.id: chunk}):
            return None
        return doubted(cited, chunk)

    def best_line(self, chunks: Iterable[Chunk], words: str, *, least: int = 1) -> Citation | None:
        """Return the line that holds most of some words, verified; `None` where too few.

        Args:
            chunks: Of one document.
            words: In any form.
            least: How many terms it has to hold; with 0 the first line will do.
        """
        wanted = frozenset(self._analyser.terms(words))
        stems = tuple({one[:-1] if len(one) > SHORT else one for one in wanted})
        lines = [
            (-held, number, chunk, span)
            for number, chunk in enumerate(chunks)
            for span, held in self._held(chunk, wanted, stems)
            if held >= least
        ]
        for _, _, chunk, span in sorted(lines, key=lambda one: (one[0], one[1], one[3].start)):
            cited = self.quote(chunk, span.shifted(chunk.span.start))
            if cited is not None:
                return cited
        return None

    def _held(
        self, chunk: Chunk, wanted: frozenset[str], stems: Sequence[str]
    ) -> Iterator[tuple[Span, int]]:
        """Yield the lines of a chunk with how many of some terms each holds.

        To find the terms of a line takes a hundred times what it takes to see that none is there.
        """
        may_hold = _holds(chunk.text, stems)
        for span in units_of(chunk):
            text = span.of(chunk.text)
            is_near = may_hold and _holds(text, stems)
            yield span, len(wanted.intersection(self._analyser.terms(text))) if is_near else 0

    def _holding(
        self, terms: QuestionTerms, scope: Scope | None, least: float
    ) -> npt.NDArray[np.int64]:
        """Return the keys of chunks that hold enough of the words, by any of their names."""
        keys = [np.empty(0, dtype=np.int64)]
        weights = [np.empty(0)]
        for term, weight in terms.weights.items():
            held = [self._of_terms([term], scope)]
            held += [self._of_terms(sorted(one), scope) for one in terms.others.get(term, ())]
            keys.append(np.unique(np.concatenate(held)))
            weights.append(np.full(len(keys[-1]), weight))
        distinct, places = np.unique(np.concatenate(keys), return_inverse=True)
        sums = np.bincount(places, weights=np.concatenate(weights), minlength=len(distinct))
        # Sums of the same weights in another order differ in their last digits.
        return distinct[sums >= least * terms.total - 1e-9]

    def _stating(
        self, need: Need, amounts: Sequence[Quantity], scope: Scope | None
    ) -> npt.NDArray[np.int64]:
        """Return the keys of chunks that hold the numbers of some amounts, with a unit or alone."""
        held: npt.NDArray[np.int64] | None = None
        for number in (one for amount in amounts for one in digits_of(amount, need.text)):
            forms = [self._analyser.terms(f"{number}{unit}") for unit in GLUED]
            keys = np.unique(np.concatenate([self._of_terms(one, scope) for one in forms]))
            held = keys if held is None else np.intersect1d(held, keys, assume_unique=True)
        return np.empty(0, dtype=np.int64) if held is None else held

    def _of_terms(self, terms: Sequence[str], scope: Scope | None) -> npt.NDArray[np.int64]:
        """Return the keys of chunks that hold every one of some terms, ascending."""
        held: npt.NDArray[np.int64] | None = None
        for term in terms:
            hits = self._terms.search_terms({term: 1.0}, max(1, self._chunk_count()), scope)
            keys = np.unique(np.fromiter((one.key for one in hits), np.int64, len(hits)))
            held = keys if held is None else np.intersect1d(held, keys, assume_unique=True)
        return np.empty(0, dtype=np.int64) if held is None else held

    def _read(self, keys: npt.NDArray[np.int64]) -> Iterator[Chunk]:
        for start in range(0, len(keys), BATCH):
            yield from self._chunks(keys[start : start + BATCH].tolist()).values()

    def _of_chunk(
        self,
        chunk: Chunk,
        need: Need,
        terms: QuestionTerms,
        least: float,
        amounts: Sequence[Quantity],
    ) -> Iterator[Said]:
        """Yield the sentences of a chunk that say enough."""
        header = set(self._analyser.terms(chunk.header))
        for unit in units_of(chunk):
            text = unit.of(chunk.text)
            if (need.is_about and POINTING.search(text)) or DENYING_LINE.search(text):
                continue
            if need.is_topic and HOLDING_LINE.match(text):
                continue
            own = set(self._analyser.terms(text))
            share = terms.share(terms.covered(own | header)) if terms.weights else 1.0
            if share >= least - 1e-9 and states(text, amounts):
                yield Said(unit, share, terms.share(terms.covered(own)))

    def _proved(self, chunk: Chunk, said: Said, need: Need) -> Citation | None:
        """Return a sentence as a verified citation; `None` where it fails or denies a use."""
        cited = self.quote(chunk, said.span.shifted(chunk.span.start))
        if cited is None or (need.is_use and _is_no_use(cited.quote, need.text)):
            return None
        return cited


def _holds(text: str, stems: Sequence[str]) -> bool:
    """Tell whether a text may hold a word that begins with one of some stems."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    return any(one in folded for one in stems)


def _is_no_use(quote: str, words: str) -> bool:
    """Tell whether a quote says that something was not done, or that others did it."""
    return denies(quote, words) or OTHERS_REPORTED.search(quote) is not None


def denies(quote: str, words: str) -> bool:
    """Tell whether a quote says of most of some words that it was not so."""
    wanted = {word.stem for word in words_of(words) if word.is_content}
    denied = {
        stem
        for one in denials_of(plain(quote))
        if not one.is_soft
        for stem in (*one.covered, *one.near)
    }
    return 2 * len(wanted & denied) >= len(wanted) > 0


def is_evidence(chunk: Chunk) -> bool:
    """Tell what a document says from what it cites."""
    is_cited = chunk.section_class is SectionClass.REFERENCES or CITED.match(chunk.section)
    return not is_cited


def _may_meet(chunk: Chunk, need: Need) -> bool:
    """Tell whether what a need asks for can stand in a chunk."""
    if need.is_about and not _is_telling(chunk):
        return False
    if need.is_use and chunk.section_class in OF_OTHERS:
        return False
    is_record = need.is_of_record and chunk.metadata.get("kind") in RECORD_KINDS
    if not is_record or OWN_SECTION.search(chunk.text) is not None:
        return True
    return any(map(OVERVIEW.match, (*chunk.section_path, chunk.text)))


def _is_telling(chunk: Chunk) -> bool:
    """Tell whether a chunk says what its document is about; records and protocols do all over."""
    kind = chunk.metadata.get("kind")
    if kind != "paper":
        return kind != "trial" or not any(map(CRITERIA.search, chunk.section_path))
    is_opening = chunk.section_class is SectionClass.OTHER and chunk.span.start < OPENING_CHARACTERS
    return is_opening or chunk.section_class is SectionClass.ABSTRACT
