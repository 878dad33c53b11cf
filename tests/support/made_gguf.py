"""GGUF files made for tests: a header, a vocabulary and tensors of zeros."""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from pathlib import Path

Value = int | str | Sequence[int] | Sequence[str]
CONTROL = 3
TOKENS = {"a": 1, "</s>": CONTROL, "<|im_start|>": CONTROL, "<|im_end|>": CONTROL, "b": 1}
QWEN: Mapping[str, Value] = {
    "general.architecture": "qwen2",
    "qwen2.block_count": 28,
    "qwen2.context_length": 32_768,
    "qwen2.embedding_length": 1_536,
    "qwen2.attention.head_count": 12,
    "qwen2.attention.head_count_kv": 2,
    "tokenizer.chat_template": "{{ messages }}",
}


def gguf(
    fields: Mapping[str, Value] = QWEN,
    *,
    tokens: Mapping[str, int] = TOKENS,
    tensors: Mapping[str, Sequence[int]] | None = None,
    version: int = 3,
) -> bytes:
    """Return a file of those metadata, tokens with their kinds, and 32-bit tensors of shapes."""
    shapes = {"output.weight": (8, 4)} if tensors is None else tensors
    all_fields = {
        **fields,
        "tokenizer.ggml.tokens": list(tokens),
        "tokenizer.ggml.token_type": list(tokens.values()),
    }
    head = b"GGUF" + struct.pack("<IQQ", version, len(shapes), len(all_fields))
    head += b"".join(text(key) + value(one) for key, one in all_fields.items())
    end = 0
    for name, shape in shapes.items():
        head += text(name) + struct.pack(f"<I{len(shape)}QIQ", len(shape), *shape, 0, end)
        size = 4
        for length in shape:
            size *= length
        end += size
    return head + bytes(-len(head) % 32) + bytes(end)


def write_gguf(path: Path, fields: Mapping[str, Value] = QWEN) -> Path:
    """Write such a file and return its path."""
    path.write_bytes(gguf(fields))
    return path


def text(one: str) -> bytes:
    """Return a text with its length before it."""
    raw = one.encode()
    return struct.pack("<Q", len(raw)) + raw


def value(one: Value) -> bytes:
    """Return a value with its type before it."""
    if isinstance(one, str):
        return struct.pack("<I", 8) + text(one)
    if isinstance(one, int):
        return struct.pack("<II", 4, one)
    if one and isinstance(one[0], str):
        return struct.pack("<IIQ", 9, 8, len(one)) + b"".join(text(str(each)) for each in one)
    return struct.pack(f"<IIQ{len(one)}i", 9, 5, len(one), *map(int, one))
