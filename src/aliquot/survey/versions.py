"""Versions of a document that are compared: which ones, and in which order."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Protocol

from aliquot.errors import ConfigError
from aliquot.generation.surveying.japanese import known_in_english
from aliquot.generation.verify.plain import plain, words_of
from aliquot.metadata.titles import title_key
from aliquot.types import Chunk, Document, Relation, RelationKind, VersionComparison

if TYPE_CHECKING:
    from aliquot.generation.comparing import ChangesAsked
__all__ = ["Comparable", "compare", "compare_asked", "versions_of"]

# What a document is, which its title need not say.
KINDS = "protocol procedure SOP method document プロトコル プロトコール 手順 手順書"
KIND_STEMS = frozenset(one.stem for one in words_of(plain(KINDS)))


class Comparable(Protocol):
    """What versions are looked for in: a library, or as much of one as somebody may see."""

    def documents(self) -> list[Document]:
        """List documents, without text and blocks."""

    def document(self, document_id: str) -> Document:
        """Return a document with its text and blocks."""

    def chunks(self, document_id: str) -> list[Chunk]:
        """Return a document's chunks in reading order."""

    def relations(self, document_id: str) -> list[Relation]:
        """Return how a document belongs to others."""


def compare(library: Comparable, old_id: str, new_id: str | None) -> list[VersionComparison]:
    """Return what changed from each version to the next.

    Args:
        library: Holds them.
        old_id: The older document, or any version of one.
        new_id: The newer one; `None` for all versions the library knows of the first.

    Raises:
        ConfigError: Both are one document, or the library knows no other version.
        UnknownDocumentError: No document has one of the ids.
    """
    # Loaded when it is asked for: no other command has need of it.
    from aliquot.generation.comparing.story import compare_documents

    if old_id == new_id:
        raise ConfigError(f"{old_id} is one document.", hint="Name two, the older one first.")
    ids = versions_of(library, old_id) if new_id is None else [old_id, new_id]
    documents = {one: library.document(one) for one in ids}
    return [
        compare_documents(documents[old], documents[new], library.chunks(old), library.chunks(new))
        for old, new in pairwise(ids)
    ]


def compare_asked(library: Comparable, asked: ChangesAsked) -> list[VersionComparison]:
    """Return what changed between the versions a question names.

    Args:
        library: Holds them.
        asked: What `asks_for_changes` read from the question.

    Raises:
        ConfigError: No document of that name has versions, or not those that are named.
    """
    for document in library.documents():
        if not _is_named(document, asked.subject):
            continue
        try:
            ids = versions_of(library, document.id)
        except ConfigError:
            continue
        if not asked.versions:
            return compare(library, document.id, None)
        wanted = [_order(one) for one in asked.versions]
        named = [one for one in ids if _order(_version(library.document(one))) in wanted]
        if len(named) < len(wanted):
            continue
        # "What is new in version 2?" is asked of the version before it.
        first = ids.index(named[0]) if len(named) > 1 else max(0, ids.index(named[0]) - 1)
        last = ids.index(named[-1]) if len(named) > 1 else first + 1
        return compare(library, ids[first], ids[last])
    raise ConfigError(
        f"The library knows no such versions of {asked.subject or 'a document'}.",
        hint="'aliquot list' shows the ids of documents; 'aliquot compare OLD NEW' compares two.",
    )


def _is_named(document: Document, subject: str) -> bool:
    """Tell whether a title, or an id, holds every word of what is asked about."""
    ours = {one.stem for one in words_of(plain(f"{document.title} {document.id}"))}
    # A protocol that is written in English may be asked for in Japanese.
    for said in (subject, known_in_english(subject)):
        wanted = {one.stem for one in words_of(plain(said)) if one.is_content} - KIND_STEMS
        if wanted and wanted <= ours:
            return True
    return False


def versions_of(library: Comparable, document_id: str) -> list[str]:
    """Return the ids of all versions of a document, the oldest first.

    Raises:
        ConfigError: The library knows no other.
        UnknownDocumentError: No document has this id.
    """
    document = library.document(document_id)
    related = _version_relations(library, document_id)
    newest = next((one.other_id for one in related if one.document_id == document_id), document_id)
    places: dict[int, str] = {}
    for one in _version_relations(library, newest):
        # Of two files of one version the one asked for is meant, else the first.
        if one.other_id == newest and (one.order not in places or one.document_id == document_id):
            places[one.order] = one.document_id
    if places:
        return [*(places[order] for order in sorted(places)), newest]
    titled = _by_title(library, document)
    if len(titled) > 1:
        return titled
    raise ConfigError(
        f"The library knows no other version of {document_id}.",
        hint="Name two documents: aliquot compare OLD NEW.",
    )


def _by_title(library: Comparable, document: Document) -> list[str]:
    """Return the ids of documents of one title that state their versions, each version once.

    Relations are made of protocols alone; a short one may be taken for notes.
    """
    key = title_key(document.title)
    versions: dict[tuple[int, ...], str] = {}
    for one in library.documents():
        order = _order(_version(one))
        is_asked = one.id == document.id
        if order and key and title_key(one.title) == key and (is_asked or order not in versions):
            versions[order] = one.id
    found = [versions[order] for order in sorted(versions)]
    return found if document.id in found else []


def _version(document: Document) -> str:
    return str(document.fields.get("version", ""))


def _order(version: str) -> tuple[int, ...]:
    """Return what sorts a version: numbers by value, letters by the alphabet; 2.0 is 2."""
    parts = re.findall(r"\d+|[a-z]", version.casefold())
    order = [int(one) if one.isdecimal() else ord(one) for one in parts]
    while len(order) > 1 and order[-1] == 0:
        order.pop()
    return tuple(order)


def _version_relations(library: Comparable, document_id: str) -> Sequence[Relation]:
    found = library.relations(document_id)
    return sorted(
        (one for one in found if one.kind is RelationKind.VERSION_OF),
        key=lambda one: (one.order, one.document_id),
    )
