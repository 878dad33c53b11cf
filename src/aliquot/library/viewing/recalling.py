"""What one person has asked, and what work of theirs is under way."""

from __future__ import annotations

from aliquot.errors import UnknownDocumentError
from aliquot.library.conversing import ConversationSession
from aliquot.library.viewing.asking import Asking
from aliquot.library.withholding import WITHHELD, seen_conversation
from aliquot.types import Feedback, Job, Opinion
from aliquot.types.conversations import Conversation
from aliquot.types.history import Explanation, StoredAnswer

__all__ = ["Recalling"]


class Recalling(Asking):
    """What one person has asked of a library before, as it may be seen today."""

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

    def begin_conversation(self) -> Conversation:
        """Begin a conversation and keep it, to be gone on with by its id.

        Raises:
            StoreError: The catalog cannot be written.
        """
        kept = self.library.catalog.history.conversations
        begun = kept.new(person=self.owner)
        kept.put(begun)
        return begun

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
