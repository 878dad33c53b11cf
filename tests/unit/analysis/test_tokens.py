"""Pieces found sooner are the pieces found at all."""

from __future__ import annotations

import re

from hypothesis import given, settings
from hypothesis import strategies as st

from aliquot.analysis.normalise import GREEK_NAMES
from aliquot.analysis.tokens import _EVERY_PIECE, PIECE

EVERY = re.compile(_EVERY_PIECE)
words = st.one_of(
    st.sampled_from(
        [*GREEK_NAMES, "Beta", "TNF", "IL", "kappa", "HEK", "293T", "phase", "Phase", "the", "in",
         "cells", "Cells", "cells.", "p53", "rs123", "5'", "UTR", "acid", "lambda", "catenin", "x",
         "don't", "anti-", "-", "CD8+", "3", "10^6", "NCT", "01234567", "は", "細胞", "a"]
    ),
    st.text(alphabet="abXY12-_.,'^ é", max_size=6),
)  # fmt: skip
texts = st.lists(
    st.tuples(words, st.sampled_from([" ", " ", "\n", ", ", ". ", "; ", ")", " (", "-", ""])),
    max_size=12,
).map(lambda parts: "".join(word + between for word, between in parts))


@given(texts)
@settings(max_examples=400)
def test_a_plain_word_is_cut_as_it_is_without_the_shorter_way(text: str) -> None:
    assert PIECE.findall(text) == EVERY.findall(text)
