"""The child's side of isolated parsing: read a request, parse, answer, until the pipe closes.

Started with `Limits` as JSON. A request is a path and the name of a format.
"""

from __future__ import annotations

import json
import pickle
import sys
import threading
import time
from pathlib import Path

from aliquot.backends import load
from aliquot.errors import (
    MissingExtraError,
    ParseError,
    SourceError,
    UnsupportedFormatError,
)
from aliquot.parsing.child import limit, receive_request, send, set_alarm, take_pipes
from aliquot.parsing.isolation import ANSWER_BYTES, Answer, Failure, Limits, MoreTime, Parsed
from aliquot.parsing.ocr.settings import OcrSettings

__all__ = ["main"]

# Most that a parser may write into one file: what libraries unpack beside them is small.
WRITTEN_BYTES = 512 * 2**20
# Seconds left to the parent, which says why it ends a worker, before the alarm does.
GRACE_S = 5.0
REINSTALL = "Install Aliquot again, with what it depends on, and add the file again."


def main() -> None:
    """Serve requests until the parent closes the pipe."""
    limits = Limits(**json.loads(sys.argv[1]))
    limit(limits.memory_mib, WRITTEN_BYTES)
    requests, answers = take_pipes()

    def begin_recognition() -> None:
        set_alarm(limits.timeout_s + limits.ocr_timeout_s + GRACE_S)
        send(answers, pickle.dumps(MoreTime()))

    ocr = OcrSettings(limits.ocr_engine, limits.ocr_timeout_s, begin_recognition)
    while isinstance(request := receive_request(requests), tuple):
        path, format_name = request
        set_alarm(limits.timeout_s + GRACE_S)
        data = _answer(Path(path), format_name, ocr)
        set_alarm(0)
        send(answers, data)


def _answer(path: Path, format_name: str, ocr: OcrSettings) -> bytes:
    """Return the pickled answer, or that of a failure where the documents cannot be sent."""
    try:
        outcome = _parse(path, format_name, ocr)
        # Threads that a parser left running would take from the next file's time and memory.
        data = _pickled(outcome, is_spent=threading.active_count() > 1)
    except MemoryError:
        return _pickled(_out_of_memory(path), is_spent=True)
    except (pickle.PicklingError, TypeError, AttributeError, RecursionError) as exc:
        return _pickled(_unsendable(path, exc))
    return data if len(data) <= ANSWER_BYTES else _pickled(_too_much(path))


def _pickled(outcome: Parsed | Failure, *, is_spent: bool = False) -> bytes:
    return pickle.dumps(Answer(outcome, is_spent), protocol=pickle.HIGHEST_PROTOCOL)


def _parse(path: Path, format_name: str, ocr: OcrSettings) -> Parsed | Failure:
    started = time.monotonic()
    try:
        make = load("parsers", format_name)
        parser = make(ocr=ocr) if getattr(make, "recognises_text", False) else make()
        documents = parser.parse(path)
    except SourceError as exc:
        exc.source = exc.source or str(path)
        # What could not be reached may be reached next time; what is in the file stays in it.
        return Failure(exc, is_final=isinstance(exc, ParseError | UnsupportedFormatError))
    except OSError as exc:
        return _unreadable(path, exc)
    except ImportError as exc:
        return _not_installed(path, format_name, exc)
    # Rust parsers raise panics that derive from BaseException; none may end the worker.
    except BaseException as exc:
        if isinstance(exc, KeyboardInterrupt | SystemExit | MemoryError):
            raise
        return _broken(path, format_name, exc)
    seconds = time.monotonic() - started
    return Parsed(documents, f"{format_name} {parser.version}", seconds)


# ------------------------------------------------------------------------------ failures


def _failed(path: Path, reason: str, hint: str, *, is_final: bool = True) -> Failure:
    return Failure(ParseError(reason, source=str(path), hint=hint), is_final=is_final)


def _unreadable(path: Path, error: OSError) -> Failure:
    reason = f"It cannot be read: {error.strerror or error}."
    return _failed(path, reason, "Check that it exists and that you may read it.", is_final=False)


def _not_installed(path: Path, format_name: str, error: ImportError) -> Failure:
    """Say that the program is at fault, not the file, which is tried again once that is mended."""
    hint = error.hint if isinstance(error, MissingExtraError) else REINSTALL
    what = SourceError(
        f"The {format_name} parser is not completely installed: {error}.",
        source=str(path),
        hint=f"Nothing is wrong with the file. {hint}",
    )
    return Failure(what, is_final=False)


def _broken(path: Path, format_name: str, error: BaseException) -> Failure:
    return _failed(
        path,
        f"The {format_name} parser failed: {type(error).__name__}: {error}",
        "The file may be damaged; open it in its own program and save it again.",
    )


def _out_of_memory(path: Path) -> Failure:
    return _failed(
        path,
        "It needed more memory than a parser may use.",
        "Raise ingest.memory_mib in aliquot.toml, or split the file.",
    )


def _unsendable(path: Path, error: Exception) -> Failure:
    return _failed(
        path,
        f"What the parser made of it cannot be handed on: {type(error).__name__}: {error}.",
        "This is a defect of the parser; report it, with the file if you may share it.",
    )


def _too_much(path: Path) -> Failure:
    return _failed(
        path,
        f"It gives more than {ANSWER_BYTES / 2**20:.0f} MiB of text.",
        "Split it, or keep only the part that should be searched.",
    )


if __name__ == "__main__":
    main()
