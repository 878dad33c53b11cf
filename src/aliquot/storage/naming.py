"""Find the documents whose identifiers, titles or symbols a question names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sqlalchemy import Engine, bindparam, select

from aliquot.storage.connection import reading
from aliquot.storage.filtering import folded
from aliquot.storage.schema import chunks, fields

__all__ = ["keys_of_named"]

# Two lists, not a pair for each value: SQLite answers it from the index five times as fast, and
# statements built once are compiled once.
_MATCHES = select(fields.c.document_id, fields.c.name, fields.c.text).where(
    fields.c.name.in_(bindparam("names", expanding=True)),
    fields.c.text.in_(bindparam("texts", expanding=True)),
)
_KEYS = (
    select(chunks.c.document_id, chunks.c.key)
    .where(chunks.c.document_id.in_(bindparam("documents", expanding=True)))
    .order_by(chunks.c.document_id, chunks.c.ordinal)
)


def keys_of_named(
    engine: Engine, values: Mapping[str, Sequence[str]], most: int
) -> list[list[int]]:
    """Return the chunk keys, in reading order, of each document some field of which is named.

    Those named by an earlier field come first; among them those of more chunks: a whole paper
    before its entry in a bibliography.

    Args:
        engine: Of the catalog.
        values: What a field may be, by its name; compared without case, whole.
        most: Documents beyond which they name none, and nothing is returned.
    """
    wanted = {name: {folded(value) for value in texts} for name, texts in values.items() if texts}
    if not wanted:
        return []
    asked = {"names": list(wanted), "texts": sorted(set().union(*wanted.values()))}
    with reading(engine) as connection:
        places: dict[str, int] = {}
        for document_id, name, text in connection.execute(_MATCHES, asked):
            if text in wanted[name]:
                place = list(values).index(name)
                places[document_id] = min(place, places.get(document_id, place))
            if len(places) > most:
                return []
        found: dict[str, list[int]] = {one: [] for one in places}
        if places:
            for document_id, key in connection.execute(_KEYS, {"documents": list(places)}):
                found[document_id].append(key)
    order = sorted(places, key=lambda one: (places[one], -len(found[one]), one))
    return [found[one] for one in order if found[one]]
