"""What a GGUF file says of its model, read without loading it.

Enters: a path. Leaves: a `GgufHeader`, or an error that says what is wrong with the file. The file
may come from anywhere: every count and length is bounded by the file's own size.
Source: ggml, docs/gguf.md, versions 2 and 3.
"""

from __future__ import annotations

import mmap
import re
import struct
from array import array
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from aliquot.errors import ModelError

__all__ = ["GgufHeader", "read_header"]

Value = int | float | bool | str | tuple[int | float | bool, ...]

_MAGIC = b"GGUF"
_VERSIONS = (2, 3)
_STRING, _ARRAY = 8, 9
# Number of a value type -> how `struct` reads one.
_SCALARS = {
    0: "B", 1: "b", 2: "H", 3: "h", 4: "I", 5: "i", 6: "f", 7: "?", 10: "Q", 11: "q", 12: "d",
}  # fmt: skip
# Number of a tensor type -> (numbers in a block, bytes of a block). Types not listed are taken to
# have no bytes, which only makes the check of the file's length weaker. Source: ggml.h, ggml.c.
_BLOCKS = {
    0: (1, 4), 1: (1, 2), 2: (32, 18), 3: (32, 20), 6: (32, 22), 7: (32, 24), 8: (32, 34),
    10: (256, 84), 11: (256, 110), 12: (256, 144), 13: (256, 176), 14: (256, 210), 30: (1, 2),
}  # fmt: skip
# Numbers kept of an array, such as heads by layer; longer ones describe the vocabulary.
_KEPT_NUMBERS = 4_096
# The largest vocabularies have 300,000 entries and as many merges.
_MAX_STRINGS = 4_000_000
_MAX_TENSORS = 1_000_000
_MAX_FIELDS = 100_000
_MAX_DIMENSIONS = 8
_CONTROL = 3
# Shorter ones would be found in ordinary text.
_SHORTEST_CONTROL = 3
_ALIGNMENT = 32
_HALF_BYTES = 2
_SPLIT = re.compile(r"-00001-of-(\d{5})$")


@dataclass(frozen=True, slots=True)
class GgufHeader:
    """What a file says of its model.

    Attributes:
        fields: Its metadata by key; long arrays and the vocabulary left out.
        control_tokens: Texts that end turns and begin roles when they stand in a prompt.
        vocabulary: Number of tokens.
        weight_bytes: Size of the file, or of all its parts.
    """

    fields: Mapping[str, Value]
    control_tokens: tuple[str, ...]
    vocabulary: int
    weight_bytes: int

    @property
    def architecture(self) -> str:
        """Family of the model, such as `qwen2`."""
        return str(self.fields.get("general.architecture", ""))

    @property
    def context_tokens(self) -> int:
        """What the model was trained to read and write together; 0 where it is not said."""
        return self._number("context_length")

    @property
    def has_template(self) -> bool:
        """Whether it knows how a conversation is written; base models do not."""
        return "tokenizer.chat_template" in self.fields

    @property
    def cache_bytes_a_token(self) -> int:
        """Memory that keys and values of one token take, as 16-bit floats."""
        layers = self._number("block_count")
        heads = self._number("attention.head_count")
        width = self._number("embedding_length") // heads if heads else 0
        key = self._number("attention.key_length") or width
        value = self._number("attention.value_length") or width
        kept = self.fields.get(f"{self.architecture}.attention.head_count_kv", heads)
        heads_of_all = sum(kept) if isinstance(kept, tuple) else layers * int(kept)
        return int(heads_of_all) * (key + value) * _HALF_BYTES

    def _number(self, key: str) -> int:
        value = self.fields.get(f"{self.architecture}.{key}", 0)
        if isinstance(value, tuple):
            return int(max(value, default=0))
        return int(value) if isinstance(value, int | float) else 0


def read_header(path: Path) -> GgufHeader:
    """Return what a file says of its model; 0.2 s for a vocabulary of 150,000.

    Raises:
        ModelError: It is missing, no GGUF file, incomplete or damaged.
    """
    try:
        with path.open("rb") as file:
            if file.read(len(_MAGIC)) != _MAGIC:
                raise ModelError(
                    f"{path} is not a GGUF file.",
                    hint="Name a file that ends in .gguf, as llama.cpp runs it.",
                )
            with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
                return _Reader(data, path).header()
    except OSError as exc:
        raise ModelError(
            f"The model file {path} cannot be read: {exc.strerror or exc}.",
            hint="Check that it exists and that you may read it.",
        ) from exc
    except (struct.error, OverflowError) as exc:
        raise _damaged(path, "its header is cut short") from exc


def _damaged(path: Path, what: str) -> ModelError:
    return ModelError(
        f"The model file {path} is incomplete or damaged: {what}.", hint="Download it again."
    )


