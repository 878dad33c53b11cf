"""How many tokens a text is: by the model's own vocabulary where it lies on this machine, else an
estimate that is not too low.

Nothing is fetched: `tiktoken` would download a vocabulary it does not find, so it is only used
where the file is there already.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Callable, Mapping
from functools import partial
from importlib.util import find_spec
from pathlib import Path

__all__ = ["counter", "estimated_tokens"]

# Where OpenAI keeps the vocabularies, and the SHA-256 of each; tiktoken names its copy by the SHA-1
# of the address, and fetches it anew where it is damaged.
# Source: tiktoken/load.py and tiktoken_ext/openai_public.py, 0.14.
_ADDRESS = "https://openaipublic.blob.core.windows.net/encodings/{}.tiktoken"
_VOCABULARIES = {
    "o200k_base": "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d",
    "cl100k_base": "223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7",
}

# Pieces as byte-pair vocabularies cut them before merging: words, digits, the rest.
_PIECES = re.compile(r"[A-Za-z]+|[0-9]+|[ \t]+|[\r\n]+|[\x00-\x7f]|[^\x00-\x7f]")
# A space joins the word behind it, but not a digit: it is counted as one of two.
_SPACE_BEFORE_DIGIT = re.compile(r" (?=[0-9])")
# Letters of a word that a token stands for at the least. English words average above four; names of
# genes, reagents and sequences are cut into pieces of two or three.
_LETTERS_A_TOKEN = 3
_SHORT_WORD = 4
# Words in capitals are cut finer, as TP53, ACGT or HEPES.
_CAPITALS_A_TOKEN = 2
# Spaces in a row that one token covers, at the least.
_SPACES_A_TOKEN = 4


def estimated_tokens(text: str) -> int:
    """Return an estimate that is not too low for the vocabularies in use, in any language.

    Digits count one each, as in Llama's and Qwen's; a character of Japanese or Chinese one, and
    two where it is rare; other characters their bytes, which no byte-pair vocabulary exceeds.
    """
    return sum(map(_tokens_of, _PIECES.findall(_SPACE_BEFORE_DIGIT.sub("  ", text))))


def _tokens_of(piece: str) -> int:
    first = piece[0]
    if not first.isascii():
        return _tokens_of_character(first)
    if first.isalpha():
        if piece.isupper():
            return -(-len(piece) // _CAPITALS_A_TOKEN)
        return 1 if len(piece) <= _SHORT_WORD else -(-len(piece) // _LETTERS_A_TOKEN)
    if first in " \t":
        return (len(piece) - 1 + _SPACES_A_TOKEN - 1) // _SPACES_A_TOKEN  # One joins the next word.
    return len(piece)


def _tokens_of_character(character: str) -> int:
    code = ord(character)
    if 0x3041 <= code <= 0x30FF or code in (0x3001, 0x3002):
        return 1  # Kana and their punctuation.
    if 0x4E00 <= code <= 0x9FFF:
        return 2  # Kanji: most are one token, those of the old vocabularies up to three.
    return len(character.encode("utf-8", "replace"))


def counter(kind: str, model: str, environ: Mapping[str, str] = os.environ) -> Callable[[str], int]:
    """Return what counts the tokens of a model."""
    if kind in ("openai", "azure") and (found := _own_vocabulary(model, environ)) is not None:
        return found
    return estimated_tokens


def _own_vocabulary(model: str, environ: Mapping[str, str]) -> Callable[[str], int] | None:
    """Return a count by OpenAI's own vocabulary, where its file is on this machine."""
    folder = environ.get("TIKTOKEN_CACHE_DIR") or environ.get("DATA_GYM_CACHE_DIR")
    if not folder or find_spec("tiktoken") is None:
        return None
    import tiktoken

    try:
        name = tiktoken.encoding_name_for_model(model)
    except KeyError:
        return None
    copy = Path(folder) / hashlib.sha1(_ADDRESS.format(name).encode()).hexdigest()
    if not copy.is_file() or _sha256(copy) != _VOCABULARIES.get(name):
        return None
    return partial(_counted, tiktoken.get_encoding(name).encode_ordinary)


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _counted(encode: Callable[[str], list[int]], text: str) -> int:
    return len(encode(text))
