"""Who may see and do what, as it leaves."""

from __future__ import annotations

from aliquot.types import Permission, Role
from aliquot.web.api.models.shape import Shape

__all__ = ["Collection", "Grant", "Me", "NewToken", "Token"]


class Me(Shape):
    """Whoever asks, and what they may do where."""

    name: str
    groups: list[str]
    permissions: list[Permission]
    via: str
    administrator: bool
    roles: dict[str, Role]


class Collection(Shape):
    """Files of some folders; the folders are shown to administrators alone."""

    name: str
    title: str
    folders: list[str]
    role: Role | None


class Grant(Shape):
    """That someone has a role in a collection."""

    collection: str
    to: str
    role: Role


class Token(Shape):
    """A key for programs, without its secret; empty times are not known or have not come."""

    id: str
    name: str
    person: str
    permissions: list[Permission]
    created_at: str
    expires_at: str
    last_used_at: str
    revoked_at: str


class NewToken(Shape):
    """A key with its secret, which is shown this once."""

    token: Token
    secret: str
