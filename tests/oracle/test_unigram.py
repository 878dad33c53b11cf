"""Our unigram tokenizer against the Rust library `tokenizers` on the real vocabulary."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import Tokenizer, models, pre_tokenizers, processors

from aliquot.backends import available
from aliquot.embedding.e5.unigram import _NMT_NFKC, UnigramTokenizer, Vocabulary
from aliquot.embedding.e5.weights import read_weights
from aliquot.embedding.models import MULTILINGUAL_E5_SMALL
from aliquot.models.pinned import locate

if not available("embedders", "multilingual-e5-small"):
    pytest.skip("the extra multilingual is not installed", allow_module_level=True)


@pytest.fixture(scope="module")
def tokenizers() -> tuple[Tokenizer, UnigramTokenizer]:
    weights = read_weights(locate(MULTILINGUAL_E5_SMALL, MULTILINGUAL_E5_SMALL.weights))
    oracle = Tokenizer(models.Unigram(weights.pieces, weights.unknown, byte_fallback=False))
    oracle.normalizer = _NMT_NFKC
    oracle.pre_tokenizer = pre_tokenizers.Sequence(
        [pre_tokenizers.WhitespaceSplit(), pre_tokenizers.Metaspace()]
    )
    oracle.post_processor = processors.TemplateProcessing(
        single="<s> $A </s>", special_tokens=[("<s>", weights.start), ("</s>", weights.end)]
    )
    oracle.enable_truncation(512)
    pieces, scores = zip(*weights.pieces, strict=True)
    ours = UnigramTokenizer(
        Vocabulary(pieces, scores),
        start=weights.start,
        end=weights.end,
        unknown=weights.unknown,
        max_tokens=512,
    )
    return oracle, ours


TEXT = st.text(
    st.one_of(
        st.characters(exclude_categories=["Cs"]),
        st.characters(min_codepoint=0x3040, max_codepoint=0x30FF),
        st.characters(min_codepoint=0x4E00, max_codepoint=0x5FFF),
        st.characters(min_codepoint=0x20, max_codepoint=0x7E),
    ),
    max_size=200,
)


@settings(max_examples=300, deadline=None)
@given(text=TEXT)
def test_any_text_is_cut_as_the_oracle_cuts_it(
    tokenizers: tuple[Tokenizer, UnigramTokenizer], text: str
) -> None:
    oracle, ours = tokenizers
    assert ours(text) == oracle.encode(text).ids


@pytest.mark.parametrize(
    "text",
    [
        "query: IL-6 (5～10 µg/mL) で β‑catenin の発現が上昇した。",
        "ACGT" * 1000,
        "passage: " + "The cells were washed twice with PBS. " * 200,
        "</s> <s> <unk> <mask>",
        unicodedata.normalize("NFD", "Ångström façade がん"),
    ],
)
def test_texts_of_a_lab_are_cut_as_the_oracle_cuts_them(
    tokenizers: tuple[Tokenizer, UnigramTokenizer], text: str
) -> None:
    oracle, ours = tokenizers
    assert ours(text) == oracle.encode(text).ids
