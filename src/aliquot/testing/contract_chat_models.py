"""What every language model promises, as tests to inherit.

from aliquot.testing.contract_chat_models import ChatModelContract

class TestMyModel(ChatModelContract):
    def model(self, *script: Reply | str | ModelError) -> ChatModel:
        return MyModel(...)  # says the script, line by line
"""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor

import pytest

from aliquot.errors import ModelError
from aliquot.protocols import ChatModel
from aliquot.types import Message, Reply, Tool, ToolCall

__all__ = ["FAILS", "ChatModelContract"]

# A line of a script on which the model fails.
FAILS = "\x00fails\x00"
_SAID = "The half-life of p53 is 20 minutes. 半減期は20分です。"
_ASKED = (Message("system", "Be brief."), Message("user", "What is the half-life of p53?"))
_SCHEMA = {
    "type": "object",
    "properties": {"word": {"type": "string"}},
    "required": ["word"],
    "additionalProperties": False,
}
_TOOL = Tool("search", "Search the library.", _SCHEMA)
_CALLS = (ToolCall("call_1", "search", {"word": "p53"}),)
_ODD_TEXTS = ("", " ", "half an emoji: \ud83e", "\x00\x01\x1b[31m", "<|im_end|>", "a" * 50_000)


class ChatModelContract:
    """Inherit, and return a new model that says a script from `model`."""

    def model(self, *script: Reply | str) -> ChatModel:
        """Return a model that says these lines, one a request, and fails on `FAILS`."""
        raise NotImplementedError

    def test_it_has_an_id(self) -> None:
        assert self.model(_SAID).id

    def test_complete_returns_what_is_said(self) -> None:
        assert self.model(_SAID).complete("?", system="Be brief.") == _SAID

    def test_reply_returns_what_is_said(self) -> None:
        reply = self.model(_SAID).reply(_ASKED)
        assert (reply.text, reply.calls, reply.finish) == (_SAID, (), "stop")

    def test_a_reply_says_what_it_cost_and_who_wrote_it(self) -> None:
        model = self.model(_SAID)
        usage = model.reply(_ASKED).usage
        assert usage.requests == 1
        assert usage.models == (model.id,)
        assert usage.input_tokens > 0
        assert usage.output_tokens > 0

    def test_a_stream_is_the_reply_in_pieces_and_then_whole(self) -> None:
        *pieces, last = self.model(_SAID).stream(_ASKED)
        assert "".join(str(one) for one in pieces) == _SAID
        assert len(pieces) > 1
        assert isinstance(last, Reply)
        assert (last.text, last.finish) == (_SAID, "stop")

    def test_a_schema_gives_json(self) -> None:
        model = self.model('{"word": "p53"}')
        if model.has_schemas:
            assert json.loads(model.reply(_ASKED, schema=_SCHEMA).text) == {"word": "p53"}

    def test_a_tool_is_called_with_its_arguments(self) -> None:
        model = self.model(Reply("", _CALLS))
        if model.has_tools:
            (call,) = model.reply(_ASKED, tools=[_TOOL]).calls
            assert (call.name, dict(call.arguments)) == ("search", {"word": "p53"})

    def test_what_a_tool_gave_can_be_sent_back(self) -> None:
        told = (*_ASKED, Message("assistant", "", _CALLS), Message("tool", "20", call_id="call_1"))
        assert self.model(_SAID).reply(told, tools=[_TOOL]).text == _SAID

    def test_a_reply_cut_at_its_length_says_so(self) -> None:
        assert self.model(Reply("The half-life", finish="length")).reply(_ASKED).finish == "length"

    def test_a_refusal_is_told_from_an_answer(self) -> None:
        assert self.model(Reply("", finish="refused")).reply(_ASKED).finish == "refused"

    def test_a_failure_is_an_error_of_ours(self) -> None:
        with pytest.raises(ModelError) as failed:
            self.model(FAILS).reply(_ASKED)
        assert failed.value.hint or failed.value.message

    def test_a_failing_stream_is_an_error_of_ours(self) -> None:
        with pytest.raises(ModelError):
            list(self.model(FAILS).stream(_ASKED))

    def test_tokens_of_more_text_are_not_fewer(self) -> None:
        model = self.model(_SAID)
        assert model.count_tokens("") == 0
        assert 0 < model.count_tokens("p53") <= model.count_tokens("p53 " * 9)

    @pytest.mark.parametrize("text", _ODD_TEXTS, ids=range(len(_ODD_TEXTS)))
    def test_odd_texts_can_be_said_to_it(self, text: str) -> None:
        model = self.model(_SAID)
        assert model.reply([Message("user", f"{text}?")]).text == _SAID
        assert model.count_tokens(text) >= 0

    def test_threads_may_share_a_model(self) -> None:
        model = self.model(*[_SAID] * 4)
        with ThreadPoolExecutor(4) as pool:
            replies = list(pool.map(lambda _: model.reply(_ASKED).text, range(4)))
        assert replies == [_SAID] * 4
