"""What a term index on disk was built by, and how far it has come: one small file.

It is replaced as a whole, after the segments it speaks of are durable.
"""

from __future__ import annotations

import json
from pathlib import Path

from aliquot.errors import IndexMismatchError, StoreError
from aliquot.storage.durable import replace_file

__all__ = ["IndexState", "mismatch"]

# Changes when the fields, the meaning of the state or tantivy's own format change.
_FORMAT = 2


class IndexState:
    """The file `state.json` in an index's folder."""

    def __init__(self, folder: Path, analyser_id: str) -> None:
        """Read and write the state in `folder` for the analyser of this id."""
        self._folder = folder
        self._path = folder / "state.json"
        self._analyser_id = analyser_id

    def exists(self) -> bool:
        """Whether an index was begun here."""
        return self._path.exists()

    def read(self) -> int:
        """Return the sequence the index stands at; 0 where there is no index yet.

        Raises:
            IndexMismatchError: The file is damaged, or names another analyser or format.
            StoreError: The file cannot be read.
        """
        try:
            state = json.loads(self._path.read_text(encoding="utf-8"))
            made_by = (state["format"], state["analyser"])
            sequence = int(state["sequence"])
        except FileNotFoundError:
            return 0
        except OSError as exc:
            raise StoreError(
                f"{self._path} cannot be read: {exc.strerror}.",
                hint="Check the permissions of the library's folder.",
            ) from exc
        except (ValueError, KeyError, TypeError) as exc:
            raise mismatch(self._folder, "its state file is damaged") from exc
        if made_by != (_FORMAT, self._analyser_id):
            raise mismatch(self._folder, f"it was built by {made_by[1]!r}, format {made_by[0]}")
        return sequence

    def write(self, sequence: int) -> None:
        """Replace the file; an `OSError` leaves the old one."""
        state = {"format": _FORMAT, "analyser": self._analyser_id, "sequence": sequence}
        replace_file(self._path, json.dumps(state))


def mismatch(folder: Path, reason: str) -> IndexMismatchError:
    """Return the error for an index that has to be built again."""
    return IndexMismatchError(
        f"The term index {folder} cannot be used: {reason}.",
        hint="Delete the folder; it is rebuilt from the catalog, and nothing is embedded.",
    )
