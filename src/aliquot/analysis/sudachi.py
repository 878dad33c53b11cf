"""Words of Japanese by SudachiPy and its small dictionary: what character pairs cannot know.

A run of kanji and kana enters, the normalised forms of its words leave, so that タンパク質 finds
蛋白質 and サーバ finds サーバー. They stand beside the pairs and do not replace them: the
dictionary cuts a word by what is around it, and of 肺がん it makes 肺癌, which がん does not find.
"""

from __future__ import annotations

import threading
from importlib.metadata import version

from sudachipy import Dictionary, SplitMode

__all__ = ["SudachiWords"]

# Verbs, adjectives and nouns carry meaning; particles, auxiliaries and signs do not.
_MEANING = frozenset(["名詞", "動詞", "形容詞", "形状詞", "副詞"])
# Verbs and adjectives that only support another: する, いる, ない.
_SUPPORTING = "非自立可能"
# Source: SudachiPy refuses more than 49,149 bytes; a sign has at most 4 in UTF-8.
_RUN_CHARS = 12_000


class SudachiWords:
    """Find the words of a run of Japanese, by short units and by compounds."""

    def __init__(self) -> None:
        """Open the dictionary, which is mapped into memory and shared by processes."""
        self.id = f"sudachi-{version('sudachipy')}-small-{version('sudachidict-small')}"
        self._tokenizer = Dictionary(dict="small").tokenizer()
        # A tokenizer may not be used by two threads at once.
        self._lock = threading.Lock()

    def __call__(self, run: str) -> list[str]:
        """Return the words that carry meaning, in order, in their dictionary's spelling."""
        words: list[str] = []
        for start in range(0, len(run), _RUN_CHARS):
            words += self._words(run[start : start + _RUN_CHARS])
        return words

    def _words(self, run: str) -> list[str]:
        found: dict[tuple[int, int], str] = {}
        with self._lock:
            # A is the short unit, C the named entity or compound; both are found where they differ.
            for mode in (SplitMode.A, SplitMode.C):
                for word in self._tokenizer.tokenize(run, mode):
                    kind, detail, *_ = word.part_of_speech()
                    if kind in _MEANING and (kind == "名詞" or detail != _SUPPORTING):
                        found[word.begin(), word.end()] = word.normalized_form()
        terms = ("".join(form.lower().split()) for _, form in sorted(found.items()))
        return [term for term in terms if term]
