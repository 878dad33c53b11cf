"""What the groups of commands about people are for: said in the help, which loads none of them."""

from __future__ import annotations

from collections.abc import Mapping

__all__ = ["PEOPLE_GROUPS"]

PEOPLE_GROUPS: Mapping[str, str] = {
    "collection": "Say which folders make a collection that some people see.",
    "grant": "Say who may read, edit or own a collection.",
    "token": "Make and revoke keys with which programs ask as a person.",
}
