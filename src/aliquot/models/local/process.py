"""The parent's side of a local model: one worker process, started and ended here.

A crash of native code costs the worker, never Aliquot. The worker ends with its parent, however
that ends: it reads the pipe the parent holds. It is given no more of the environment than it needs.
"""

from __future__ import annotations

import json
import os
import queue
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

from aliquot.errors import ModelError, ModelUnavailableError

__all__ = ["WORKER", "ModelProcess"]

# Run without the working folder on the path (`-P`): an `httpx.py` lying in a lab's folder must not
# be imported. The place of this package goes last, for callers that changed their own path.
_BOOT = (
    "import sys; sys.path.append(sys.argv.pop(1)); "
    "from aliquot.models.local.worker import main; main()"
)
WORKER = (sys.executable, "-P", "-c", _BOOT, str(Path(__file__).parents[3]))
# Prompts and keys of other services are no business of native code: only these are handed on, and
# what begins so, which graphics cards and linkers read.
_KEPT = frozenset({
    "PATH", "HOME", "USERPROFILE", "SYSTEMROOT", "TMPDIR", "TEMP", "TMP", "LANG", "PYTHONPATH",
    "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "OMP_NUM_THREADS",
})  # fmt: skip
_KEPT_STARTS = ("LC_", "CUDA_", "HIP_", "ROCR_", "GGML_", "VK_")
# A model of 40 GB from a slow disk.
_LOAD_S = 900.0
# Longest silence: a batch of prompt tokens takes a minute at 4 tokens a second.
_SILENCE_S = 300.0
# Seconds a cancelled chat may take to stop before its process is ended.
_CANCEL_S = 15.0
_END_S = 3.0
_NOTED_CHARACTERS = 500
_GONE = {"gone": True}


