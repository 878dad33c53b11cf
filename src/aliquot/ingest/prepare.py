"""Make ready what a parser gave: say who each document is, give it an id, cut it into chunks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from aliquot.errors import ParseError
from aliquot.ingest.identity import ASKED, Identities, Known, dump_record
from aliquot.ingest.plan import digest_of
from aliquot.ingest.standing import CUTTING, PARTS, QUARANTINED
from aliquot.metadata.ids import base_id, free_id
from aliquot.parsing.isolation import Parsed
from aliquot.protocols import Chunker
from aliquot.receipts import written
from aliquot.storage.catalog import Catalog
from aliquot.storage.records import check_fields
from aliquot.types import Chunk, Document, DocumentStatus, Source

__all__ = ["Prepared", "Preparer", "Quarantined"]


class Quarantined(ParseError):  # noqa: N818 -- what becomes of the file, which was read well
    """A file that is not what its name or its bibliography says.

    Attributes:
        receipt: What was read of it.
    """

    def __init__(self, message: str, *, source: str, receipt: dict[str, Any]) -> None:
        super().__init__(
            message,
            source=source,
            status=QUARANTINED,
            hint=f"Replace the file; if it is right, vouch for it: aliquot add --trust {source}",
        )
        self.receipt = receipt


@dataclass(frozen=True, slots=True)
class Prepared:
    """What one source brings, ready to be committed.

    Attributes:
        source: The file.
        parser: Who read it, with version.
        known: Each document with its identity.
        cuts: The chunks of each.
        seconds: Wall time of the parser.
        is_trusted: Whether the user vouches for it.
        asked: Which look-up services had their say.
        cutting: How the documents were cut.
    """

    source: Source
    parser: str
    known: list[Known]
    cuts: list[list[Chunk]]
    seconds: float
    is_trusted: bool
    asked: str
    cutting: str

    @property
    def documents(self) -> list[Document]:
        """With ids."""
        return [one.document for one in self.known]

    @property
    def contents(self) -> list[tuple[Document, list[Chunk]]]:
        """Each document with its chunks."""
        return list(zip(self.documents, self.cuts, strict=True))

    @property
    def chunks(self) -> list[Chunk]:
        """Of all documents."""
        return [chunk for cut in self.cuts for chunk in cut]

    @property
    def pages(self) -> int:
        """Of all documents."""
        return sum(document.page_count for document in self.documents)

    @property
    def status(self) -> DocumentStatus:
        """The worst of its documents."""
        each = (document.status for document in self.documents)
        return next((one for one in each if one is not DocumentStatus.OK), DocumentStatus.OK)

    @property
    def receipt(self) -> dict[str, Any]:
        """What was read and dropped."""
        found = _receipt(self.known, chunks=len(self.chunks), seconds=self.seconds)
        parts = {part: digest_of(part) for one in self.documents for part in one.parts}
        kept = {PARTS: parts, ASKED: self.asked, CUTTING: self.cutting}
        return found | {name: value for name, value in kept.items() if value}

    @property
    def link_records(self) -> list[dict[str, Any]]:
        """What linking has to know of each document."""
        return [dump_record(one) for one in self.known]


class Preparer:
    """Prepare sources one after the other, no id being given twice."""

    def __init__(self, catalog: Catalog, chunkers: Callable[[str], Chunker], cutting: str) -> None:
        """Take where ids are looked up, document kinds to chunkers, and how these cut."""
        self._catalog = catalog
        self._chunkers = chunkers
        self._cutting = cutting

    def prepare(
        self,
        source: Source,
        parsed: Parsed,
        identities: Identities,
        *,
        pending: Iterable[Prepared] = (),
        is_trusted: bool = False,
    ) -> Prepared:
        """Give each document its source, identity and id, and cut it.

        Args:
            source: The file.
            parsed: What its parser gave.
            identities: Says who each document is.
            pending: What was prepared before and is not committed yet.
            is_trusted: Whether the user vouches for the file.

        Raises:
            Quarantined: The file is not what it is said to be.
            ParseError: What the parser gave cannot be stored, or not be cut.
        """
        used = {document.id for one in pending for document in one.documents}
        known: list[Known] = []
        for document in parsed.documents:
            parser, _, version = parsed.parser.partition(" ")
            document = replace(document, source=source, parser=parser, parser_version=version)
            one = identities.identify(document)
            identified = self._with_id(one.document, source, used)
            check_fields(identified)
            known.append(replace(one, document=identified))
        if len(known) == 1 and known[0].is_mismatch and not is_trusted:
            receipt = _receipt(known, chunks=0, seconds=parsed.seconds)
            raise Quarantined(known[0].reason, source=source.path, receipt=receipt)
        cuts = [self._cut(one.document) for one in known]
        return Prepared(
            source=source,
            parser=parsed.parser,
            known=known,
            cuts=cuts,
            seconds=parsed.seconds,
            is_trusted=is_trusted,
            asked=identities.asked,
            cutting=self._cutting,
        )

    def _with_id(self, document: Document, source: Source, used: set[str]) -> Document:
        base = base_id(document)
        taken = self._catalog.taken_ids(base)
        found = free_id(base, source.path, taken, used.__contains__)
        used.add(found)
        return replace(document, id=found)

    def _cut(self, document: Document) -> list[Chunk]:
        """Cut a document; one that its chunker fails on must not end the run.

        Raises:
            ParseError: The chunker failed, or gave two chunks the same id.
        """
        chunker = self._chunkers(str(document.kind))
        try:
            chunks = chunker(document)
        except Exception as exc:  # chunkers may be anyone's, and fail in any way
            raise _cannot_be_cut(document, f"{type(exc).__name__}: {exc}") from exc
        if len({chunk.id for chunk in chunks}) < len(chunks):
            raise _cannot_be_cut(document, "two chunks have the same id")
        return chunks


def _receipt(known: Sequence[Known], *, chunks: int, seconds: float) -> dict[str, Any]:
    documents = [one.document for one in known]
    verdicts = [(str(one.verdict), one.reason) for one in known]
    return written(documents, verdicts, chunks=chunks, seconds=seconds)


def _cannot_be_cut(document: Document, reason: str) -> ParseError:
    return ParseError(
        f"It was read, but not cut into chunks: {reason}.",
        source=document.source.path if document.source else "",
        hint=f"The chunker for documents of the kind {document.kind} is at fault; report it.",
    )
