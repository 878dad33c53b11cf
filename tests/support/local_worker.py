"""A worker of a local model whose engine does what the last message says; no model is loaded."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from aliquot.models.local.worker import serve

Heard = Callable[[dict[str, Any]], bool]


class SayingEngine:
    """Say back what it is given, or fail as it is told to."""

    def __init__(self, path: str, context: int, folder: str) -> None:
        """Fail to load where the path says so."""
        if "crashing" in path:
            os.write(2, b"GGML_ASSERT failed\n")
            os._exit(134)
        if "unloadable" in path:
            raise RuntimeError("unknown architecture")
        Path(folder, "socket").touch()
        self.context = context
        os.write(1, b"llama.cpp writes where it likes\n")

    def chat(self, body: Mapping[str, Any], heard: Heard) -> None:
        """Do what the last message says."""
        said = body["messages"][-1]["content"]
        if said == "crash":
            os._exit(139)
        if said == "hang":
            time.sleep(60)
        if said == "refuse":
            raise ValueError("unrecognised schema")
        if said == "too long":
            heard({"error": {"type": "exceed_context_size_error", "message": "too long",
                             "n_prompt_tokens": 9_000, "n_ctx": self.context}})  # fmt: skip
            return
        if said == "for ever":
            while not heard(chunk("again ")):
                time.sleep(0.01)
            return
        text = json.dumps(body) if said == "body" else said
        if said == "environment":
            text = json.dumps(sorted(os.environ))
        for word in text.split(" "):
            heard(chunk(f"{word} "))
        heard({"choices": [{"delta": {}, "finish_reason": "length"}]})
        heard({"choices": [], "usage": {"prompt_tokens": 7, "completion_tokens": 3}})

    def count(self, text: str) -> int:
        """Return the number of words."""
        return len(text.split())


def chunk(text: str) -> dict[str, Any]:
    """Return a chunk as llama.cpp sends them."""
    return {"choices": [{"delta": {"content": text}, "finish_reason": None}]}


if __name__ == "__main__":
    serve(SayingEngine)
