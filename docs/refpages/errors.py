"""The page of errors: the tree, exit codes and meanings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from aliquot import errors
from refpages.markdown import code, summary, table

__all__ = ["errors_page"]


def errors_page() -> list[str]:
    """Describe every error: where it stands in the tree, its exit code and meaning."""
    kinds = [kind for name, kind in vars(errors).items() if name in errors.__all__]
    lines = [
        "# Errors",
        "",
        "Every error carries a message (what happened), a `hint` (what to do), an `exit_code` for"
        " the command line, and `retryable`: whether the same call may succeed later without a"
        " change. All of them are importable from `aliquot`.",
        "",
        "A question without an answer is not an error: see `abstained` in [JSON](json.md). A file"
        " that cannot be read is not one either: it stands in the report of `add` and `sync` with"
        " its status and reason, and the other files go on.",
        "",
        "```text",
        *tree(errors.AliquotError, kinds),
        "```",
        "",
    ]
    rows = [
        (code(kind.__name__), kind.exit_code, "yes" if kind.retryable else "", summary(kind))
        for kind in kinds
    ]
    return lines + table(("error", "exit code", "retryable", "meaning"), rows)


def tree(root: type, kinds: Sequence[type], depth: int = 0) -> Iterator[str]:
    """Yield an indented line for each class under `root`."""
    yield "    " * depth + root.__name__
    for kind in kinds:
        if kind.__bases__[0] is root:
            yield from tree(kind, kinds, depth + 1)
