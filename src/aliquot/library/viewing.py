"""A library as one person may see it: every read goes through here where people are told apart."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

from aliquot.errors import ConfigError, UnknownDocumentError
from aliquot.filters import both
from aliquot.library.arguments import read_filter
from aliquot.library.comparing import compare
from aliquot.library.conversing import ConversationSession
from aliquot.library.library import Library
from aliquot.library.renaming import renamed
from aliquot.library.withholding import WITHHELD, seen_conversation, seen_stored
from aliquot.protocols import Progress, silent
from aliquot.storage.catalog import unknown_document
from aliquot.types import (
    Answer,
    Chunk,
    Comparison,
    Document,
    Feedback,
    Filter,
    Finding,
    FindingKind,
    Job,
    Operator,
    Opinion,
    Permission,
    Person,
    Receipt,
    Reference,
    Relation,
    Role,
    ScoredChunk,
    Statement,
    Survey,
    SurveyBudget,
    Understanding,
    Verdict,
    VersionComparison,
)
from aliquot.types.conversations import Conversation
from aliquot.types.history import Explanation, StoredAnswer

__all__ = ["View"]

T = TypeVar("T")

# Admits nothing: no collection has this name. An empty list could not be written as words.
NOTHING = Comparison("collection", Operator.EQ, "")
# Of those who sit at the machine nothing says who they are, with or without a browser.
LOCAL = "local"


class View:
    """What one person may read and ask of a library.

    What others alone may see does not exist here: asking for it is asking for what is not there.
    What a person may see is decided when it is first asked for; a view lasts as long as a request.

    Attributes:
        library: The whole.
        person: Who sees.
    """

    def __init__(self, library: Library, person: Person) -> None:
        """Take the library and who looks at it.

        Args:
            library: The whole.
            person: Who sees.

        Raises:
            ConfigError: The person has no name, though people are told apart.
        """
        if person.via != LOCAL and not person.name:
            raise ConfigError("Nobody is named.", hint="Log in again.")
        self.library = library
        self.person = person

    @property
    def path(self) -> Path:
        """The library's folder."""
        return self.library.path

    # -------------------------------------------------------------------------- what is open

    @cached_property
    def _roles(self) -> dict[str, Role]:
        return self.library.people.roles(self.person)

    @cached_property
    def _readable(self) -> frozenset[str] | None:
        """Names of the collections that may be read; `None` for all."""
        if Permission.READ not in self.person.permissions:
            return frozenset()
        return None if self.person.is_administrator else frozenset(self._roles)

    @cached_property
    def scope(self) -> Filter | None:
        """What every search is narrowed to; `None` for everything."""
        if self._readable is None:
            return None
        if not self._readable:
            return NOTHING
        return Comparison("collection", Operator.IN, tuple(sorted(self._readable)))

    @property
    def owner(self) -> str:
        """Under which name the person's answers and conversations are kept."""
        return "" if self.person.via == LOCAL else self.person.name

    def may(self, role: Role, collection: str) -> bool:
        """Return whether the person has at least this role in a collection.

        To change anything, whoever comes with a token needs its permission too.
        """
        needed = Permission.READ if role is Role.READER else Permission.WRITE
        if needed not in self.person.permissions:
            return False
        held = self._roles.get(collection)
        return self.person.is_administrator or (held is not None and held.rank >= role.rank)

    def collections(self) -> list[str]:
        """Return the names of the collections the person may read, sorted."""
        if self._readable is not None:
            return sorted(self._readable)
        return sorted(one.name for one in self.library.people.collections())

    def _visible(self, document_ids: Set[str]) -> Set[str]:
        if self.scope is None:
            return document_ids
        return self.library.catalog.passing(document_ids, self.scope)

    def _check_seen(self, document_id: str) -> None:
        """Refuse what the person does not see, as what is not there is refused."""
        if not self._visible({document_id}):
            raise unknown_document(document_id)

    @cached_property
    def _aliases(self) -> dict[str, str]:
        """Paths of files that are not seen, each with that of a copy that is."""
        return {} if self._readable is None else self.library.catalog.ledger.seen_as(self._readable)

    # -------------------------------------------------------------------------- documents

    def documents(self, where: Filter | str | None = None) -> list[Document]:
        """List documents, without text and blocks."""
        found = self.library.documents(self._narrowed(where))
        return self._shown(found)

    def document(self, document_id: str) -> Document:
        """Return a document with its text and blocks.

        Raises:
            UnknownDocumentError: The person sees no document of this id.
        """
        self._check_seen(document_id)
        return self._shown(self.library.document(document_id))

    def chunks(self, document_id: str) -> list[Chunk]:
        """Return a document's chunks in reading order.

        Raises:
            UnknownDocumentError: The person sees no document of this id.
        """
        self._check_seen(document_id)
        found = self.library.chunks(document_id)
        return self._shown(found)

    def relations(self, document_id: str) -> list[Relation]:
        """Return how a document belongs to others the person sees.

        Raises:
            UnknownDocumentError: The person sees no document of this id.
        """
        self._check_seen(document_id)
        found = self.library.relations(document_id)
        seen = self._visible({end for one in found for end in (one.document_id, one.other_id)})
        return [one for one in found if {one.document_id, one.other_id} <= seen]

    def references(self) -> list[Reference]:
        """Return what bibliography files the person sees state."""
        return self.library.references(self.scope)

    def findings(
        self,
        document_id: str | None = None,
        kind: FindingKind | str | None = None,
        where: Filter | str | None = None,
    ) -> Iterator[Finding]:
        """Yield what documents name; see `Library.findings`.

        Raises:
            UnknownDocumentError: The person sees no document of this id.
        """
        if document_id is not None:
            self._check_seen(document_id)
        return self.library.findings(document_id, kind, self._narrowed(where))

    def source_file(self, document_id: str) -> Path:
        """Return the file a document was read from, which is on this machine now.

        It is one the library was given: its path comes from the ledger, never from a request.

        Raises:
            UnknownDocumentError: The person sees no document of this id, or its file is not there.
        """
        source = self.document(document_id).source
        known = None if source is None else self.library.catalog.ledger.entry(source.path)
        if known is None or not Path(known.path).is_file():
            raise UnknownDocumentError(
                f"The file of {document_id!r} is not there any more.",
                hint="Bring the library up to date with: aliquot sync",
            )
        return Path(known.path)

    def receipts(self) -> Iterator[Receipt]:
        """Yield the receipts of the files the person sees, by path."""
        return self.library.receipts(self._readable)

    def receipt(self, path: str | Path) -> Receipt:
        """Return what became of a file.

        Raises:
            ConfigError: The person sees no such file.
        """
        return self.library.receipt(path, self._readable)

    def status(self) -> dict[str, Any]:
        """Count what the person sees, and say what embeds and indexes it."""
        return self.library.status(self.scope, self._readable)

    # -------------------------------------------------------------------------- changing it

    def upload_folder(self, collection: str) -> Path:
        """Return the folder that files uploaded to a collection are put into; it is there.

        Raises:
            UnknownDocumentError: The person sees no such collection, or may not write to it.
        """
        if not self.may(Role.EDITOR, collection):
            raise UnknownDocumentError(
                f"There is no collection {collection!r} that you may write to.",
                hint="Whoever looks after the library can make you an editor of it.",
            )
        return self.library.people.make_uploads(collection)

    def remove(self, document_id: str) -> None:
        """Take a document out; its file stays on disk, and `restore` brings it back.

        Raises:
            UnknownDocumentError: The person sees no document of this id, or may not change the
                collection its file is in.
        """
        self._check_editable(self._place_of(document_id), document_id)
        self.library.remove(document_id, by=self.owner)

    def restore(self, path: str | Path, progress: Progress = silent) -> list[str]:
        """Bring back what was removed of a file; return the ids of its documents.

        Args:
            path: Of the file, as its receipt names it.
            progress: Told after each source.

        Raises:
            ConfigError: The person sees no such file, or nothing was removed of it.
            UnknownDocumentError: The person may not change the collection the file is in.
        """
        source = self.receipt(path).source
        entry = self.library.catalog.ledger.entry(source)
        self._check_editable("" if entry is None else entry.collection, source)
        return self.library.restore(source, progress)

    def _place_of(self, document_id: str) -> str:
        """Return the collection of the very file a document was read from."""
        self._check_seen(document_id)
        source = self.library.document(document_id).source
        entry = None if source is None else self.library.catalog.ledger.entry(source.path)
        return "" if entry is None else entry.collection

    def _check_editable(self, collection: str, name: str) -> None:
        if not self.may(Role.EDITOR, collection):
            raise UnknownDocumentError(
                f"You may not change {name!r}.",
                hint="Whoever looks after the library can make you an editor of its collection.",
            )

    # -------------------------------------------------------------------------- asking

    def search(
        self, question: str, k: int | None = None, where: Filter | str | None = None, **how: Any
    ) -> list[ScoredChunk]:
        """Return the best `k` chunks for a question; see `Library.search`."""
        found = self.library.search(question, k, self._narrowed(where), **how)
        return self._shown(found)

    def understand(self, question: str, *, literal: bool = False) -> Understanding:
        """Return how a question is read; see `Library.understand`."""
        return self.library.understand(question, literal=literal, where=self.scope)

    def ask(
        self,
        question: str,
        where: Filter | str | None = None,
        strategy: str = "auto",
        *,
        literal: bool = False,
        keep: bool = True,
    ) -> Answer:
        """Answer a question of the person's; see `Library.ask`."""
        scope = self._narrowed(where)
        answer = self.library.ask(
            question, scope, strategy, literal=literal, keep=keep, asked_by=self.owner
        )
        return self._shown(answer)

    def stream(
        self,
        question: str,
        where: Filter | str | None = None,
        strategy: str = "auto",
        *,
        literal: bool = False,
        keep: bool = True,
    ) -> Iterator[Statement | Answer]:
        """Yield statements and last the answer; see `Library.stream`."""
        scope = self._narrowed(where)
        yield from map(
            self._shown,
            self.library.stream(
                question, scope, strategy, literal=literal, keep=keep, asked_by=self.owner
            ),
        )

    def check(self, statement: str, chunk_ids: Sequence[str] | None = None) -> Verdict:
        """Hold one sentence against what the person sees; see `Library.check`."""
        self._check_chunks(chunk_ids)
        return self._shown(self.library.check(statement, chunk_ids, self.scope))

    def check_text(
        self, text: str, chunk_ids: Sequence[str] | None = None, progress: Progress = silent
    ) -> list[Verdict]:
        """Hold each sentence of a text against what the person sees; see `Library.check_text`."""
        self._check_chunks(chunk_ids)
        found = self.library.check_text(text, chunk_ids, progress, self.scope)
        return self._shown(found)

    def _check_chunks(self, chunk_ids: Sequence[str] | None) -> None:
        # A document's id stands before the mark; see chunking/identifiers.py.
        for one in chunk_ids or ():
            self._check_seen(one.partition("#")[0])

    def survey(
        self,
        question: str,
        columns: Sequence[str] | None = None,
        where: Filter | str | None = None,
        *,
        group_by: str = "",
        budget: SurveyBudget = SurveyBudget(),
        progress: Progress = silent,
    ) -> Survey:
        """Ask every document; see `Library.survey`."""
        scope = self._narrowed(where)
        found = self.library.survey(
            question, columns, scope, group_by=group_by, budget=budget, progress=progress
        )
        return self._shown(found)

    def compare(self, old_id: str, new_id: str | None = None) -> list[VersionComparison]:
        """Compare versions of a protocol the person sees; see `Library.compare`."""
        return compare(self, old_id, new_id)

    # -------------------------------------------------------------------------- what was asked

    def answers(self, count: int = 20, before: int | None = None) -> list[StoredAnswer]:
        """Return the person's last answers, newest first, as they may be seen today.

        Args:
            count: How many at most.
            before: How many of the newest are passed over.
        """
        found = self.library.history.answers(count, before, self.owner)
        return [self._seen(one) for one in found]

    def explain(self, answer_id: str) -> Explanation:
        """Return an answer of the person's own, held against today's library.

        Raises:
            UnknownDocumentError: The person has no answer of this id.
        """
        found = self.library.explain(answer_id, self.owner)
        stored = self._seen(found.stored)
        is_whole = self.scope is None or stored.answer.reason != WITHHELD
        return self._shown(found) if is_whole else Explanation(stored)

    def give_feedback(self, answer_id: str, opinion: Opinion, note: str = "") -> Feedback:
        """Keep what the person says of an answer of their own.

        Args:
            answer_id: Which.
            opinion: Thumb up or down.
            note: In words; may be empty.

        Raises:
            ConfigError: The note is too long.
            UnknownDocumentError: The person has no answer of this id.
        """
        stored = self.library.catalog.history.answers.get(answer_id, self.owner)
        given = Feedback(answer_id=stored.id, person=self.owner, opinion=opinion, note=note)
        return self.library.feedback.put(given)

    def feedback(self, answer_id: str) -> Feedback | None:
        """Return what the person has said of an answer of their own; `None` for nothing.

        Raises:
            UnknownDocumentError: The person has no answer of this id.
        """
        stored = self.library.catalog.history.answers.get(answer_id, self.owner)
        said = self.library.feedback.of(stored.id)
        return next((one for one in said if one.person == self.owner), None)

    def conversations(self) -> list[Conversation]:
        """Return the person's own conversations without their turns, newest first."""
        return self.library.history.conversations(self.owner)

    def conversation(self, conversation_id: str | None = None) -> ConversationSession:
        """Begin a conversation of the person's own, or go on with one.

        Raises:
            UnknownDocumentError: The person has no conversation of this id.
        """
        kept = self.library.catalog.history.conversations
        if conversation_id is None:
            return self.library.session(kept.new(person=self.owner), self)
        begun = kept.get(conversation_id, self.owner)
        return self.library.session(seen_conversation(begun, self._visible), self, self._seen)

    def rename_conversation(self, conversation_id: str, title: str) -> None:
        """Give a conversation of the person's own another title.

        Raises:
            ConfigError: The title is blank.
            UnknownDocumentError: The person has no conversation of this id.
        """
        self.library.history.rename_conversation(conversation_id, title, self.owner)

    def delete_conversation(self, conversation_id: str) -> None:
        """Delete a conversation of the person's own with its answers.

        Raises:
            UnknownDocumentError: The person has no conversation of this id.
        """
        self.library.history.delete_conversation(conversation_id, self.owner)

    # -------------------------------------------------------------------------- jobs

    def jobs(self, count: int = 50, before: str | None = None) -> list[Job]:
        """Return the person's last jobs, newest first; everyone's for an administrator.

        Args:
            count: How many at most.
            before: Id of the last one seen, after which the list goes on.
        """
        whose = None if self.person.is_administrator else self.person.name
        return self.library.jobs.list(whose, count, before)

    def job(self, job_id: str) -> Job:
        """Return a job of the person's, or anyone's for an administrator.

        Raises:
            UnknownDocumentError: The person has no job of this id.
        """
        found = self.library.jobs.get(job_id)
        if not self.person.is_administrator and found.person != self.person.name:
            raise UnknownDocumentError(
                f"There is no job {job_id!r}.", hint="The list of jobs shows those there are."
            )
        return found

    # -------------------------------------------------------------------------- narrowing

    def _narrowed(self, where: Filter | str | None) -> Filter | None:
        return both(read_filter(where), self.scope)

    def _shown(self, one: T) -> T:
        return renamed(one, self._aliases) if self._aliases else one

    def _seen(self, stored: StoredAnswer) -> StoredAnswer:
        """Return an answer as it may be seen today; administrators see all of it."""
        if self.scope is None:
            return stored
        return self._shown(seen_stored(stored, self._visible))
