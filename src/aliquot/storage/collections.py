"""Collections with their folders, and who was granted what in them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from sqlalchemy import Connection, Delete, Engine, delete, func, insert, select

from aliquot.errors import ConfigError, UnknownDocumentError
from aliquot.storage.connection import reading, writing
from aliquot.storage.placing import misplaced, named_folders, place_again
from aliquot.storage.schema import collection_folders, collections, grants, sources
from aliquot.types import (
    EVERYONE,
    GROUP_MARK,
    MAIN_COLLECTION,
    Collection,
    Grant,
    Person,
    Role,
)

__all__ = ["Collections"]

# A name stands in addresses, filters and folder names on every system.
NAME = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
NAME_CHARACTERS = 40
TITLE_CHARACTERS = 200
# Devices of Windows, whatever stands behind the name.
# Source: Microsoft, "Naming Files, Paths, and Namespaces".
RESERVED = re.compile(r"con|prn|aux|nul|(?:com|lpt)[0-9]")
# As long as a name of a person or group may be: an address of e-mail is 254 at most (RFC 5321).
GRANTEE_CHARACTERS = 256


class Collections:
    """The collections of one catalog; `main` is always there."""

    def __init__(self, engine: Engine) -> None:
        """Take the catalog's engine."""
        self._engine = engine

    def all(self) -> list[Collection]:
        """Return every collection, `main` first, then by name."""
        with reading(self._engine) as connection:
            titles = dict(connection.execute(select(collections.c.name, collections.c.title)).all())
            rows = connection.execute(
                select(collection_folders).order_by(collection_folders.c.folder)
            ).all()
        names = [MAIN_COLLECTION, *sorted(titles.keys() - {MAIN_COLLECTION})]
        return [
            Collection(
                name=name,
                title=titles.get(name, ""),
                folders=tuple(row.folder for row in rows if row.collection == name),
            )
            for name in names
        ]

    def get(self, name: str) -> Collection:
        """Return one collection.

        Raises:
            UnknownDocumentError: There is none of this name.
        """
        for one in self.all():
            if one.name == name:
                return one
        raise _unknown(name)

    def put(self, collection: Collection) -> int:
        """Make a collection, or give one that is there another title and other folders.

        Files follow their folders at once.

        Returns:
            How many files are in another collection than before.

        Raises:
            ConfigError: The name or a folder cannot be used, or a folder is another collection's.
            StoreError: The catalog cannot be written.
        """
        _check_name(collection.name)
        _check_title(collection.title)
        folders = _checked_folders(collection.folders)
        with writing(self._engine) as connection:
            _check_free(connection, collection.name, folders)
            connection.execute(delete(collections).where(collections.c.name == collection.name))
            connection.execute(
                insert(collections).values(name=collection.name, title=collection.title)
            )
            rows = [{"folder": one, "collection": collection.name} for one in folders]
            if rows:
                connection.execute(insert(collection_folders), rows)
            return place_again(connection)

    def remove(self, name: str) -> int:
        """Drop a collection with its grants; its files go to that of the folder around them.

        Returns:
            How many files are in another collection than before.

        Raises:
            ConfigError: It is `main`.
            UnknownDocumentError: There is none of this name.
            StoreError: The catalog cannot be written.
        """
        if name == MAIN_COLLECTION:
            raise ConfigError(
                f"{MAIN_COLLECTION!r} holds what is in no other collection; it stays.",
                hint="Remove the grants to it instead: aliquot grant remove",
            )
        with writing(self._engine) as connection:
            gone = connection.execute(delete(collections).where(collections.c.name == name))
            if not gone.rowcount:
                raise _unknown(name)
            connection.execute(delete(grants).where(grants.c.collection == name))
            return place_again(connection)

    def hold_files(self) -> int:
        """Let every file stay in the collection it is in, though no folder of it says so.

        Its own path is then one of the collection's folders. A collection that is not there is
        made, and granted to nobody.

        Returns:
            How many files no folder spoke for.

        Raises:
            ConfigError: A file is in a collection that cannot be called so.
            StoreError: The catalog cannot be written.
        """
        with writing(self._engine) as connection:
            held = misplaced(connection)
            known = set(connection.execute(select(collections.c.name)).scalars())
            made = sorted(set(held.values()) - known - {MAIN_COLLECTION})
            for name in made:
                _check_name(name)
                connection.execute(insert(collections).values(name=name, title=""))
            rows = [{"folder": path, "collection": name} for path, name in held.items()]
            if rows:
                connection.execute(insert(collection_folders), rows)
        return len(held)

    def counts(self) -> dict[str, int]:
        """Return how many files each collection holds, by name; those that hold none are left out.

        Files that could not be read count too.
        """
        counted = select(sources.c.collection, func.count()).group_by(sources.c.collection)
        with reading(self._engine) as connection:
            return dict(connection.execute(counted).all())

    # -------------------------------------------------------------------------- grants

    def grants(self, collection: str | None = None) -> list[Grant]:
        """Return who was granted what, by collection and name.

        Args:
            collection: In which; in all unless given.
        """
        query = select(grants).order_by(grants.c.collection, grants.c.grantee)
        if collection is not None:
            query = query.where(grants.c.collection == collection)
        with reading(self._engine) as connection:
            rows = connection.execute(query).all()
        return [Grant(row.collection, row.grantee, Role(row.role)) for row in rows]

    def grant(self, grant: Grant) -> None:
        """Give someone a role in a collection, in place of the one they had.

        Raises:
            ConfigError: Nobody is named.
            UnknownDocumentError: There is no such collection.
            StoreError: The catalog cannot be written.
        """
        _check_grantee(grant.to)
        with writing(self._engine) as connection:
            if grant.collection != MAIN_COLLECTION:
                named = select(collections.c.name).where(collections.c.name == grant.collection)
                if connection.execute(named).first() is None:
                    raise _unknown(grant.collection)
            connection.execute(_of(grant.collection, grant.to))
            connection.execute(
                insert(grants).values(
                    collection=grant.collection, grantee=grant.to, role=str(grant.role)
                )
            )

    def revoke(self, collection: str, to: str) -> None:
        """Take a grant back.

        Raises:
            UnknownDocumentError: There is no such grant.
            StoreError: The catalog cannot be written.
        """
        with writing(self._engine) as connection:
            if not connection.execute(_of(collection, to)).rowcount:
                raise UnknownDocumentError(
                    f"{to!r} was granted nothing in {collection!r}.",
                    hint="'aliquot grant list' shows who was granted what.",
                )

    def roles(self, person: Person) -> dict[str, Role]:
        """Return the highest role a person was granted in each collection, by its name.

        An administrator may do all, and has no need of grants: see `Person.is_administrator`.
        """
        query = select(grants).where(grants.c.grantee.in_(sorted(person.grantees)))
        found: dict[str, Role] = {}
        with reading(self._engine) as connection:
            rows = connection.execute(query).all()
        for row in rows:
            role = Role(row.role)
            if row.collection not in found or role.rank > found[row.collection].rank:
                found[row.collection] = role
        return found


