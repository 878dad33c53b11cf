"""Tokens: keys for programs, each with its person, permissions and last day.

A token is `alq_ID_SECRET`. Its id is public; of its secret a digest is kept.
"""

from __future__ import annotations

import logging
import re
import secrets
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import Engine, insert, select, update

from aliquot.errors import ConfigError, StoreError, UnknownDocumentError
from aliquot.storage.connection import reading, writing
from aliquot.storage.schema import tokens
from aliquot.storage.secret import digest_of, in_iso, is_same, new_secret
from aliquot.types import EVERYONE, GROUP_MARK, Permission, Token

__all__ = ["Tokens"]

_log = logging.getLogger(__name__)

MARK = "alq"
# Six bytes: the table refuses an id that is there already.
ID_BYTES = 6
FORM = re.compile(rf"{MARK}_(?P<id>[0-9a-f]{{{2 * ID_BYTES}}})_(?P<secret>[A-Za-z0-9_-]{{43}})")
# Ten years: longer than any program keeps one key.
MAX_DAYS = 3650
NAME_CHARACTERS = 100
PERSON_CHARACTERS = 256
# Compared with where there is no such id, so that both take as long.
NO_DIGEST = digest_of("")


def _now() -> datetime:
    return datetime.now(UTC)


class Tokens:
    """The tokens of one catalog."""

    def __init__(self, engine: Engine, *, clock: Callable[[], datetime] = _now) -> None:
        """Take the catalog's engine and a clock."""
        self._engine = engine
        self._clock = clock

    def make(
        self, name: str, person: str, permissions: Iterable[Permission], days: float
    ) -> tuple[Token, str]:
        """Make a token; what is returned beside it is shown once and never again.

        Args:
            name: What it is for.
            person: As whom it acts.
            permissions: What it may be used for; at least one.
            days: After how many it ends.

        Raises:
            ConfigError: A name is blank or means something else, no permission is given, or the
                days are not between 0 and ten years.
            StoreError: The catalog cannot be written.
        """
        held = frozenset(permissions)
        _check(name, person, held, days)
        made, secret = self._clock(), new_secret()
        token = Token(
            id=secrets.token_hex(ID_BYTES),
            name=name,
            person=person,
            permissions=held,
            created_at=in_iso(made),
            expires_at=in_iso(made + timedelta(days=days)),
        )
        with writing(self._engine) as connection:
            connection.execute(insert(tokens).values(_row(token) | {"digest": digest_of(secret)}))
        return token, f"{MARK}_{token.id}_{secret}"

    def all(self) -> list[Token]:
        """Return every token, revoked and expired ones too, newest first."""
        query = select(tokens).order_by(tokens.c.created_at.desc(), tokens.c.id)
        with reading(self._engine) as connection:
            return [_token(row) for row in connection.execute(query).mappings()]

    def revoke(self, token_id: str) -> Token:
        """End a token at once; return it as it is now.

        Raises:
            UnknownDocumentError: There is none of this id.
            StoreError: The catalog cannot be written.
        """
        named = tokens.c.id == token_id
        ended = update(tokens).where(named, tokens.c.revoked_at == "")
        with writing(self._engine) as connection:
            connection.execute(ended.values(revoked_at=in_iso(self._clock())))
            row = connection.execute(select(tokens).where(named)).mappings().first()
        if row is None:
            raise UnknownDocumentError(
                f"There is no token {token_id!r}.",
                hint="'aliquot token list' shows them with their ids.",
            )
        return _token(row)

    def of(self, secret: str) -> Token | None:
        """Return the token of a secret that may be used now; `None` for any other words.

        Args:
            secret: As `make` gave it.

        Raises:
            StoreError: The catalog cannot be read.
        """
        found = FORM.fullmatch(secret)
        if found is None:
            return None
        query = select(tokens).where(tokens.c.id == found["id"])
        with reading(self._engine) as connection:
            row = connection.execute(query).mappings().first()
        if not is_same(found["secret"], row["digest"] if row else NO_DIGEST) or row is None:
            return None
        now = in_iso(self._clock())
        if row["revoked_at"] or row["expires_at"] <= now:
            return None
        return self._used(_token(row), now)

    def expired(self) -> list[Token]:
        """Return tokens that were not revoked and whose time is over."""
        now = in_iso(self._clock())
        return [one for one in self.all() if not one.revoked_at and one.expires_at <= now]

    def usable(self) -> list[Token]:
        """Return tokens that are neither revoked nor expired."""
        now = in_iso(self._clock())
        return [one for one in self.all() if not one.revoked_at and one.expires_at > now]

    def _used(self, token: Token, now: str) -> Token:
        """Note the hour a token was used in: one write an hour at most."""
        hour = f"{now[:13]}:00:00.000+00:00"
        if token.last_used_at >= hour:
            return token
        used = update(tokens).where(tokens.c.id == token.id).values(last_used_at=hour)
        try:
            with writing(self._engine) as connection:
                connection.execute(used)
        except StoreError as exc:
            # A read-only or full library still answers.
            _log.warning("the use of a token was not noted: %s", exc.message)
        return token


def _check(name: str, person: str, permissions: frozenset[Permission], days: float) -> None:
    if not _is_line(name, NAME_CHARACTERS):
        raise ConfigError(
            "The token has no name that can be shown.",
            hint=f"Say what it is for, in at most {NAME_CHARACTERS} characters.",
        )
    is_person = _is_line(person, PERSON_CHARACTERS)
    if not is_person or person == EVERYONE or person.startswith(GROUP_MARK):
        raise ConfigError(
            f"No token can act as {person!r}.", hint="Name one person, as grants name it."
        )
    if not permissions:
        raise ConfigError(
            "The token may be used for nothing.",
            hint=f"Give it one or more of: {', '.join(Permission)}.",
        )
    if not 0 < days <= MAX_DAYS:
        raise ConfigError(
            f"A token of {days:g} days cannot be made.", hint=f"Use 1 to {MAX_DAYS} days."
        )


def _is_line(text: str, most: int) -> bool:
    return 0 < len(text) <= most and text == text.strip() and text.isprintable()


def _row(token: Token) -> dict[str, Any]:
    return {
        "id": token.id,
        "name": token.name,
        "person": token.person,
        "permissions": " ".join(sorted(token.permissions)),
        "created_at": token.created_at,
        "expires_at": token.expires_at,
    }


def _token(row: Mapping[Any, Any]) -> Token:
    return Token(
        id=row["id"],
        name=row["name"],
        person=row["person"],
        permissions=frozenset(map(Permission, row["permissions"].split())),
        created_at=row["created_at"],
        expires_at=row["expires_at"],
        last_used_at=row["last_used_at"],
        revoked_at=row["revoked_at"],
    )
