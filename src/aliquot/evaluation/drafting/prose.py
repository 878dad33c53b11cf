"""Questions about sentences that state a value, by patterns of how papers and protocols put it.

Enters: a document and its chunks. Leaves: drafts. A sentence no pattern fits is left alone: better
no question than one that nobody would ask.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from aliquot.evaluation.drafting.draft import Draft, named_author, shortened
from aliquot.quantities import find_quantities
from aliquot.sentences import sentence_spans
from aliquot.types import Chunk, Document, DocumentKind, Quantity, QuantityKind

__all__ = ["prose_drafts"]

LONGEST_SENTENCE = 300
SUBJECT_WORDS = 12
# "75 µL E" is one of a list's letters.
SHORTEST_SUBJECT = 3
# A numeral, with what stands between it and a verb: "411 female participants".
_NUMBER = r"\d{1,3}(?:,\d{3})+|\d+(?:\.\d+)?"
_MEASURED = re.compile(
    r"(?:^|[,;:] )[Tt]he (?P<subject>(?:[\w-]+ ){0,4}(?:value|concentration|temperature|rate|dose"
    r"|size|length|number|percentage|time|MIC|MBC|MFC|IC50|IC₅₀|EC50|LD50|prevalence|yield|volume"
    r"|weight|mass|duration|period|frequency|efficiency|sensitivity|specificity|diameter|thickness"
    r"|proportion|risk|mortality|incidence|density|pH|wavelength|speed|coverage|age)"
    r"(?: (?:of|for|in|against|between|among|to|with) [^,;:()|]{3,70}?)?)"
    r" (?P<be>was|were|is|are)"
    r" (?:found to be |estimated (?:to be |at )|set (?:to |at )|maintained at |kept at "
    r"|adjusted to |calculated (?:to be |as )|reported to be |approximately |about |around "
    r"|only |~)*"
    rf"(?=(?P<number>{_NUMBER}))",
)
_COUNTED = re.compile(
    rf"(?:^|[,;:] )(?:[Aa] total of |[Tt]he |[Aa]ll )?(?P<number>{_NUMBER}) "
    r"(?P<subject>(?:[A-Za-z][\w-]* ){0,3}(?:participants|patients|subjects|individuals|women|men"
    r"|children|adults|infants|volunteers|mice|rats|animals|birds|broilers|ewes|sheep|goats"
    r"|samples|isolates|strains|accessions|genes|families|studies|trials|articles|sera|cases"
    r"|controls|embryos|plants|species|loci|markers|regions|variants|proteins|transcripts))"
    r" (?P<predicate>(?:were|had|received|completed|underwent|showed|died|responded|met)"
    r" [^,;:()|.\d]{6,80})(?=[,;:(.]| \d)",
)
_DONE = {
    "incubated", "centrifuged", "heated", "stored", "boiled", "fixed", "stained", "washed",
    "blocked", "dried", "grown", "cultured", "digested", "sonicated", "stirred", "shaken",
    "annealed", "denatured", "spun", "kept", "immersed", "autoclaved", "electroporated",
}  # fmt: skip
_CONDITION = re.compile(
    r"(?:^|[.;] |, and |and then )(?!After|Before|When|In\b|At\b|On\b|For\b)"
    r"(?P<subject>(?:The |the )?[A-Za-z][^,;:()|\d]{3,70}?)"
    rf" (?P<be>was|were) (?:then |further |subsequently )?(?P<verb>{'|'.join(sorted(_DONE))})\b"
)
# The imperative of a step, and how it is asked about.
_STEPS = {
    "Incubate": "incubated", "Centrifuge": "centrifuged", "Spin": "spun", "Heat": "heated",
    "Store": "stored", "Boil": "boiled", "Fix": "fixed", "Stain": "stained", "Wash": "washed",
    "Block": "blocked", "Vortex": "vortexed", "Keep": "kept", "Shake": "shaken", "Dry": "dried",
    "Leave": "left", "Soak": "soaked", "Rinse": "rinsed", "Mix": "mixed",
}  # fmt: skip
_STEP = re.compile(
    rf"^(?:\d{{1,3}}[.)]\s*)?(?P<verb>{'|'.join(_STEPS)})"
    r"(?P<subject>(?: (?!at\b|for\b|in\b|on\b|with\b|by\b|overnight\b|and\b|until\b|again\b|twice\b"
    r"|using\b|from\b|into\b|to\b|through\b|over\b|under\b|before\b|after\b|up\b|down\b|once\b"
    r"|briefly\b|gently\b|completely\b|immediately\b|approximately\b)[A-Za-z-]+){0,6})"
)
_AMOUNTS = {
    "Add": "added", "Dissolve": "dissolved", "Weigh": "weighed", "Pour": "poured",
    "Transfer": "transferred", "Pipette": "pipetted", "Dispense": "dispensed", "Load": "loaded",
}  # fmt: skip
_ADDED = re.compile(
    rf"^(?:\d{{1,3}}[.)]\s*)?(?P<verb>{'|'.join(_AMOUNTS)})"
    r"(?: out)? (?P<amount>.{2,24}?) (?:of )?"
    # "500l ul buffer" is a slip of a unit, not a name.
    r"(?P<subject>(?!(?:to|into|from|in|on|[uµ]l)\b)[A-Za-z0-9][^,;:().|\"]{2,50}?)"
    r"(?= (?:to|into|in|onto|on|and|per|from|for|with)\b|[,;:().]|$)"
)
# Words that point to another sentence; a question alone would not say what it is about.
_POINTS_ELSEWHERE = re.compile(
    r"\b(?:it|its|they|their|them|this|these|those|that|which|such|above|below|former|latter"
    r"|respectively|same|other|both|we|our|he|she|here|following|mentioned|each|another|all|either|or)\b",
    re.IGNORECASE,
)
_ASKED = {
    QuantityKind.TEMPERATURE: "At what temperature",
    QuantityKind.TIME: "For how long",
    QuantityKind.ACCELERATION: "At what speed",
    QuantityKind.ROTATION: "At what speed",
    QuantityKind.VOLTAGE: "At what voltage",
}


@dataclass(frozen=True, slots=True)
class _Asked:
    """A question without its setting: "was the yield of DNA", what answers it, and its kind."""

    words: str
    answer: str
    kind: str


def prose_drafts(document: Document, chunks: Sequence[Chunk], *, way: int = 0) -> list[Draft]:
    """Return what may be asked of a document's sentences, in order.

    What it answers in two ways ("for how long were plates incubated") is left out.

    Args:
        document: Whose.
        chunks: Its chunks; reference lists are left out.
        way: How the document is spoken of: each whole number another way, where there are several.
    """
    settings = _settings(document)
    if not settings:
        return []
    setting = settings[way % len(settings)]
    drafts: dict[str, Draft] = {}
    answers: dict[str, set[str]] = {}
    for sentence in _sentences(chunks):
        asked = _asked(sentence, document.kind)
        if asked is not None:
            draft = _draft(document, sentence, asked, setting)
            drafts.setdefault(draft.question, draft)
            answers.setdefault(draft.question, set()).add(asked.answer)
    return [draft for question, draft in drafts.items() if len(answers[question]) == 1]


def _sentences(chunks: Sequence[Chunk]) -> Iterator[str]:
    """Yield sentences of prose: no table rows, no lists run together."""
    for chunk in chunks:
        if chunk.is_reference:
            continue
        for span in sentence_spans(chunk.text):
            sentence = chunk.text[span.start : span.end]
            is_prose = "\n" not in sentence and not sentence.startswith("|")
            if is_prose and len(sentence) <= LONGEST_SENTENCE:
                yield sentence


def _draft(document: Document, sentence: str, asked: _Asked, setting: str) -> Draft:
    question = setting.format(asked.words)
    return Draft(
        question=f"{question[0].upper()}{question[1:]}?",
        kind=asked.kind,
        answer=asked.answer,
        evidence=sentence,
        document_id=document.id,
    )


def _settings(document: Document) -> list[str]:
    """Return how the document may be spoken of around a question, {} being the question."""
    title, author = shortened(document.title), named_author(document)
    # A title is put into a pattern of `str.format`; braces would be read as places.
    if not title or set(title) & set("{}"):
        return []
    if document.kind is DocumentKind.PROTOCOL:
        has_word = "protocol" in title.casefold()
        return [f"according to “{title}”, {{}}" if has_word else f"in the {title} protocol, {{}}"]
    found = []
    if author and document.year and document.kind is DocumentKind.PAPER:
        found.append(f"in {author} {document.year}, {{}}")
        found.append(f"{{}} in the {document.year} study by {author}")
    if document.kind is DocumentKind.PAPER:
        return [*found, f"{{}} in the paper “{title}”"]
    return [f"according to “{title}”, {{}}"]


def _asked(sentence: str, kind: DocumentKind) -> _Asked | None:
    read = (asked for reader in _READERS.get(kind, _PROSE) if (asked := reader(sentence)))
    return next(read, None)


# ------------------------------------------------------------------------------ patterns


def _measured(sentence: str) -> _Asked | None:
    """Read "the IC50 of the extract was 49.8 µg/mL" as "what was the IC50 of the extract"."""
    found = _MEASURED.search(sentence)
    if found is None or not _is_clear(found["subject"]):
        return None
    answer = _value_at(sentence, found.start("number"), found["number"])
    subject = found["subject"].strip()
    # Two subjects share values "respectively"; which is asked for would not be clear.
    if " and " in subject or not answer:
        return None
    return _Asked(f"what {found['be']} the {subject}", answer, "measure")


def _counted(sentence: str) -> _Asked | None:
    """Read "411 female participants were tested for HPV" as "how many ... were tested for HPV"."""
    found = _COUNTED.search(sentence)
    if found is None or not _is_clear(f"{found['subject']} {found['predicate']}"):
        return None
    predicate = found["predicate"].strip()
    if predicate.endswith((" and", " or", " with", " of", " for", " in", " at", " by", " the")):
        return None
    return _Asked(f"how many {found['subject']} {predicate}", found["number"], "count")


def _condition(sentence: str) -> _Asked | None:
    """Read "the plates were incubated at 35 °C" as "at what temperature were the plates ..."."""
    found = _CONDITION.search(sentence)
    if found is None or not _is_clear(found["subject"]):
        return None
    amount = _first_condition(sentence, found.end())
    if amount is None or " and " in found["subject"]:
        return None
    subject = _lowered(found["subject"])
    words = f"{_ASKED[amount.kind].lower()} {found['be']} {subject} {found['verb']}"
    return _Asked(words, sentence[amount.span.start : amount.span.end], "condition")


def _step(sentence: str) -> _Asked | None:
    """Read "Incubate the pellet at 56 °C for 1 h" as "at what temperature is the pellet ..."."""
    found = _STEP.match(sentence)
    if found is None or not found["subject"].strip() or not _is_clear(found["subject"]):
        return None
    amount = _first_condition(sentence, found.end())
    if amount is None:
        return None
    subject = found["subject"].strip()
    be = "are" if _is_plural(subject) else "is"
    words = f"{_ASKED[amount.kind].lower()} {be} {subject} {_STEPS[found['verb']]}"
    return _Asked(words, sentence[amount.span.start : amount.span.end], "step")


def _added(sentence: str) -> _Asked | None:
    """Read "Add 250 µL of Resuspension Solution" as "how much Resuspension Solution is added"."""
    found = _ADDED.match(sentence)
    if found is None or not _is_clear(found["subject"]):
        return None
    amounts = [
        one
        for one in find_quantities(sentence)
        if one.kind in (QuantityKind.VOLUME, QuantityKind.MASS)
        and found.start("amount") <= one.span.start
        and one.span.end <= found.start("subject")
    ]
    if not amounts:
        return None
    amount = sentence[amounts[0].span.start : amounts[0].span.end]
    said = _AMOUNTS[found["verb"]]
    subject = re.sub(r"^(?:the|of|a|an) ", "", found["subject"].strip())
    return _Asked(f"how much {subject} is {said}", amount, "step")


# ------------------------------------------------------------------------------ words


def _is_clear(subject: str) -> bool:
    """Tell whether words say what they are about without the sentence before."""
    is_named = len(subject.strip()) >= SHORTEST_SUBJECT and len(subject.split()) <= SUBJECT_WORDS
    return is_named and not _POINTS_ELSEWHERE.search(subject) and "[" not in subject


def _value_at(sentence: str, start: int, number: str) -> str:
    """Return the amount that begins at a number, or the number itself."""
    for one in find_quantities(sentence):
        if one.span.start <= start < one.span.end:
            return sentence[one.span.start : one.span.end]
    return number


def _first_condition(sentence: str, start: int) -> Quantity | None:
    """Return the temperature, time or speed right behind a verb, written as a number.

    What stands behind a comma or "and" may be of another verb: "wash, centrifuge at 300 x g".
    """
    for one in find_quantities(sentence):
        if one.span.start < start or one.kind not in _ASKED:
            continue
        between = sentence[start : one.span.start]
        is_near = not re.search(r"[,;]|\band\b|\bthen\b", between)
        return one if is_near and sentence[one.span.start].isdigit() else None
    return None


def _lowered(subject: str) -> str:
    """Return a subject for the middle of a question: "The plates" as "the plates"."""
    first, _, rest = subject.partition(" ")
    is_name = not first[1:].islower()
    lowered = first if is_name and len(first) > 1 else first.lower()
    return f"{lowered} {rest}".strip()


def _is_plural(subject: str) -> bool:
    last = subject.split()[-1]
    return last.endswith("s") and not last.endswith(("ss", "us", "is"))


_PROSE: tuple[Callable[[str], _Asked | None], ...] = (_measured, _counted, _condition)
_READERS = {DocumentKind.PROTOCOL: (_added, _step), DocumentKind.TRIAL: (_counted,)}