def _of(collection: str, to: str) -> Delete:
    return delete(grants).where(grants.c.collection == collection, grants.c.grantee == to)


def _unknown(name: str) -> UnknownDocumentError:
    return UnknownDocumentError(
        f"There is no collection {name!r}.",
        hint="'aliquot collection list' shows those there are.",
    )


# ------------------------------------------------------------------------------ what is refused


def _check_name(name: str) -> None:
    if len(name) > NAME_CHARACTERS or not NAME.fullmatch(name) or RESERVED.fullmatch(name):
        raise ConfigError(
            f"A collection cannot be called {name!r}.",
            hint=f"Use at most {NAME_CHARACTERS} lower-case letters, digits and single hyphens, as "
            "in 'group-meetings'.",
        )


def _check_title(title: str) -> None:
    if len(title) > TITLE_CHARACTERS or not title.isprintable():
        raise ConfigError(
            "The title of the collection is too long, or holds signs that cannot be shown.",
            hint=f"Use at most {TITLE_CHARACTERS} characters on one line.",
        )


def _checked_folders(folders: Iterable[str]) -> list[str]:
    for one in folders:
        if not Path(one).is_absolute() or "\0" in one:
            raise ConfigError(
                f"{one!r} is no folder that files can lie in.", hint="Give its whole path."
            )
    return named_folders(folders)


def _check_free(connection: Connection, name: str, folders: Iterable[str]) -> None:
    """Refuse folders of other collections."""
    taken = select(collection_folders).where(collection_folders.c.collection != name)
    owners = {row.folder: row.collection for row in connection.execute(taken)}
    for one in folders:
        if one in owners:
            raise ConfigError(
                f"{one} is a folder of the collection {owners[one]!r}.",
                hint=f"Take it out of {owners[one]!r} first.",
            )


def _check_grantee(to: str) -> None:
    named = to.removeprefix(GROUP_MARK)
    is_name = named == named.strip() and named.isprintable() and 0 < len(to) <= GRANTEE_CHARACTERS
    if not named or not is_name:
        raise ConfigError(
            f"Nobody can be called {to!r}.",
            hint=f"Name a person, a group as '{GROUP_MARK}NAME', or '{EVERYONE}' for everyone.",
        )
