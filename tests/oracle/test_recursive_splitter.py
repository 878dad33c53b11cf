"""Our recursive splitter against LangChain's on the same arguments."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aliquot.chunking import split_recursively, split_spans
from aliquot.chunking.recursive import SEPARATORS

character = pytest.importorskip("langchain_text_splitters.character")

TEXTS = st.text(alphabet="ab.\n  x。é\t", max_size=300)
SIZES = st.tuples(st.integers(1, 60), st.integers(0, 60)).filter(lambda pair: pair[1] <= pair[0])
SEPARATOR_LISTS = st.sampled_from(
    [SEPARATORS, ("\n\n", "\n", " ", ""), ("\n\n", " "), (". ",), ("",), (" ", "", "\n"), ("ab",)]
)
LENGTHS: list[Callable[[str], int]] = [
    len,
    lambda text: len(text.split()),
    lambda text: len(text.encode()),
    lambda text: len(text) + 2,
]


def langchain(
    text: str, size: int, overlap: int, separators: tuple[str, ...], length: Callable[[str], int]
) -> list[str]:
    splitter = character.RecursiveCharacterTextSplitter(
        separators=list(separators),
        chunk_size=size,
        chunk_overlap=overlap,
        length_function=length,
    )
    pieces: list[str] = splitter.split_text(text)
    return pieces


@given(text=TEXTS, sizes=SIZES, separators=SEPARATOR_LISTS, length=st.sampled_from(LENGTHS))
def test_pieces_are_those_of_langchain(
    text: str,
    sizes: tuple[int, int],
    separators: tuple[str, ...],
    length: Callable[[str], int],
) -> None:
    size, overlap = sizes
    ours = split_recursively(
        text, chunk_size=size, chunk_overlap=overlap, separators=separators, length=length
    )
    assert ours == langchain(text, size, overlap, separators, length)


@given(text=st.text(max_size=200), sizes=SIZES)
def test_pieces_of_any_unicode_are_those_of_langchain(text: str, sizes: tuple[int, int]) -> None:
    size, overlap = sizes
    ours = split_recursively(text, chunk_size=size, chunk_overlap=overlap)
    assert ours == langchain(text, size, overlap, SEPARATORS, len)


@given(text=TEXTS, sizes=SIZES)
def test_spans_locate_the_pieces(text: str, sizes: tuple[int, int]) -> None:
    size, overlap = sizes
    spans = split_spans(text, chunk_size=size, chunk_overlap=overlap)
    pieces = split_recursively(text, chunk_size=size, chunk_overlap=overlap)
    assert [span.of(text) for span in spans] == pieces
    assert spans == sorted(spans)


def test_prose_is_split_as_langchain_does() -> None:
    text = "\n\n".join(f"Paragraph {n}. " + "It grew at 37 C in LB. " * n for n in range(1, 40))
    assert split_recursively(text, chunk_size=512, chunk_overlap=64) == langchain(
        text, 512, 64, SEPARATORS, len
    )
