"""Look things up in an RO-Crate: records, what they link to, the files attached to them.

What enters: the entities of the graph and the opened archive. What leaves: entities, and the bytes
or the text of attached files.
"""

from __future__ import annotations

import posixpath
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import unquote

from aliquot.errors import ParseError
from aliquot.parsing.files.bytes import MAXIMUM_BYTES, decode
from aliquot.parsing.files.zips import read_member
from aliquot.parsing.writing.licences import licence_name

__all__ = ["Crate", "Entity", "is_type"]

Entity = Mapping[str, Any]

ROOT = "./"
# What RSpace keeps for all records together.
COMMON = frozenset({"./resources", "./resources/"})
# An attached note is read with its record; anything larger is data.
ATTACHED_CHARS = 100_000


class Crate:
    """The entities of one archive, by id.

    Args:
        entities: The graph.
        archive: The opened archive.
        folder: Folder of the metadata file inside the archive, with its slash, or empty.
    """

    def __init__(self, entities: Sequence[Entity], archive: zipfile.ZipFile, folder: str) -> None:
        self._by_id = {str(entity.get("@id", "")): entity for entity in entities}
        self._archive = archive
        self._folder = folder

    def records(self) -> list[Entity]:
        """Return the experiments: the data sets the root lists, or all where it lists none."""
        root = self._by_id.get(ROOT) or self._by_id.get("") or {}
        listed = [entity for entity in self.linked(root, "hasPart") if is_type(entity, "Dataset")]
        every = [entity for entity in self._by_id.values() if is_type(entity, "Dataset")]
        found = listed or [entity for entity in every if entity is not root] or [root]
        return [entity for entity in found if entity.get("@id") not in COMMON]

    @property
    def licence(self) -> str:
        """Licence of the whole archive."""
        return self.licence_of(self._by_id.get(ROOT, {}))

    def licence_of(self, entity: Entity) -> str:
        """Return the licence an entity states, by its short name."""
        for licence in self.linked(entity, "license"):
            name = str(licence.get("name") or licence.get("value") or "")
            if name.casefold() != "no license":
                return licence_name(name, str(licence.get("@id", "")))
        return ""

    def linked(self, entity: Entity, key: str) -> Iterator[Entity]:
        """Yield what a property points to; plain values as `{"value": ...}`."""
        value = entity.get(key)
        for item in value if isinstance(value, list) else [value]:
            if isinstance(item, dict):
                yield self._by_id.get(str(item.get("@id", "")), item)
            elif isinstance(item, (str, int, float)) and str(item).strip():
                yield {"value": item}

    def comments_on(self, entity: Entity) -> Iterator[Entity]:
        """Yield the comments an entity lists, and those that name it as their parent."""
        seen = set()
        for comment in self.linked(entity, "comment"):
            seen.add(str(comment.get("@id", "")))
            yield comment
        for comment in self._by_id.values():
            if is_type(comment, "Comment") and str(comment.get("@id", "")) not in seen:
                parents = self.linked(comment, "parentItem")
                if any(parent.get("@id") == entity.get("@id") for parent in parents):
                    yield comment

    def text_of(self, file: Entity) -> str:
        """Return the text of an attached file; empty where it is no text or too long."""
        data = self.bytes_of(file, limit=ATTACHED_CHARS)
        try:
            return decode(data).strip() if data else ""
        except ParseError:
            return ""  # the record stands without its attachment

    def bytes_of(self, file: Entity, *, limit: int = MAXIMUM_BYTES) -> bytes:
        """Return the bytes of an attached file; none if it is missing, damaged or too large."""
        name = posixpath.normpath(self._folder + unquote(str(file.get("@id", ""))))
        try:
            return read_member(self._archive, name, limit=limit) or b""
        except ParseError:
            return b""

    def name_of(self, id: str) -> str:
        """Return the name of the entity with an id, or an empty string."""
        return str(self._by_id.get(id, {}).get("name") or "")


def is_type(entity: Entity, name: str) -> bool:
    """Tell whether an entity is of a schema.org type."""
    types = entity.get("@type")
    return name in types if isinstance(types, list) else types == name
