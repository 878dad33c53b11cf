"""How an explained answer and the audit log look on a terminal of 80 columns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rich.table import Table
from rich.text import Text

from aliquot.cli.render import console, counted, indented, say
from aliquot.filters import describe
from aliquot.library.again import AskedAgain
from aliquot.types import GateResult, Understanding
from aliquot.types.history import (
    AuditEntry,
    AuditKind,
    CheckedCitation,
    CitationState,
    EvidenceKept,
    Explanation,
    StoredAnswer,
)

__all__ = ["show_again", "show_answers", "show_entries", "show_explanation"]

# Characters of a message that are shown unless all is asked for: the beginning of a prompt tells
# what was asked for, the rest is the evidence that is listed anyway.
MESSAGE_SHOWN = 600
EVIDENCE_SHOWN = 6
DETAIL_SHOWN = 160
HASH_SHOWN = 12
DIFFERENCES = (("No longer", "red"), ("New", "green"))
LANGUAGES = {"en": "English", "ja": "Japanese"}
# "2026-11-30T09:53:28" of a time in ISO 8601.
SECONDS = 19


def show_answers(answers: Sequence[StoredAnswer]) -> None:
    """List stored answers: id, time, question, what became of it."""
    if not answers:
        say("No answers are kept yet.", "dim")
        return
    for one in answers:
        say(f"{one.id}  {_time(one.created_at)}  {_outcome(one)}", "dim")
        console().print(indented(one.answer.question or one.shortened, 2))


def _outcome(stored: StoredAnswer) -> str:
    answer = stored.answer
    if stored.is_trace_only:
        return "damaged" if stored.shortened else "of an older version"
    if answer.abstained:
        return "refused"
    return counted(len(answer.statements), "statement")


def _time(at: str) -> str:
    return at[:SECONDS].replace("T", " ")


def show_explanation(explanation: Explanation, *, is_full: bool) -> None:
    """Show how an answer came about, in the order in which it did.

    Args:
        explanation: The stored answer, held against the library of today.
        is_full: Whether messages and evidence are shown whole.
    """
    stored = explanation.stored
    _head(stored)
    _reading(stored)
    _evidence(stored, frozenset(explanation.outdated), is_full=is_full)
    _exchange(stored, is_full=is_full)
    _statements(stored, is_full=is_full)
    _citations(explanation.citations)
    _cost(stored)
    _made_by(stored)


def _section(title: str) -> None:
    say(f"\n{title}", "bold")


def _line(text: str, style: str = "") -> None:
    console().print(indented(text, 2, style))


def _head(stored: StoredAnswer) -> None:
    say(stored.answer.question, "bold")
    where = f", in conversation {stored.conversation_id}" if stored.conversation_id else ""
    say(f"{stored.id}, {_time(stored.created_at)} UTC{where}", "dim")
    if stored.is_trace_only:
        say("An older version answered; it kept how, and not what was said.", "yellow")
    if stored.shortened:
        say(stored.shortened, "yellow")


def _reading(stored: StoredAnswer) -> None:
    answer, trace, how = stored.answer, stored.answer.trace, stored.asked_with
    _section("Read as")
    if answer.understanding is not None:
        _understood(answer.understanding)
    if how.where:
        _line(f"filter given: {how.where}")
    if how.is_literal:
        _line("literal: nothing said in it was to restrict the search")
    _section("Searched")
    for query in trace.queries:
        _line("the question as asked" if query == answer.question else query)
    if trace.where:
        _line(f"only where: {trace.where}")
    for note in trace.notes:
        _line(f"note: {note}", "yellow")


def _understood(asked: Understanding) -> None:
    subject = "" if asked.subject in ("", asked.question) else f": {asked.subject}"
    language = LANGUAGES.get(asked.language, asked.language)
    _line(f"{asked.intent} question in {language}{subject}")
    for one in asked.spoken:
        _line(f'filter said: "{one.words}" = {describe(one.where)}')
    for phrase in asked.phrases:
        _line(f"only where it says exactly: {phrase}")
    for name in asked.expansions:
        _line(f"also searched for {name.name}: {', '.join(name.others)} ({name.reason})")


def _evidence(stored: StoredAnswer, outdated: frozenset[str], *, is_full: bool) -> None:
    evidence = stored.evidence
    _section(f"Found ({counted(len(evidence), 'chunk')}, best first; * is cited)")
    cited = {one.chunk_id for one in stored.answer.citations()}
    numbered = list(enumerate(evidence, 1))
    shown = [
        (place, one)
        for place, one in numbered
        if is_full or place <= EVIDENCE_SHOWN or one.chunk_id in cited
    ]
    for place, one in shown:
        changed = "  changed or gone since" if one.chunk_id in outdated else ""
        mark = "*" if one.chunk_id in cited else " "
        console().print(_numbered(f"{mark}{place:>3}", f"{one.chunk_id}{changed}"))
        console().print(indented(_ranked(one), 6, "dim"))
    if len(shown) < len(evidence):
        _line(f"and {len(evidence) - len(shown)} more; --full shows all", "dim")


def _ranked(one: EvidenceKept) -> str:
    """Return a chunk's score and its rank in each leg; of "dense:e5-small" the model alone."""
    ranks = ", ".join(f"{leg.partition(':')[2] or leg} #{rank}" for leg, rank in one.ranks.items())
    return f"score {one.score:.2f}; {ranks or 'no ranks'}"


