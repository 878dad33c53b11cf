"""What one person has asked before, as they may see it today."""

from __future__ import annotations

from dataclasses import replace

from aliquot.library.conversing import ConversationSession
from aliquot.library.viewing.asking import Asking
from aliquot.library.withholding import WITHHELD, seen_conversation
from aliquot.types import Feedback, Opinion
from aliquot.types.conversations import Conversation
from aliquot.types.history import Explanation, StoredAnswer

__all__ = ["Recalling"]


class Recalling(Asking):
    """What one person may recall of what they asked."""

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
        if self.scope is not None and stored.answer.reason == WITHHELD:
            return Explanation(stored)
        return replace(self._shown(found), stored=stored)

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

    def conversations_about(self, words: str) -> list[Conversation]:
        """Return the person's own conversations that hold all of some words, newest first."""
        return self.library.history.conversations_about(words, self.owner)

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