class ModelProcess:
    """A worker that holds a model; for one thread at a time."""

    def __init__(
        self,
        settings: Mapping[str, Any],
        *,
        name: str,
        command: Sequence[str] = WORKER,
        silence_s: float = _SILENCE_S,
    ) -> None:
        """Start it and wait until its model is loaded.

        Args:
            settings: `path` of the model and its `context`.
            name: How errors call the model.
            command: What is run; the settings follow as JSON.
            silence_s: Seconds a loaded model may say nothing before it is ended.

        Raises:
            ModelError: The model cannot be loaded.
            ModelUnavailableError: The worker ended while it loaded it, or took too long.
        """
        self._name = name
        self._silence_s = silence_s
        self._events: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
        self._said = b""
        # Whoever may open the socket in it may use the model: only this user.
        self._folder = tempfile.mkdtemp(prefix="aliquot-")
        try:
            self._process = _started([*command, json.dumps({**settings, "folder": self._folder})])
        except OSError as exc:
            shutil.rmtree(self._folder, ignore_errors=True)
            raise ModelUnavailableError(
                f"The process of the model {name} cannot be started: {exc.strerror or exc}.",
                hint="Free memory, or close other programs.",
            ) from exc
        self._readers = [
            threading.Thread(target=read, daemon=True) for read in (self._listen, self._drain)
        ]
        for thread in self._readers:
            thread.start()
        try:
            self._require_loaded()
        except BaseException:
            self.close()
            raise

    @property
    def pid(self) -> int:
        """The system's number for it."""
        return self._process.pid

    @property
    def is_running(self) -> bool:
        """Whether it can be asked."""
        return self._process.poll() is None

    def count(self, text: str) -> int:
        """Return how many tokens a text is.

        Raises:
            ModelError: The worker cannot tell.
            ModelUnavailableError: The worker died.
        """
        events = list(self._answers({"count": text}))
        return int(events[0]["tokens"])

    def chat(self, body: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
        """Yield the chunks of an answer; stops the model when nobody wants more of them.

        Raises:
            ModelError: llama.cpp refuses the request.
            ModelUnavailableError: The worker died, or was silent for too long.
        """
        return (event["chunk"] for event in self._answers({"chat": dict(body)}))

    def close(self) -> None:
        """End the process, kindly at first."""
        with suppress(OSError):
            _pipe(self._process.stdin).close()
        try:
            self._process.wait(_END_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        for thread in self._readers:
            thread.join(_END_S)
        shutil.rmtree(self._folder, ignore_errors=True)

    # --------------------------------------------------------------------------- the pipes

    def _require_loaded(self) -> None:
        event = self._next(_LOAD_S)
        if "failed" in event:
            raise ModelError(
                f"llama.cpp cannot load the model {self._name} ({event['failed']}).{self._noted()}",
                hint="The file may be damaged, or made for another program: try a current "
                "xllamacpp, or another GGUF of the model.",
            )

    def _answers(self, request: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
        """Yield what the worker answers; whatever ends this early, nothing of it is left behind."""
        self._send(request)
        is_over = False
        try:
            while "done" not in (event := self._next(self._silence_s)):
                if "failed" in event:
                    is_over = True
                    raise ModelError(
                        f"The model {self._name} refused the request: {event['failed']}",
                        hint="Ask without a schema, or with a simpler one.",
                    )
                yield event
            is_over = True
        finally:
            if not is_over:
                self._cancel()

    def _send(self, request: Mapping[str, Any]) -> None:
        try:
            pipe = _pipe(self._process.stdin)
            pipe.write(json.dumps(request).encode("ascii") + b"\n")
            pipe.flush()
        except OSError as exc:
            raise self._died() from exc

    def _next(self, within_s: float) -> dict[str, Any]:
        """Return the next event.

        Raises:
            ModelUnavailableError: There is none: the process ended, or says nothing.
        """
        try:
            event = self._events.get(timeout=within_s)
        except queue.Empty as exc:
            self._process.kill()
            raise ModelUnavailableError(
                f"The model {self._name} said nothing for {within_s:.0f} s and was ended.",
                hint="Ask again with less evidence, or use a smaller model.",
            ) from exc
        if event is _GONE:
            raise self._died()
        return event

    def _cancel(self) -> None:
        """Let the model stop; end the process where it does not, or is dead."""
        if not self.is_running:
            return
        try:
            self._send({"cancel": True})
            while not {"done", "failed"} & self._next(_CANCEL_S).keys():
                pass
        except ModelError:
            self._process.kill()

    def _died(self) -> ModelUnavailableError:
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(_END_S)
        code = self._process.returncode
        how = f"by signal {-code}" if code is not None and code < 0 else f"with code {code}"
        return ModelUnavailableError(
            f"The process of the model {self._name} ended {how}.{self._noted()}",
            hint="It starts again at the next question. If it keeps ending, free memory or use "
            "another model.",
        )

    def _noted(self) -> str:
        """Return the last line that llama.cpp wrote, which says why it failed."""
        lines = self._said.decode("utf-8", "replace").strip().splitlines()
        return f" It said: {lines[-1][:_NOTED_CHARACTERS]}" if lines else ""

    def _listen(self) -> None:
        with _pipe(self._process.stdout) as pipe, suppress(ValueError):
            for line in pipe:
                self._events.put(json.loads(line))
        self._events.put(_GONE)

    def _drain(self) -> None:
        with _pipe(self._process.stderr) as pipe:
            for line in pipe:
                self._said = line if line.strip() else self._said


def _started(command: Sequence[str]) -> subprocess.Popen[bytes]:
    kept = {
        key: value
        for key, value in os.environ.items()
        if key.upper() in _KEPT or key.upper().startswith(_KEPT_STARTS)
    }
    pipe = subprocess.PIPE
    # Ctrl-C in a terminal is for the parent: the worker ends when its pipe closes.
    group = getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)
    return subprocess.Popen(
        command,
        stdin=pipe, stdout=pipe, stderr=pipe, env=kept,
        start_new_session=os.name != "nt", creationflags=group,
    )  # fmt: skip


def _pipe(pipe: IO[bytes] | None) -> IO[bytes]:
    assert pipe is not None  # All three are pipes, see `_started`.
    return pipe