def _numbered(place: str, text: str) -> Table:
    grid = Table.grid()
    grid.add_column(width=6)
    grid.add_column(overflow="fold")
    grid.add_row(place, Text(text))
    return grid


def _exchange(stored: StoredAnswer, *, is_full: bool) -> None:
    trace = stored.answer.trace
    if trace.steps:
        _section("Steps")
        for step in trace.steps:
            _line(step)
    if trace.messages:
        _section("Sent to the model, and written by it")
    for role, text in trace.messages:
        _line(f"{role}:", "bold")
        is_cut = not is_full and len(text) > MESSAGE_SHOWN
        console().print(indented(text[:MESSAGE_SHOWN] if is_cut else text, 4))
        if is_cut:
            left_out = len(text) - MESSAGE_SHOWN
            console().print(indented(f"… {left_out:,} characters more; --full shows all", 4, "dim"))


def _statements(stored: StoredAnswer, *, is_full: bool) -> None:
    answer = stored.answer
    if stored.is_trace_only:
        return
    _section(f"Answered by {answer.strategy}")
    if answer.abstained:
        _line(answer.refusal, "yellow")
        _line(answer.reason, "dim")
    for statement in answer.statements:
        labels = "".join(f" [{one.label}]" for one in statement.citations)
        _line(f"{statement.text}{labels}")
        told = _gates(statement.gates, is_full=is_full)
        console().print(indented(f"gates: {told}", 4, "dim"))
    if answer.confidence is not None:
        _line(f"confidence {answer.confidence:.2f}", "dim")
    for one in answer.contradictions:
        _line(f"the sources disagree on {one.about}", "yellow")
    if answer.removed:
        _section("Removed")
    for removed in answer.removed:
        _line(removed.text)
        for gate, reason in _paired(removed.failed_gates, removed.reasons):
            console().print(indented(f"{gate}: {reason or 'failed'}", 4, "yellow"))


def _gates(gates: Sequence[GateResult], *, is_full: bool) -> str:
    if not gates:
        return "none kept"
    passed = [one.gate.value for one in gates if one.passed]
    if len(passed) == len(gates) and not is_full:
        return f"passed all {len(passed)}"
    failed = [f"{one.gate.value} ({one.reason})" for one in gates if not one.passed]
    told = [f"passed {', '.join(passed)}"] if passed else []
    return "; ".join([*told, *(f"failed {one}" for one in failed)])


def _paired(gates: Sequence[str], reasons: Sequence[str]) -> Iterable[tuple[str, str]]:
    missing = [""] * (len(gates) - len(reasons))
    return zip(gates, [*reasons, *missing], strict=False)


