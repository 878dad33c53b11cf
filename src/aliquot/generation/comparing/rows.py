"""A comparison of versions as rows of a table: what changed at each step, values first.

Enters: comparisons, the oldest first. Leaves: rows with both sides quoted, and what they come to in
the question's language.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from aliquot.types import ChangeKind, Citation, StepChange, SurveyRow, VersionComparison

__all__ = ["columns_of", "rows_of", "summary_of"]

VERSIONS, CHANGE, STEP, BEFORE, AFTER = "versions", "change", "step", "before", "after"
FALLBACK = "en"
PHRASES: Mapping[str, Mapping[str, str]] = {
    "en": {
        "told": "{old} -> {new}: {counts}.",
        "values": "{} changed values",
        "value": "1 changed value",
        "none": "nothing changed",
        "count": "{count} {kind}",
        "unchanged": "{} unchanged",
        "join": ", ",
        "space": " ",
        ChangeKind.SPLIT: "split",
        ChangeKind.MERGED: "merged",
        ChangeKind.MOVED: "moved",
        ChangeKind.REWORDED: "reworded",
        ChangeKind.ADDED: "added",
        ChangeKind.REMOVED: "removed",
        "minor": "minor",
        "words": "words",
        "nothing": "(none)",
    },
    "ja": {
        "told": "{old} -> {new}：{counts}。",
        "values": "値の変更{}件",
        "value": "値の変更1件",
        "none": "変更なし",
        "count": "{kind}{count}件",
        "unchanged": "変更のないもの{}件",
        "join": "、",
        "space": "",
        ChangeKind.SPLIT: "分割",
        ChangeKind.MERGED: "統合",
        ChangeKind.MOVED: "移動",
        ChangeKind.REWORDED: "表現の変更",
        ChangeKind.ADDED: "追加",
        ChangeKind.REMOVED: "削除",
        "minor": "軽微",
        "words": "語句",
        "nothing": "（なし）",
    },
}


def columns_of(found: Sequence[VersionComparison]) -> tuple[str, ...]:
    """Return the names of the columns of `rows_of`."""
    return (CHANGE, *((VERSIONS,) if len(found) > 1 else ()), STEP, BEFORE, AFTER)


def rows_of(found: Sequence[VersionComparison], language: str) -> tuple[SurveyRow, ...]:
    """Return a row for each step, line or row of a table that changed, values first.

    Args:
        found: Of each version with the next.
        language: The question's; what is quoted stays as it is.
    """
    phrases = PHRASES.get(language, PHRASES[FALLBACK])
    rows = [
        (not change.values, place, _row(change, one, phrases, is_one=len(found) == 1))
        for place, one in enumerate(found)
        for change in one.changes
        # A new version says so in its head.
        if not change.is_head and (change.before or change.after)
    ]
    return tuple(row for _, _, row in sorted(rows, key=lambda one: (one[1], one[0])))


def _row(
    change: StepChange, found: VersionComparison, phrases: Mapping[str, str], *, is_one: bool
) -> SurveyRow:
    cited = (*change.before, *change.after)
    numbers = dict.fromkeys(one for one in (change.old_label, change.new_label) if one)
    values = {
        CHANGE: "; ".join(_told(change, phrases)),
        **({} if is_one else {VERSIONS: f"{found.old_name} -> {found.new_name}"}),
        STEP: " -> ".join(numbers) or change.section,
        BEFORE: _quoted(change.before),
        AFTER: _quoted(change.after),
    }
    return SurveyRow(values, cited, tuple(dict.fromkeys(one.document_id for one in cited)))


def _told(change: StepChange, phrases: Mapping[str, str]) -> Iterator[str]:
    """Yield what became of a step, in a few words each."""
    for value in change.values:
        yield f"{value.name}: {_side(value.before, phrases)} -> {_side(value.after, phrases)}"
    if change.kind not in (ChangeKind.CHANGED, ChangeKind.REWORDED):
        yield phrases[change.kind]
    for one in change.words:
        words = f"{_side(one.before, phrases)} -> {_side(one.after, phrases)}"
        yield f"{phrases['minor' if change.is_minor else 'words']}: {words}"
    if change.kind is ChangeKind.REWORDED and not change.words:
        yield phrases[change.kind]


def _side(text: str, phrases: Mapping[str, str]) -> str:
    return " ".join(text.split()) or phrases["nothing"]


def _quoted(cited: Iterable[Citation]) -> str:
    return " / ".join(" ".join(one.quote.split()) for one in cited)


def summary_of(found: Sequence[VersionComparison], language: str) -> str:
    """Return how much changed from each version to the next, in the question's language."""
    phrases = PHRASES.get(language, PHRASES[FALLBACK])
    told = (
        phrases["told"].format(
            old=f"{one.old_name} ({one.old_id})",
            new=f"{one.new_name} ({one.new_id})",
            counts=phrases["join"].join(_counts(one, phrases)),
        )
        for one in found
    )
    return phrases["space"].join(told)


def _counts(found: VersionComparison, phrases: Mapping[str, str]) -> list[str]:
    changed = found.changed_values
    counts = [phrases["value" if changed == 1 else "values"].format(changed)] if changed else []
    counts += [
        phrases["count"].format(count=count, kind=phrases[kind])
        for kind, count in found.counts.items()
        if count and kind in phrases
    ]
    return [*(counts or [phrases["none"]]), phrases["unchanged"].format(found.unchanged)]
