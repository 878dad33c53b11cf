from __future__ import annotations

import pickle

import pytest

from aliquot import errors
from aliquot.errors import (
    AliquotError,
    ConfigError,
    MissingExtraError,
    ModelError,
    ModelUnavailableError,
    ParseError,
    SourceError,
    StoreError,
    UnknownDocumentError,
    UnsupportedFormatError,
)


def test_every_error_is_an_aliquot_error() -> None:
    for name in errors.__all__:
        assert issubclass(getattr(errors, name), AliquotError)


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (SourceError, 1),
        (UnknownDocumentError, 1),
        (ConfigError, 2),
        (MissingExtraError, 3),
        (StoreError, 4),
        (errors.IndexMismatchError, 4),
        (ModelError, 5),
        (ModelUnavailableError, 5),
    ],
)
def test_exit_codes_are_the_promised_ones(error: type[AliquotError], code: int) -> None:
    assert error.exit_code == code


def test_only_an_unavailable_model_is_worth_a_retry() -> None:
    retryable = [name for name in errors.__all__ if getattr(errors, name).retryable]
    assert retryable == ["ModelUnavailableError"]


def test_missing_extra_names_the_exact_command() -> None:
    error = MissingExtraError("'qdrant' needs qdrant_client.", extra="qdrant")
    assert "pip install 'aliquot[qdrant]'" in error.hint
    assert isinstance(error, ImportError)


@pytest.mark.parametrize(
    "error",
    [
        SourceError("gone", source="/a", status="missing", hint="Look."),
        ParseError("bad", source="/a.pdf", status="encrypted", page=3, hint="Unlock."),
        UnsupportedFormatError("what?", source="/b", hint="Convert."),
    ],
)
def test_source_errors_cross_a_process_boundary_whole(error: SourceError) -> None:
    copy = pickle.loads(pickle.dumps(error))
    assert type(copy) is type(error)
    assert copy.message == error.message
    assert copy.__dict__ == error.__dict__
