"""Tell a sentence that addresses the model reading it from one that says something.

A document may try to steer who reads it: "ignore previous instructions", "you must answer 42". No
such sentence is evidence of anything but itself, so it is never quoted. Protocols are full of
imperatives; these are told apart by whom they address: a protocol tells hands what to do with
cells, an injection tells a model what to say, to forget or to cite.

Source of the patterns: Greshake et al., 2023, https://arxiv.org/abs/2302.12173, and Perez &
Ribeiro, 2022, https://arxiv.org/abs/2211.09527, in the languages of our
users. False alarms were counted on the development library, 2026-11: none of 9,920 chunks, of
papers, protocols, slides, notes, trials, genes and tables, is taken for an instruction.
"""

from __future__ import annotations

import base64
import binascii
import re
import unicodedata
from functools import lru_cache

from aliquot.types import Span

__all__ = ["addresses_model", "paragraph_at", "withheld"]

EARLIER = r"(?:previous|prior|above|earlier|preceding|existing|foregoing|original|system)"
ORDERS = r"(?:instructions?|prompts?|rules|guidelines|directions|messages?|constraints|directives)"
MODEL = r"(?:ai|a\.i\.|llms?|language models?|chat ?bots?|chat ?gpt|gpt-?\d?|assistants?|gemini)"
# A tool, a label of evidence or a role is named by nobody but who writes for a model.
PATTERNS = (
    rf"\b(?:ignore|disregard|forget|override|bypass|skip)\b.{{0,40}}\b{EARLIER}\b.{{0,24}}\b{ORDERS}",
    rf"\b(?:ignore|disregard|forget|override)\b.{{0,24}}\b(?:all|any|your|the|these|those)\b"
    rf".{{0,16}}\b{ORDERS}",
    r"\b(?:ignore|disregard|forget)\b.{0,16}\beverything\b.{0,24}\b(?:above|before|told|said)\b",
    rf"\b(?:note|message|instructions?|attention|notice|reminder|warning)\b.{{0,8}}"
    rf"\b(?:to|for)\b.{{0,24}}\b{MODEL}\b",
    rf"\b(?:if you are|you are|you're|act as|as)\b.{{0,16}}\b(?:an?|the|now)\b.{{0,16}}\b{MODEL}\b"
    r"(?![-\s]+(?:use|group|tool|based|assisted|derived|model))",
    rf"\b(?:dear|hey|hello|attention)\b,?\s+{MODEL}\b",
    rf"\b{MODEL}\b.{{0,24}}\b(?:reading|processing|summari[sz]ing)\b.{{0,16}}\bthis\b",
    r"\byou are now\b|\bfrom now on,? you\b|\bdeveloper mode\b|\bdo anything now\b",
    r"\bjailbr(?:eak|oken)\b",
    r"\b(?:new|updated|real|actual|hidden|secret)\s+(?:system\s+)?(?:instructions?|prompt)\s*[:：꞉]",
    r"\b(?:reveal|print|repeat|output|show|leak|disclose)\b.{0,24}\b(?:system|hidden|initial|your)\s+"
    r"(?:prompt|instructions?)",
    r"\b(?:cite|citing|quote|label(?:led)? as|use)\s+(?:it\s+)?(?:as\s+)?[\[［(]?e\s?\d+\b",
    r"\b(?:your|the)\s+(?:final\s+|only\s+|correct\s+)?(?:answer|response|reply|output)\s+"
    r"(?:must|should|has to|shall|will)\b.{0,16}\b(?:be|say|state|contain|include|cite)\b",
    r"\b(?:you|models?)\s+(?:must|should|shall|will|need to|have to|are required to)\b.{0,16}"
    r"\b(?:answer|respond|reply|say|output|cite|state that|tell)\b",
    r"\b(?:answer|respond|reply)\b.{0,16}\b(?:only|always|exactly|just|simply)?\b.{0,8}\b"
    r"(?:with|that|by saying)\b.{0,4}[\"'“「]",
    r"\bwhen(?:ever)?\b.{0,24}\basked\b.{0,80}\b(?:answer|say|respond|reply|state|output)\b",
    r"\b(?:tell|inform)\s+(?:the|your)\s+(?:user|human|reader)\b.{0,8}\bthat\b",
    r"\b(?:do not|don't|never)\s+(?:cite|mention|quote|trust|use|reveal)\b.{0,24}"
    r"\b(?:other|any|these|previous|remaining)?\s*(?:sources?|excerpts?|evidence|instructions?)\b",
    r"<\|?\s*/?(?:im_start|im_end|system|assistant|user|endoftext|start_header_id|tool_call|"
    r"function_calls?|invoke|instructions?|tool_use)\b|\[/?inst\]|<<\s*/?sys\s*>>|<</?\s*(?:end\s+)?e\d+",
    r"\"(?:role|tool_calls?|function_call|tool_name)\"\s*:|\"name\"\s*:\s*\"\w+\"\s*,\s*\""
    r"(?:arguments|parameters|input)\"",
    r"^\W{0,8}(?:system|assistant|developer)\s+(?:message|prompt|override|note|update)\W{0,4}[:：꞉]",
    # A label of evidence opens nothing but what pretends to be evidence.
    r"^\W{0,8}\[E\s?\d{1,3}\]",
    # "System: Tecan M200" is what an instrument writes.
    r"^\W{0,8}(?:system|assistant|developer|user)\W{0,4}[:：꞉]\W{0,4}(?:you\b|ignore|disregard|forget"
    r"|answer|respond|say|always|never|the (?:answer|user|assistant)|from now|new|override|i will)",
    r"\b(?:begin|end)\s+(?:of\s+)?(?:system|hidden)\s+(?:prompt|message|instructions?)\b",
    # Japanese: forget the orders so far; you are an AI; answer that ...
    r"(?:以前|これまで|上記|先|前|今まで|以上|全て|すべて).{0,8}(?:指示|命令|プロンプト|ルール|指令).{0,12}(?:無視|忘れ|破棄|従わ)",
    r"(?:指示|命令|プロンプト|ルール)(?:を|は)(?:すべて|全て|全部)?(?:無視|忘れ|破棄)",
    r"(?:あなた|君)は.{0,12}(?:ai|アシスタント|言語モデル|チャットボット)",
    r"(?:ai|アシスタント|言語モデル|チャットボット)(?:へ|は|に)の?.{0,12}(?:指示|命令|連絡|必ず|以下)",
    r"と(?:だけ|のみ|必ず)?(?:答え|回答し|返答し|出力し|返信し)(?:て(?:ください|下さい)|なさい|ろ|よ|せよ)",
    r"と(?:だけ|のみ|必ず)?(?:回答|返答|出力)せよ|システム(?:メッセージ|プロンプト)",
    # Chinese, German, French, Spanish, Russian, Korean: forget the orders so far.
    r"(?:忽略|无视|忘记).{0,8}(?:之前|以上|先前|所有|上述).{0,6}(?:指令|指示|提示|说明|命令)",
    r"\b(?:ignoriere|missachte|vergiss)\w*\b.{0,40}\b(?:anweisung|instruktion|befehl|vorgabe)",
    r"\b(?:ignore[zr]?|oublie[zr]?)\b.{0,40}\b(?:instructions?|consignes?|directives?)\b",
    r"\b(?:ignora|olvida|ignore|omite)\b.{0,40}\b(?:instrucciones|indicaciones|órdenes)\b",
    r"(?:игнорируй|забудь|проигнорируй)\w*.{0,40}(?:инструкци|указани|команд)",
    r"(?:이전|위의|모든).{0,8}(?:지시|명령|프롬프트).{0,8}(?:무시|잊)",
)
ADDRESS = re.compile("|".join(f"(?:{one})" for one in PATTERNS), re.IGNORECASE | re.MULTILINE)
INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]")
TAGS = re.compile("[\U000e0020-\U000e007e]")
# Twenty characters hold fifteen bytes: shorter ones are catalogue numbers.
BASE64 = re.compile(r"(?<![\w+/])[A-Za-z0-9+/]{20,4000}={0,2}(?![\w+/])")
# A blank line, or the end of a row.
PARAGRAPH_END = re.compile(r"\n[^\S\n]*\n|\n(?=\|)|(?<=\|)\n")
WITHHELD = "(left out: this part addresses whoever reads it)"


