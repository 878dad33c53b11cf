"""The child's side: read a request, look at the pages, answer, until the pipe closes.

Started with `LookLimits` as JSON.
"""

from __future__ import annotations

import json
import pickle
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

import numpy as np

from aliquot.errors import ParseError, SourceError
from aliquot.parsing.child import limit, receive_request, send, set_alarm, take_pipes
from aliquot.parsing.images.pictures import open_pictures
from aliquot.parsing.paged.characters import read_characters
from aliquot.parsing.paged.decks import look_at_deck
from aliquot.parsing.paged.drawing import draw_page, draw_picture
from aliquot.parsing.paged.records import (
    Failed,
    Looked,
    LookLimits,
    PageCharacters,
    PagePicture,
    Request,
    SlideRequest,
)
from aliquot.parsing.pdf.pages.reading import SIGNATURE, SIGNATURE_WINDOW, open_pdf

__all__ = ["main"]

# Nothing is written but the pipe.
WRITTEN_BYTES = 1 << 20
# Seconds left to the parent, which says why it ends a process, before the alarm does.
GRACE_S = 5.0


def main() -> None:
    """Serve requests until the parent closes the pipe."""
    limits = LookLimits(**json.loads(sys.argv[1]))
    limit(limits.memory_mib, WRITTEN_BYTES)
    requests, answers = take_pipes()
    while isinstance(request := receive_request(requests), Request):
        set_alarm(limits.timeout_s + GRACE_S)
        data = pickle.dumps(_answer(request))
        set_alarm(0)
        send(answers, data)


def _answer(request: Request) -> Looked:
    try:
        if isinstance(request, SlideRequest):
            return look_at_deck(request)
        look = _look_at_pdf if _is_pdf(Path(request.path)) else _look_at_pictures
        return list(look(request))
    except SourceError as exc:
        exc.source = exc.source or request.path
        return Failed(exc)
    except OSError as exc:
        return _failed(request, f"It cannot be read: {exc.strerror or exc}.")
    except MemoryError:
        return _failed(request, "Its pages need more memory than drawing may use.")
    # pdfium's and Pillow's own errors, on files that are made to break them.
    except (RuntimeError, ValueError, TypeError, LookupError, ArithmeticError) as exc:
        return _failed(request, f"Its pages cannot be drawn: {exc}")


def _failed(request: Request, reason: str) -> Failed:
    hint = "Open the file itself; its text is in the library all the same."
    return Failed(ParseError(reason, source=request.path, page=request.pages[0], hint=hint))


def _is_pdf(path: Path) -> bool:
    with path.open("rb") as file:
        return SIGNATURE in file.read(SIGNATURE_WINDOW)


def _look_at_pdf(request: Request) -> Iterator[PageCharacters | PagePicture]:
    with closing(open_pdf(Path(request.path))) as pdf:
        for number in _known(request, len(pdf)):
            with closing(pdf[number - 1]) as page:
                if request.width:
                    yield draw_page(page, number, request.width)
                else:
                    yield read_characters(page, number)


def _look_at_pictures(request: Request) -> Iterator[PageCharacters | PagePicture]:
    with open_pictures(Path(request.path)) as pictures:
        for number, (pixels, scale) in enumerate(pictures, 1):
            if number not in request.pages:
                continue
            high, wide = pixels.shape[:2]
            if request.width:
                yield draw_picture(pixels, number, request.width)
            else:
                yield PageCharacters(number, wide * scale, high * scale, "", _NO_BOXES)


_NO_BOXES = np.zeros((0, 4), dtype=np.float32)


def _known(request: Request, count: int) -> Sequence[int]:
    return [number for number in request.pages if 1 <= number <= count]


if __name__ == "__main__":
    main()
