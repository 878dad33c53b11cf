"""The parts of a sentence that claim something each: "A was kept at 4 °C, and B was frozen."

What enters: a sentence. What leaves: its parts, each with a subject and a verb of its own; the
sentence alone where it cannot be parted so. A part without a subject would be held against
sources about anything.
"""

from __future__ import annotations

import re
from itertools import pairwise

from aliquot.generation.verify.plain import words_of

__all__ = ["parts_of"]

# Where one claim may end and another begin.
JOINT = re.compile(
    r";\s+(?:and\s+|whereas\s+|while\s+)?|,?\s(?:whereas|while|but)\s(?:that\s)?|,?\sand\s"
    r"|(?<=[りしが])、"
)
# Verbs no clause of methods or results is without; a closed list, so that no noun passes for one.
VERB = re.compile(
    r"\b(?:is|are|was|were|has|have|had|can|could|may|might|will|would|should|must|does|did|do"
    r"|showed|shows?|remained|remains|became|becomes|contains?|contained|consists?|requires?"
    r"|increased|decreased|reduced|reduces|inhibits|inhibited|encodes|differed)\b"
)
# A subject in Japanese is marked.
MARKED = re.compile("[はがを]")
# What stands for a subject named in the other part.
PRONOUN = re.compile(
    r"(?:it|they|he|she|this|these|those|that|which|who|both|each|its|their|there)\b", re.I
)
# Content words that make a claim: a subject, what is said of it, and one more.
LEAST_WORDS = 3
# More parts are a list, and more joints are looked at by nobody's patience: each is tried.
MOST_PARTS = 6
MOST_JOINTS = 24


def parts_of(sentence: str) -> list[str]:
    """Return the parts of a sentence that can be checked alone, in order; one if it has no more."""
    joints = [one.span() for one in JOINT.finditer(sentence)]
    if len(joints) > MOST_JOINTS:
        return [sentence]
    cuts = [(0, 0), *joints, (len(sentence), len(sentence))]
    parts: list[str] = []
    begin = 0
    for (_, start), (end, following) in pairwise(cuts):
        if start < begin:
            continue
        rest = sentence[following:]
        is_last = end == len(sentence)
        if is_last or (_stands_alone(sentence[begin:end]) and _stands_alone(rest)):
            parts.append(sentence[begin:end].strip(" ,;、"))
            begin = following
    return parts if 1 < len(parts) <= MOST_PARTS else [sentence]


def _stands_alone(text: str) -> bool:
    """Tell whether a text opens with a subject and has a verb behind it."""
    text = text.strip()
    if sum(word.is_content for word in words_of(text)) < LEAST_WORDS:
        return False
    if not text.isascii() and MARKED.search(text):
        return True
    verb = VERB.search(text)
    if verb is None or PRONOUN.match(text):
        return False
    return any(word.is_content for word in words_of(text[: verb.start()]))
