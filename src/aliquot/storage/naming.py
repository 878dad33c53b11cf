"""Find the documents whose identifiers, titles or symbols a question names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sqlalchemy import Engine, or_, select

from aliquot.storage.connection import reading
from aliquot.storage.filtering import folded
from aliquot.storage.schema import chunks, fields

__all__ = ["keys_of_named"]


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
    named = [
        (fields.c.name == name) & fields.c.text.in_([folded(value) for value in wanted])
        for name, wanted in values.items()
        if wanted
    ]
    if not named:
        return []
    matches = select(fields.c.document_id, fields.c.name).where(or_(*named)).distinct()
    keys = select(chunks.c.key).order_by(chunks.c.ordinal)
    with reading(engine) as connection:
        places: dict[str, int] = {}
        for document_id, name in connection.execute(matches):
            place = list(values).index(name)
            places[document_id] = min(place, places.get(document_id, place))
            if len(places) > most:
                return []
        found = {
            one: list(connection.execute(keys.where(chunks.c.document_id == one)).scalars())
            for one in places
        }
    order = sorted(places, key=lambda one: (places[one], -len(found[one]), one))
    return [found[one] for one in order if found[one]]