class _Reader:
    """Read the parts of a header one after another."""

    def __init__(self, data: mmap.mmap, path: Path) -> None:
        self._data = data
        self._path = path
        self._at = len(_MAGIC)

    def header(self) -> GgufHeader:
        """Return the whole header, the file's length checked against it.

        Raises:
            ModelError: The file is not what its header says.
        """
        version = self._scalar("I")
        if version not in _VERSIONS:
            raise ModelError(
                f"{self._path} has version {version} of GGUF, which is not known.",
                hint="Convert the model again with a current llama.cpp.",
            )
        tensors = self._count(_MAX_TENSORS, "Q")
        fields: dict[str, Value] = {}
        tokens: list[bytes] = []
        kinds: array[int] = array("i")
        for _ in range(self._count(_MAX_FIELDS, "Q")):
            key = self._text()
            kind = self._scalar("I")
            if key == "tokenizer.ggml.tokens":
                tokens = self._strings()
            elif key == "tokenizer.ggml.token_type":
                kinds = self._whole_numbers()
            elif (value := self._value(kind)) is not None:
                fields[key] = value
        self._require_tensors(tensors, fields)
        return GgufHeader(fields, _control(tokens, kinds), len(tokens), self._weights(fields))

    # ---------------------------------------------------------------------------- values

    def _scalar(self, code: str) -> int:
        (value,) = struct.unpack_from(f"<{code}", self._data, self._at)
        self._at += struct.calcsize(f"<{code}")
        return value  # type: ignore[no-any-return]  # `struct` does not say what it reads.

    def _count(self, most: int, code: str) -> int:
        count = self._scalar(code)
        if count > most:
            raise _damaged(self._path, f"it claims {count} entries")
        return count

    def _bytes(self) -> bytes:
        length = self._count(len(self._data) - self._at, "Q")
        self._at += length
        return self._data[self._at - length : self._at]

    def _text(self) -> str:
        return self._bytes().decode("utf-8", "replace")

    def _value(self, kind: int) -> Value | None:
        if kind == _STRING:
            return self._text()
        if kind != _ARRAY:
            return self._scalar(self._code(kind))
        element = self._scalar("I")
        if element == _STRING:
            self._skip_strings()
            return None
        return self._numbers(self._code(element))

    def _code(self, kind: int) -> str:
        if kind not in _SCALARS:
            raise _damaged(self._path, f"it holds a value of the unknown type {kind}")
        return _SCALARS[kind]

    def _numbers(self, code: str) -> tuple[int | float | bool, ...] | None:
        """Return an array of numbers; `None` for one that is too long to be kept."""
        raw = self._array(code)
        count = len(raw) // struct.calcsize(f"<{code}")
        return struct.unpack(f"<{count}{code}", raw) if count <= _KEPT_NUMBERS else None

    def _whole_numbers(self) -> array[int]:
        """Return an array of 32-bit integers, as kinds of tokens are written; else none."""
        numbers: array[int] = array("i")
        code = self._code(self._scalar("I"))
        raw = self._array(code)
        if struct.calcsize(f"<{code}") == numbers.itemsize:
            numbers.frombytes(raw)
        return numbers

    def _array(self, code: str) -> bytes:
        size = struct.calcsize(f"<{code}")
        count = self._count((len(self._data) - self._at) // size, "Q")
        self._at += count * size
        if self._at > len(self._data):
            raise _damaged(self._path, "its header is cut short")
        return self._data[self._at - count * size : self._at]

    def _strings(self) -> list[bytes]:
        if self._scalar("I") != _STRING:
            raise _damaged(self._path, "its vocabulary is no list of texts")
        return [self._bytes() for _ in range(self._count(_MAX_STRINGS, "Q"))]

    def _skip_strings(self) -> None:
        read = struct.Struct("<Q").unpack_from
        at = self._at + 8
        for _ in range(self._count(_MAX_STRINGS, "Q")):
            at += 8 + read(self._data, at)[0]
        self._at = at

    # ------------------------------------------------------------------------- file's size

    def _require_tensors(self, count: int, fields: Mapping[str, Value]) -> None:
        """Check that the file reaches as far as its last tensor.

        Raises:
            ModelError: It ends before.
        """
        end = 0
        for _ in range(count):
            self._bytes()
            numbers = 1
            for _ in range(self._count(_MAX_DIMENSIONS, "I")):
                numbers *= self._scalar("Q")
            in_block, block_bytes = _BLOCKS.get(self._scalar("I"), (1, 0))
            end = max(end, self._scalar("Q") + numbers // in_block * block_bytes)
        alignment = fields.get("general.alignment", _ALIGNMENT)
        step = alignment if isinstance(alignment, int) and alignment > 0 else _ALIGNMENT
        needed = -(-self._at // step) * step + end
        if len(self._data) < needed:
            what = f"it has {len(self._data):,} of {needed:,} bytes"
            raise _damaged(self._path, what)

    def _weights(self, fields: Mapping[str, Value]) -> int:
        """Return the bytes of the file, or of all the files a large model is split into.

        Raises:
            ModelError: One of them is missing.
        """
        if fields.get("split.count", 1) in (0, 1):
            return len(self._data)
        split = _SPLIT.search(self._path.stem)
        if split is None:
            raise ModelError(
                f"{self._path} is one of several files of a model, and not the first.",
                hint="Name the one that ends in -00001-of-... .gguf.",
            )
        start = self._path.stem[: split.start()]
        total = int(split[1])
        names = (f"{start}-{part:05d}-of-{total:05d}.gguf" for part in range(1, total + 1))
        paths = [self._path.with_name(name) for name in names]
        missing = [path.name for path in paths if not path.is_file()]
        if missing:
            raise _damaged(self._path, f"the part {missing[0]} is not beside it")
        return sum(path.stat().st_size for path in paths)


def _control(tokens: list[bytes], kinds: array[int]) -> tuple[str, ...]:
    texts = (
        token.decode("utf-8", "replace")
        for token, kind in zip(tokens, kinds, strict=False)
        if kind == _CONTROL and len(token) >= _SHORTEST_CONTROL
    )
    return tuple(sorted(texts, key=len, reverse=True))
