"""Recognise a laboratory protocol and its steps.

What enters: a parsed document. What leaves: the same document, as a protocol with step blocks where
it reads like one: numbered or bulleted instructions with bench verbs and quantities.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from aliquot.parsing.writing.items import is_number
from aliquot.types import Block, BlockType, Document, DocumentKind

__all__ = ["as_protocol", "is_imperative", "recognise_protocol"]

# One numbered instruction may stand in any note; from here on it is a procedure.
MINIMUM_STEPS = 3
# Share of the numbered items that must read like bench work, without and with a title or heading
# that says "protocol". Source: dev set, November 2026: protocols .67 to 1.0, lecture notes .05.
BENCH_SHARE = 0.6
BENCH_SHARE_NAMED = 0.3

PROTOCOL_WORDS = re.compile(
    r"\b(?:protocols?|procedures?|SOP|standard operating|steps?|work ?flow|recipe|reagents?"
    r"|materials?|before you start|kit required|buffers?|preparation|extraction|assay)\b"
    r"|プロトコル|プロトコール|手順|試薬|実験方法|操作|調製",
    re.I,
)
MATERIALS = re.compile(
    r"\b(?:materials?|reagents?|equipment|labware|pipettes|modules|liquids|settings|kits?\b"
    r"|consumables|supplies|buffers? and|solutions?"
    r"|required|ingredients|primers?|references?|bibliography|author|description)\b"
    r"|試薬|材料|器具|機器|準備するもの|参考文献",
    re.I,
)
STEP_HEADING = re.compile(
    r"^\W*(?:steps?\b|procedures?\b|methods?\b|protocols?\b|part \d|day \d|手順|操作|方法)", re.I
)
BENCH_VERB = re.compile(
    r"\b(?:add(?!ress)|adjust|aliquot|amplify|anneal|aspirate|autoclave|boil|centrifug|chill|combin|cool"
    r"|decant|degas|denatur|detach|digest|dilut|discard|dispens|dissect|dissolve|drain|dr(?:y|ied)|elut"
    r"|equilibrate|excis|extract|filter|fix|freez|froze|grind|grow|harvest|heat|homogeni|hybridi|immers"
    r"|incubat|inject|inoculat|invert|label|ligate|load|lys|melt|mince|mix|mount|neutrali|pellet"
    r"|pick|pipet|plate|pour|pre-?heat|pre-?warm|precipitat|prepar|purif|quench|re-?suspend"
    r"|remov|rins|rotat|sacrifice|scrap|seal|seed|shak|sonicat|spin|spray|stain|sterili[sz]"
    r"|stir|stor[ei]|thaw|titrat|transfer|transfect|trypsini|vortex|warm|wash|weigh|wipe)"
    r"[a-z]*\b"
    r"|加え|遠心|培養|混合|混ぜ|静置|撹拌|攪拌|洗浄|希釈|分注|溶解|添加|回収|除去|保存|染色|測定|反応させ",
    re.I,
)
# Words that start an instruction at the bench but are everyday words elsewhere.
OTHER_VERB = re.compile(
    r"(?:allow|apply|assemble|block|bring|clean|collect|count|cover|cut|empty|ensure|examine|fill"
    r"|flash|gently|keep|lay|let|maintain|make|measure|mop|open|place|put|read|record|repeat"
    r"|replace|retrieve|return|run|save|separate|set|soak|spread|stop|switch|take|turn|use|wait)\b",
    re.I,
)
QUANTITY = re.compile(
    r"\d\s?(?:[µμu]?[lLgM]\b|m[lLgMm]\b|k[gD]|cm\b|nm\b|ng\b|pmol|rpm|[x×]\s?g\b|°|º|℃|C\b|%|min|sec"
    r"|s\b|h\b|hr|hour|hours|days?\b|units?\b|U\b|V\b|分|秒|時間|度)"
)


def recognise_protocol(document: Document) -> Document:
    """Return the document as a protocol if it reads like one, otherwise unchanged."""
    steps = _find_steps(document.blocks)
    if len(steps) < MINIMUM_STEPS:
        return document
    texts = (document.blocks[index].text for index in steps)
    at_bench = sum(map(_is_bench_work, texts)) / len(steps)
    headings = (block.text for block in document.blocks if block.type is BlockType.HEADING)
    is_named = any(PROTOCOL_WORDS.search(text) for text in (document.title, *headings))
    if at_bench >= (BENCH_SHARE_NAMED if is_named else BENCH_SHARE):
        return as_protocol(document)
    return document


def as_protocol(document: Document) -> Document:
    """Return the document as a protocol, its instructions as steps."""
    blocks = list(document.blocks)
    for index in _find_steps(blocks):
        blocks[index] = replace(blocks[index], type=BlockType.STEP)
    return replace(document, kind=DocumentKind.PROTOCOL, blocks=tuple(blocks))


def _find_steps(blocks: Sequence[Block]) -> list[int]:
    """Return the indexes of the instructions: numbered, or bullets where most are imperatives."""
    bullets: dict[tuple[str, ...], list[int]] = {}
    steps = []
    for index, block in enumerate(blocks):
        if block.type is BlockType.STEP:
            steps.append(index)
        elif block.type is BlockType.LIST_ITEM:
            if not is_number(block.marker):
                bullets.setdefault(block.section_path, []).append(index)
            elif not _lists_materials(block.section_path):
                steps.append(index)
    for path, indexes in bullets.items():
        steps += [index for index in indexes if blocks[index].level == 1 and _instructs(path)]
        if not _instructs(path) and not _lists_materials(path):
            top = [index for index in indexes if blocks[index].level == 1]
            orders = sum(is_imperative(blocks[index].text) for index in top)
            steps += top if orders * 2 >= len(top) else []
    return sorted(steps)


def _instructs(path: tuple[str, ...]) -> bool:
    return any(STEP_HEADING.match(heading) for heading in path[-1:])


def _lists_materials(path: tuple[str, ...]) -> bool:
    """Tell whether a section lists things, not actions; "Steps" above it overrules its name."""
    in_procedure = any(STEP_HEADING.match(heading) for heading in path[1:])
    return not in_procedure and any(MATERIALS.search(heading) for heading in path[-1:])


def is_imperative(text: str) -> bool:
    """Tell whether a line begins with an order."""
    start = text.lstrip("(*_[ ")
    return bool(BENCH_VERB.match(start) or OTHER_VERB.match(start))


def _is_bench_work(text: str) -> bool:
    return bool(BENCH_VERB.search(text) or QUANTITY.search(text))
