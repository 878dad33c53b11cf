"""Who may see what of a library: collections, grants, tokens, logins; each change is noted."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

from aliquot.errors import StoreError
from aliquot.library.folder import UPLOADS_NAME
from aliquot.library.opened import Opened
from aliquot.storage.placing import normal_path
from aliquot.types import Collection, Grant, Permission, Person, Role, Token
from aliquot.types.history import AuditKind

__all__ = ["People"]


class People:
    """Collections, grants, tokens and sessions of one library; see `Library.people`.

    Changes are noted in the audit log: with `by`, the name of who made them, where it is given.
    """

    def __init__(self, opened: Opened) -> None:
        """Take the library.

        Args:
            opened: Whose people they are.
        """
        self._opened = opened

    # -------------------------------------------------------------------------- collections

    def collections(self) -> list[Collection]:
        """Return every collection, `main` first, then by name."""
        return self._opened.catalog.collections.all()

    def collection(self, name: str) -> Collection:
        """Return one collection.

        Raises:
            UnknownDocumentError: There is none of this name.
        """
        return self._opened.catalog.collections.get(name)

    def file_counts(self) -> dict[str, int]:
        """Return how many files each collection holds, by name; those with none are left out."""
        return self._opened.catalog.collections.counts()

    def put_collection(self, collection: Collection, *, by: str = "") -> int:
        """Make a collection, or give one that is there another title and other folders.

        The folder of what is uploaded to it belongs to it always.

        Args:
            collection: With all its folders.
            by: Who does it.

        Returns:
            How many files are in another collection than before.

        Raises:
            ConfigError: The name or a folder cannot be used, or a folder is another collection's.
            StoreError: The library cannot be written.
        """
        uploads = str(self.uploads(collection.name))
        whole = replace(collection, folders=tuple(dict.fromkeys((*collection.folders, uploads))))
        moved = self._opened.catalog.collections.put(whole)
        detail = {"collection": whole.name, "folders": list(whole.folders), "moved": moved}
        self._note(AuditKind.COLLECTION, {"did": "put"} | detail, by)
        return moved

    def remove_collection(self, name: str, *, by: str = "") -> int:
        """Drop a collection with its grants; its files go to that of the folder around them.

        Whoever may read that one can then read them.

        Args:
            name: Of the collection.
            by: Who does it.

        Returns:
            How many files are in another collection than before.

        Raises:
            ConfigError: It is `main`.
            UnknownDocumentError: There is none of this name.
            StoreError: The library cannot be written.
        """
        moved = self._opened.catalog.collections.remove(name)
        self._note(AuditKind.COLLECTION, {"did": "remove", "collection": name, "moved": moved}, by)
        return moved

    def uploads(self, name: str) -> Path:
        """Return the folder that files uploaded to a collection lie in; it may not be there."""
        return self._opened.path / UPLOADS_NAME / name

    def make_uploads(self, name: str) -> Path:
        """Return the folder that files uploaded to a collection lie in, made where it was missing.

        Raises:
            UnknownDocumentError: There is no such collection.
            StoreError: The library cannot be written.
        """
        collection = self.collection(name)
        folder = self.uploads(name)
        if normal_path(str(folder)) not in collection.folders:
            self.put_collection(collection)
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as exc:
            raise StoreError(
                f"{folder} cannot be made: {exc.strerror}.",
                hint="Check the free space and the permissions of the library's folder.",
            ) from exc
        return folder

    # -------------------------------------------------------------------------- grants

    def grants(self, collection: str | None = None) -> list[Grant]:
        """Return who was granted what, by collection and name.

        Args:
            collection: In which; in all unless given.
        """
        return self._opened.catalog.collections.grants(collection)

    def grant(self, grant: Grant, *, by: str = "") -> None:
        """Give someone a role in a collection, in place of the one they had.

        Args:
            grant: To whom, where, which.
            by: Who does it.

        Raises:
            ConfigError: Nobody is named.
            UnknownDocumentError: There is no such collection.
            StoreError: The library cannot be written.
        """
        self._opened.catalog.collections.grant(grant)
        detail = {"collection": grant.collection, "to": grant.to, "role": str(grant.role)}
        self._note(AuditKind.GRANT, {"did": "give"} | detail, by)

    def revoke_grant(self, collection: str, to: str, *, by: str = "") -> None:
        """Take a grant back.

        Args:
            collection: In which.
            to: From whom: a name, `group:NAME` or `*`.
            by: Who does it.

        Raises:
            UnknownDocumentError: There is no such grant.
            StoreError: The library cannot be written.
        """
        self._opened.catalog.collections.revoke(collection, to)
        self._note(AuditKind.GRANT, {"did": "revoke", "collection": collection, "to": to}, by)

    def roles(self, person: Person) -> dict[str, Role]:
        """Return the highest role a person was granted in each collection, by its name."""
        return self._opened.catalog.collections.roles(person)

    # -------------------------------------------------------------------------- tokens

    def make_token(
        self,
        name: str,
        person: str,
        permissions: Iterable[Permission],
        days: float,
        *,
        by: str = "",
    ) -> tuple[Token, str]:
        """Make a token; the secret beside it is shown once and never again.

        Args:
            name: What it is for.
            person: As whom it acts.
            permissions: What it may be used for.
            days: After how many it ends.
            by: Who does it.

        Raises:
            ConfigError: A name is blank, nothing is permitted, or the days are out of bounds.
            StoreError: The library cannot be written.
        """
        token, secret = self._opened.catalog.tokens.make(name, person, permissions, days)
        detail = {
            "token": token.id,
            "name": name,
            "person": person,
            "permissions": sorted(token.permissions),
            "expires_at": token.expires_at,
        }
        self._note(AuditKind.TOKEN, {"did": "make"} | detail, by)
        return token, secret

    def tokens(self) -> list[Token]:
        """Return every token, revoked and expired ones too, newest first."""
        return self._opened.catalog.tokens.all()

    def revoke_token(self, token_id: str, *, by: str = "") -> None:
        """End a token at once, and with it the logins of whom it stood for.

        Args:
            token_id: Its public id.
            by: Who does it.

        Raises:
            UnknownDocumentError: There is none of this id.
            StoreError: The library cannot be written.
        """
        token = self._opened.catalog.tokens.revoke(token_id)
        self.end_sessions(token.person)
        detail = {"did": "revoke", "token": token.id, "person": token.person}
        self._note(AuditKind.TOKEN, detail, by)

    def token(self, secret: str) -> Token | None:
        """Return the token of a secret that may be used now; `None` for any other words."""
        return self._opened.catalog.tokens.of(secret)

    # -------------------------------------------------------------------------- sessions

    def begin_session(self, person: Person, hours: float) -> str:
        """Log a person in, and note it; return what their browser is to hold.

        Args:
            person: Who it is; kept as it is now.
            hours: After how many the session ends.

        Raises:
            StoreError: The library cannot be written.
        """
        secret = self._opened.catalog.sessions.begin(person, hours)
        self._note(AuditKind.LOGIN, {"via": person.via}, person.name)
        return secret

    def session(self, secret: str) -> Person | None:
        """Return who is logged in with this; `None` where nobody is, or no more."""
        return self._opened.catalog.sessions.of(secret)

    def end_session(self, secret: str) -> None:
        """Log out; nothing where nobody is logged in with this."""
        self._opened.catalog.sessions.end(secret)

    def end_sessions(self, person: str) -> int:
        """Log a person out everywhere; return how many sessions ended."""
        return self._opened.catalog.sessions.end_of(person)

    # -------------------------------------------------------------------------- the audit log

    def note_refusal(self, what: str, *, by: str = "", why: str = "") -> None:
        """Note that someone was refused something; a library that cannot be written goes on.

        Args:
            what: What was asked for, such as `POST /api/v1/settings`.
            by: Who asked; empty for nobody that is known.
            why: In a few words.
        """
        self._opened.history.note_if_writable(
            AuditKind.REFUSED, _by(by) | {"what": what, "why": why}
        )

    def _note(self, kind: AuditKind, detail: dict[str, Any], by: str) -> None:
        self._opened.history.note_if_writable(kind, _by(by) | detail)


def _by(name: str) -> dict[str, Any]:
    return {"person": name} if name else {}