def _citations(citations: Sequence[CheckedCitation]) -> None:
    if not citations:
        return
    lost = sum(one.state is not CitationState.HOLDS for one in citations)
    _section(f"Cited ({len(citations) - lost} of {len(citations)} still hold)")
    for one in citations:
        is_sound = one.state is CitationState.HOLDS
        _line(f"{one.state}: {one.id}", "" if is_sound else "yellow")
        if one.reason:
            console().print(indented(one.reason, 4, "yellow"))
        console().print(indented(f"[{one.citation.label}]", 4, "dim"))
        console().print(indented(f'"{one.citation.quote}"', 4))


def _cost(stored: StoredAnswer) -> None:
    usage, trace = stored.answer.usage, stored.answer.trace
    _section("Took")
    stages = ", ".join(f"{name} {seconds:.3f} s" for name, seconds in trace.timings_s.items())
    _line(stages or "no times were kept")
    if usage.requests:
        cost = "price unknown" if usage.cost_usd is None else f"${usage.cost_usd:.4f}"
        tokens = f"{usage.input_tokens:,} tokens read, {usage.output_tokens:,} written"
        requests = counted(usage.requests, "request")
        _line(f"{', '.join(usage.models)}: {requests}, {tokens}, {cost}")
    elif not stored.is_trace_only:
        _line("no language model was asked")


def _made_by(stored: StoredAnswer) -> None:
    made = stored.versions
    if not made.aliquot:
        return
    _section("Made by")
    model = f", model {made.model}" if made.model else ""
    _line(f"aliquot {made.aliquot}, settings {made.config_hash[:12]}{model}")
    for embedder in made.embedders:
        _line(f"embedder {embedder}")
    for document_id, parser in made.parsers.items():
        _line(f"{document_id} read by {parser}")


def show_again(again: AskedAgain) -> None:
    """Show what differs where a question was asked again."""
    _section(f"Asked again: {again.answer.trace.id}")
    if again.note:
        _line(again.note, "yellow")
    for difference in again.differences:
        style = next((one for words, one in DIFFERENCES if difference.startswith(words)), "yellow")
        _line(difference, style)
    if not again.differences:
        _line("The same statements, citations and evidence.")


def show_entries(entries: Sequence[AuditEntry]) -> None:
    """List entries of the audit log, one a line where it fits."""
    if not entries:
        say("Nothing is in the audit log yet.", "dim")
        return
    table = Table(box=None, show_header=False, padding=(0, 1, 0, 0))
    for style in ("dim", "dim", "cyan"):
        table.add_column(style=style, no_wrap=True)
    table.add_column(overflow="fold")
    for one in entries:
        table.add_row(str(one.sequence), _time(one.at), str(one.kind), Text(_told(one)))
    console().print(table)


def _told(entry: AuditEntry) -> str:
    """Return the parts of a detail that a person reads; most hashes are for `export`."""
    detail, who = entry.detail, entry.who
    if entry.kind == AuditKind.SETTINGS:
        # As an explained answer names the settings it was made with.
        told = str(detail.get("sha256", ""))[:HASH_SHOWN]
    else:
        parts = [
            _part(name, value)
            for name, value in detail.items()
            if value and not name.endswith("sha256")
        ]
        told = "; ".join(parts)
    cut = told if len(told) <= DETAIL_SHOWN else f"{told[:DETAIL_SHOWN]}…"
    return f"{cut} ({who})" if who and cut else cut or who


def _part(name: str, value: Any) -> str:
    if value is True:
        return name
    if isinstance(value, Mapping):
        return ", ".join(value)
    if name == "asked":
        return f"to {value}"
    if isinstance(value, list):
        # What an answer cites is named by 'aliquot explain'.
        return f"{len(value)} {name}" if name == "cited" else ", ".join(map(str, value))
    return str(value) if name in ("answer", "question", "reason") else f"{name}: {value}"
