"""The error tree: every error says what happened, what to do, and how a script should exit.

Stdlib only. Vendor exceptions are translated into these in the adapter that met them.
"""

from __future__ import annotations

__all__ = [
    "AliquotError",
    "ConfigError",
    "IndexMismatchError",
    "MissingExtraError",
    "ModelError",
    "ModelUnavailableError",
    "ParseError",
    "PartError",
    "SourceError",
    "StoreError",
    "UnknownDocumentError",
    "UnstorableTextError",
    "UnsupportedFormatError",
]


class AliquotError(Exception):
    """Base of every error Aliquot raises on purpose.

    Attributes:
        hint: What the reader can do about it, one sentence; may be empty.
        exit_code: Process exit code of the command line for this kind of error.
        retryable: Whether the same call may succeed later without a change.
    """

    exit_code = 1
    retryable = False

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint

    @property
    def message(self) -> str:
        """The text without the hint."""
        return str(self.args[0]) if self.args else ""


class ConfigError(AliquotError):
    """A key, value, option or filter is unknown or out of bounds, or a secret is missing."""

    exit_code = 2


class MissingExtraError(AliquotError, ImportError):
    """A named backend needs packages that are not installed."""

    exit_code = 3

    def __init__(self, message: str, *, extra: str) -> None:
        super().__init__(message, hint=f"Install it with: pip install 'aliquot[{extra}]'")
        self.extra = extra


class SourceError(AliquotError):
    """A source cannot be read or fetched.

    Attributes:
        source: Path or URL of the source.
        status: Machine-readable reason: `failed`, `unsupported`, `encrypted`, `needs_ocr`, `empty`.
    """

    def __init__(
        self, message: str, *, source: str = "", status: str = "failed", hint: str = ""
    ) -> None:
        super().__init__(message, hint=hint)
        self.source = source
        self.status = status

    def __reduce__(self) -> tuple[object, ...]:
        """Keep the named attributes when the error crosses a process boundary."""
        return (_rebuild, (type(self), self.message, self.__dict__.copy()))


class UnsupportedFormatError(SourceError):
    """No parser reads this kind of content."""

    def __init__(self, message: str, *, source: str = "", hint: str = "") -> None:
        super().__init__(message, source=source, status="unsupported", hint=hint)


class ParseError(SourceError):
    """The content is of a known format but damaged, locked or without text.

    Attributes:
        page: 1-based page where it happened, where there is one.
    """

    def __init__(
        self,
        message: str,
        *,
        source: str = "",
        status: str = "failed",
        page: int | None = None,
        hint: str = "",
    ) -> None:
        super().__init__(message, source=source, status=status, hint=hint)
        self.page = page


class PartError(ParseError):
    """The file is a part of another one, and is read with it.

    Attributes:
        whole: Path of the other one.
    """

    def __init__(self, message: str, *, source: str = "", whole: str = "", hint: str = "") -> None:
        super().__init__(message, source=source, status="part", hint=hint)
        self.whole = whole


class StoreError(AliquotError):
    """The library on disk is damaged, locked, full or of another version."""

    exit_code = 4


class UnknownDocumentError(StoreError):
    """No document has this id."""

    exit_code = 1


class UnstorableTextError(StoreError):
    """A text holds characters that no stored text may."""

    exit_code = 1


class IndexMismatchError(StoreError):
    """An index was built by another embedder, analyser or version."""


class ModelError(AliquotError):
    """An embedder, reranker or generator failed."""

    exit_code = 5


class ModelUnavailableError(ModelError):
    """A model did not answer in time or refused for load."""

    retryable = True


def _rebuild(cls: type[SourceError], message: str, state: dict[str, object]) -> SourceError:
    error = cls(message)
    error.__dict__.update(state)
    return error
