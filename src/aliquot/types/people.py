"""Who may see and do what: people, collections, grants and tokens."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

__all__ = [
    "EVERYONE",
    "GROUP_MARK",
    "LOCAL_PERSON",
    "MAIN_COLLECTION",
    "Collection",
    "Grant",
    "Permission",
    "Person",
    "Role",
    "Token",
]

# The collection of every file that lies in no other's folder.
MAIN_COLLECTION = "main"
# A grant to this is a grant to whoever is known to the server.
EVERYONE = "*"
GROUP_MARK = "group:"


class Role(StrEnum):
    """What someone may do with a collection; each role may do what those before it may."""

    READER = "reader"
    EDITOR = "editor"
    OWNER = "owner"

    @property
    def rank(self) -> int:
        """1 for a reader, 2 for an editor, 3 for an owner."""
        return tuple(Role).index(self) + 1


class Permission(StrEnum):
    """What a token may be used for, however much its person may do."""

    READ = "read"
    WRITE = "write"
    ADMIN = "admin"


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """Whoever asks: a name, and how it is known.

    Attributes:
        name: Unique: what a token, a proxy or a provider says.
        groups: Names of the groups it belongs to.
        permissions: What it may do at all; grants say where.
        via: How it is known: `local`, `token`, `proxy`, `oidc`.
        is_administrator: Whether it sees every collection and may change settings, tokens, grants.
    """

    name: str
    groups: frozenset[str] = frozenset()
    permissions: frozenset[Permission] = frozenset(Permission)
    via: str = "local"
    is_administrator: bool = False

    @property
    def grantees(self) -> frozenset[str]:
        """What a grant to this person may name: itself, `group:NAME`, or everyone.

        Nobody is a group by being called like one.
        """
        groups = {f"{GROUP_MARK}{group}" for group in self.groups}
        own = set() if self.name.startswith(GROUP_MARK) else {self.name}
        return frozenset(own | groups | {EVERYONE})


# Whoever sits at this machine: sees and may do all.
LOCAL_PERSON = Person(name="local", is_administrator=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Collection:
    """Files of some folders, seen by those it is granted to.

    Attributes:
        name: Short: lower-case letters, digits, hyphens.
        title: As people read it.
        folders: Absolute paths; a file belongs to the collection with the innermost folder it
            lies in.
    """

    name: str
    title: str = ""
    folders: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Grant:
    """That someone has a role in a collection.

    Attributes:
        collection: The collection's name.
        to: A person's name, `group:NAME`, or `*` for everyone.
        role: What they may do.
    """

    collection: str
    to: str
    role: Role


@dataclass(frozen=True, slots=True, kw_only=True)
class Token:
    """A key for programs, without its secret, which is shown once and kept as a digest alone.

    Attributes:
        id: Public part, by which it is listed and revoked.
        name: What it is for.
        person: As whom it acts.
        permissions: What it may be used for.
        created_at: ISO 8601, UTC.
        expires_at: ISO 8601, UTC.
        last_used_at: ISO 8601, UTC, to the hour; empty where it never was.
        revoked_at: ISO 8601, UTC; empty where it is not.
    """

    id: str
    name: str
    person: str
    permissions: frozenset[Permission]
    created_at: str
    expires_at: str
    last_used_at: str = ""
    revoked_at: str = ""
