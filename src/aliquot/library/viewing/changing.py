"""What one person may bring in, take out and bring back."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path

from aliquot.errors import UnknownDocumentError
from aliquot.library.viewing.sight import Sight
from aliquot.protocols import Progress, silent
from aliquot.types import Permission, Role

__all__ = ["Changing"]


class Changing(Sight):
    """What one person may change of a library."""

    def upload_folder(self, collection: str) -> Path:
        """Return the folder that files uploaded to a collection are put into; it is there.

        Raises:
            UnknownDocumentError: The person sees no such collection, or may not write to it.
        """
        if not self.may(Role.EDITOR, collection):
            raise UnknownDocumentError(
                f"There is no collection {collection!r} that you may write to.",
                hint="Whoever looks after the library can make you an editor of it.",
            )
        return self.library.people.make_uploads(collection)

    def remove(self, document_id: str) -> list[str]:
        """Take a document out of the collections the person may change; files stay on disk.

        Args:
            document_id: Which.

        Returns:
            Paths of the files it was removed of: `restore` brings it back.

        Raises:
            UnknownDocumentError: The person sees no document of this id, or may change none of the
                collections it is in.
        """
        self._check_seen(document_id)
        return self.library.remove(document_id, self._editable, by=self.owner)

    def restorable(self, path: str | Path) -> str:
        """Return the path of a file the person may bring back, as the library knows it.

        Args:
            path: Of the file, as its receipt or `remove` names it.

        Raises:
            ConfigError: The person sees no such file in a collection they may change.
        """
        return self.library.receipt(path, self._editable).source

    def restore(self, path: str | Path, progress: Progress = silent) -> list[str]:
        """Bring back what was removed of a file; return the ids of its documents.

        Args:
            path: As `restorable` takes it.
            progress: Told after each source.

        Raises:
            ConfigError: The person sees no such file in a collection they may change.
        """
        return self.library.restore(self.restorable(path), progress, by=self.owner)

    @cached_property
    def _editable(self) -> frozenset[str] | None:
        """Names of the collections that may be changed; `None` for all."""
        if Permission.WRITE not in self.person.permissions:
            return frozenset()
        if self.person.is_administrator:
            return None
        return frozenset(name for name in self._roles if self.may(Role.EDITOR, name))