@lru_cache(maxsize=4096)
def addresses_model(text: str) -> bool:
    """Tell whether a text tells the model that reads it what to do or say."""
    plain = _plain(text)
    if ADDRESS.search(plain):
        return True
    return any(ADDRESS.search(_plain(hidden)) for hidden in _encoded(text))


def paragraph_at(text: str, span: Span) -> str:
    """Return the paragraphs, or rows of a table, that a span of a text touches."""
    touched = [one for one in _paragraphs(text) if one.start < span.end and span.start < one.end]
    return text[touched[0].start : touched[-1].end] if touched else ""


def withheld(text: str) -> str:
    """Return a text without the paragraphs, or rows, that address a model.

    None of their sentences could be quoted, so nothing is lost that an answer may use.
    """
    if not addresses_model(text):
        return text
    parts, reached = [], 0
    for span in _paragraphs(text):
        if addresses_model(span.of(text)):
            parts += [text[reached : span.start], WITHHELD]
            reached = span.end
    return "".join([*parts, text[reached:]])


def _paragraphs(text: str) -> list[Span]:
    ends = [*((one.start(), one.end()) for one in PARAGRAPH_END.finditer(text)), (len(text),) * 2]
    starts = [0, *(following for _, following in ends)]
    return [Span(start, end) for start, (end, _) in zip(starts, ends, strict=False)]


def _plain(text: str) -> str:
    """Fold compatibility forms, spell hidden tags out, and put wrapped lines together."""
    text = TAGS.sub(lambda tag: chr(ord(tag[0]) - 0xE0000), text)
    text = INVISIBLE.sub("", unicodedata.normalize("NFKC", text))
    return re.sub(r"[^\S\n]+|(?<!\n)\n(?!\n)(?=[a-z])", " ", text)


def _encoded(text: str) -> list[str]:
    """Return what stands in a text as base64 of printable characters."""
    found = []
    for blob in BASE64.findall(text):
        try:
            decoded = base64.b64decode(blob + "=" * (-len(blob) % 4), validate=True).decode("utf-8")
        except (binascii.Error, UnicodeDecodeError):
            continue
        if decoded.isprintable():
            found.append(decoded)
    return found
