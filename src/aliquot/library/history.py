"""Keep answers with all it took to make them, note what was done, and explain answers later."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from aliquot.config import Config
from aliquot.errors import AliquotError, ConfigError, StoreError
from aliquot.library.arguments import new_file
from aliquot.library.explaining import explained
from aliquot.library.provenance import stored_answer
from aliquot.storage.audit import canonical
from aliquot.storage.catalog import Catalog
from aliquot.storage.history import Keeping
from aliquot.types import Answer
from aliquot.types.conversations import Conversation
from aliquot.types.history import (
    AskedWith,
    AuditEntry,
    AuditKind,
    AuditProof,
    Explanation,
    StoredAnswer,
)

__all__ = ["LibraryHistory"]

_log = logging.getLogger(__name__)

# Documents that one entry of the log names, each with the digest of its file; it counts the rest.
NAMED_DOCUMENTS = 1000
# Of why a question failed: services answer with whole pages.
REASON_CHARACTERS = 500
STOPPED = "stopped by whoever asked"
AUDIT_LOG = "audit log"
NOT_KEPT = "This answer was not kept: {reason}"


class LibraryHistory:
    """What one library was asked and what was done with it: kept, noted, replayed.

    Attributes:
        keeping: What is kept, and how long.
    """

    def __init__(
        self,
        catalog: Catalog,
        config: Config,
        embedders: Callable[[], Sequence[str]],
        keeping: Keeping | None = None,
    ) -> None:
        """Take what it works with.

        Args:
            catalog: Where it is kept.
            config: The settings in force.
            embedders: Gives the ids of the dense legs' embedders.
            keeping: What is kept, and how long.
        """
        self._catalog = catalog
        self._config = config
        self._embedders = embedders
        self.keeping = keeping or Keeping()

    # -------------------------------------------------------------------------- keeping

    @contextmanager
    def asking(self, question: str, asked_with: AskedWith) -> Iterator[Callable[[Answer], Answer]]:
        """Note a question and what becomes of it; give what keeps its answer.

        Where the library cannot be written, the answer says so in its hints instead.

        Args:
            question: As it is asked.
            asked_with: How it is asked.
        """
        is_kept = False

        def keep(answer: Answer) -> Answer:
            nonlocal is_kept
            kept = self._kept(answer, asked_with, asked)
            is_kept = True
            return kept

        asked = self._asked(question, asked_with.asked_by)
        try:
            yield keep
        except BaseException as exc:
            if asked is not None and not is_kept:
                self.note_if_writable(AuditKind.FAILED, {"asked": asked} | self._failure(exc))
            raise

    def _ask(self, question: str, person: str) -> int:
        return self._catalog.history.ask(question, self._settings(), self.keeping, person)

    def _asked(self, question: str, person: str) -> int | None:
        try:
            return self._ask(question, person)
        except StoreError as exc:
            # A read-only or full library still answers.
            _log.warning("a question was not noted: %s", exc.message)
            return None

    def _kept(self, answer: Answer, asked_with: AskedWith, asked: int | None) -> Answer:
        try:
            if asked is None:
                asked = self._ask(answer.question, asked_with.asked_by)
            stored = stored_answer(
                answer, asked_with, self._catalog, self._config, self._embedders()
            )
            self._catalog.history.keep(stored, asked, self.keeping)
        except StoreError as exc:
            _log.warning("an answer was not kept: %s", exc.message)
            return replace(answer, hints=(*answer.hints, NOT_KEPT.format(reason=exc.message)))
        return answer

    def _failure(self, error: BaseException) -> dict[str, str]:
        if isinstance(error, KeyboardInterrupt | GeneratorExit):
            return {"error": STOPPED}
        detail = {"error": type(error).__name__}
        if isinstance(error, AliquotError) and self.keeping.questions == "text":
            # What a model's service says may repeat what it was sent.
            detail["reason"] = error.message[:REASON_CHARACTERS]
        return detail

    def note(self, kind: AuditKind, detail: Mapping[str, Any]) -> None:
        """Write into the audit log what was done.

        Raises:
            StoreError: The library cannot be written.
        """
        self._catalog.history.note(kind, detail, self._settings())

    @contextmanager
    def watching(self, by: str = "") -> Iterator[None]:
        """Note which documents come, change and go meanwhile, whether it ends well or not.

        Args:
            by: Who does it, where people are told apart.
        """
        before = self._catalog.digests()
        try:
            yield
        finally:
            self._note_changes(before, self._catalog.digests(), by)

    def _note_changes(self, before: Mapping[str, str], after: Mapping[str, str], by: str) -> None:
        both = before.keys() & after.keys()
        changes = {
            AuditKind.ADDED: {one: after[one] for one in after.keys() - both},
            AuditKind.UPDATED: {one: after[one] for one in both if before[one] != after[one]},
            AuditKind.REMOVED: {one: before[one] for one in before.keys() - both},
        }
        for kind, documents in changes.items():
            if documents:
                self._note_documents(kind, documents, by)

    def _note_documents(self, kind: AuditKind, documents: Mapping[str, str], by: str) -> None:
        named = dict(sorted(documents.items())[:NAMED_DOCUMENTS])
        detail: dict[str, Any] = {"documents": named, "count": len(documents)}
        self.note_if_writable(kind, detail | ({"person": by} if by else {}))

    def note_if_writable(self, kind: AuditKind, detail: Mapping[str, Any]) -> None:
        """Write into the audit log what was done; a library that cannot be written goes on."""
        try:
            self.note(kind, detail)
        except StoreError as exc:
            # What was committed is true all the same; the next entries follow without a gap.
            _log.warning("the audit log could not be written: %s", exc.message)

    def prune(self) -> int:
        """Drop answers that are too many or too old, as set; return how many went."""
        return self._catalog.history.prune(self.keeping)

    def _settings(self) -> dict[str, Any]:
        return self._config.model_dump(mode="json")

    # -------------------------------------------------------------------------- conversations

    def conversations(self, person: str | None = None) -> list[Conversation]:
        """Return conversations without their turns, the one last begun first.

        Args:
            person: Whose; everyone's unless given.
        """
        return self._catalog.history.conversations.list(person)

    def conversations_about(self, words: str, person: str | None = None) -> list[Conversation]:
        """Return conversations whose titles and questions hold all of some words, newest first.

        Args:
            words: In any order and case.
            person: Whose; everyone's unless given.
        """
        kept = self._catalog.history.conversations
        asked, wanted = kept.questions(person), words.casefold().split()

        def is_about(one: Conversation) -> bool:
            said = f"{one.title}\n{asked.get(one.id, '')}".casefold()
            return all(word in said for word in wanted)

        return [one for one in kept.list(person) if is_about(one)]

    def rename_conversation(
        self, conversation_id: str, title: str, person: str | None = None
    ) -> None:
        """Give a conversation another title.

        Args:
            conversation_id: Which.
            title: The new one.
            person: Whose it is; anyone's unless given.

        Raises:
            ConfigError: The title is blank.
            UnknownDocumentError: No conversation has this id.
        """
        if not title.strip():
            raise ConfigError("The title is blank.", hint="Give it a name, in quotes.")
        kept = self._catalog.history.conversations
        kept.rename(kept.get(conversation_id, person).id, title)

    def delete_conversation(self, conversation_id: str, person: str | None = None) -> None:
        """Delete a conversation with its answers; the audit log keeps that they were there.

        Args:
            conversation_id: Which.
            person: Whose it is; anyone's unless given.

        Raises:
            UnknownDocumentError: No conversation has this id.
        """
        self._catalog.history.conversations.get(conversation_id, person)
        self._catalog.history.delete_conversation(conversation_id)

    # -------------------------------------------------------------------------- the audit log

    def entries(
        self, count: int = 20, kind: AuditKind | None = None, before: int | None = None
    ) -> list[AuditEntry]:
        """Return the last entries of the audit log, newest first.

        Args:
            count: How many at most.
            kind: Of which kind; any unless given.
            before: Sequence of an entry, of which only older ones are wanted.
        """
        return self._catalog.history.audit.recent(count, kind, before)

    def counts(self) -> dict[str, int]:
        """Count `questions` asked, `answers` given, and `abstentions` among these."""
        log = self._catalog.history.audit
        kinds = log.counts()
        return {
            "questions": kinds.get(AuditKind.ASKED, 0),
            "answers": kinds.get(AuditKind.ANSWERED, 0),
            "abstentions": log.refusals(),
        }

    def verify(self, head: str = "") -> AuditProof:
        """Prove that the audit log is one unbroken chain, or name the first entry that is not.

        Args:
            head: Hash of an entry, written down earlier, that has to be in it; empty for none.
        """
        return self._catalog.history.audit.verify(head)

    def altered(self) -> list[str]:
        """Return ids of stored answers that are not what the audit log says was answered."""
        return self._catalog.history.altered()

    def export_audit(self, path: Path) -> AuditProof:
        """Write the audit log to a file, one entry a line, and note that it was exported.

        Each line holds its hash and the one before it, so that the file proves itself.

        Args:
            path: Written anew; never a file that is there.

        Raises:
            ConfigError: The file exists or cannot be written.
        """
        digest = hashlib.sha256()
        with new_file(path) as file:
            file.writelines(self._audit_lines(digest))
        proof = self.verify()
        self.note_export(AUDIT_LOG, path.name, digest.hexdigest())
        return proof

    def audit_lines(self, name: str) -> Iterator[str]:
        """Yield the audit log, one entry a line; once all are read, note that it was exported.

        Args:
            name: Of whatever they go to.
        """
        digest = hashlib.sha256()
        yield from self._audit_lines(digest)
        self.note_export(AUDIT_LOG, name, digest.hexdigest())

    def _audit_lines(self, digest: hashlib._Hash) -> Iterator[str]:
        for entry in self._catalog.history.audit.lines():
            line = canonical(entry) + "\n"
            digest.update(line.encode())
            yield line

    def note_export(self, what: str, name: str, sha256: str) -> None:
        """Note what was exported; an export from a library that cannot be written goes ahead.

        Args:
            what: `audit log`, `conversation`, `bibliography`, ...
            name: Of the file or of the thing.
            sha256: Digest of what was written, in hex.
        """
        self.note_if_writable(AuditKind.EXPORTED, {"what": what, "name": name, "sha256": sha256})

    # -------------------------------------------------------------------------- explaining

    def answers(
        self, count: int = 20, before: int | None = None, person: str | None = None
    ) -> list[StoredAnswer]:
        """Return the last stored answers, newest first; one that is damaged with its id alone.

        Args:
            count: How many at most.
            before: How many of the newest are passed over.
            person: Whose; everyone's unless given.
        """
        return self._catalog.history.answers.recent(count, before, person)

    def explain(self, answer_id: str, person: str | None = None) -> Explanation:
        """Return a stored answer with its citations and evidence held against today's library.

        Args:
            answer_id: Its id, or as much of one end of it as no other has.
            person: Whose it is; anyone's unless given.

        Raises:
            UnknownDocumentError: No answer has this id.
            StoreError: Its record is damaged.
        """
        return explained(self._catalog, self._catalog.history.answers.get(answer_id, person))
