"""Measure findings by rules against what a reader found by hand.

    python benchmarks/findings.py --library LIBRARY [--half first|second|third|unseen|all] [--show]

A finding is right where the truth of its file has one of the same kind under a name that folds to
the same, as written or normalised; a reagent's amount must agree too. What the truth calls doubtful
counts neither way.

Four parts, kept apart. The truth of `findings_truth_a` and `_b` is halved by file: every other
file, in sorted order, is of the first half. The files of `findings_truth_c` were held out until
they were opened. Rules were mended by the misses of all three, so what they score there is an upper
bound. The files of `findings_truth_d`, labelled afterwards by a reader who mended no rule, are held
out: `--half unseen` is the figure to quote.

What does not say another substance or another number is folded away, on both sides alike:

- of a reagent's name: acidity ("Tris, pH 8.0"), water of crystals, an article, "solution" and the
  plural at its end, British against American spelling; the truth names one bottle both ways;
- of an amount: white space, "about" (~), how often it is given ("600 mg daily"), what is measured
  against what ("% (w/v)"), "per" for "/"; and "5 µL of 10X" and "5 units (in 0.1 mL)" are the same
  two parts as "5 µL; 10X" and "5 units; 0.1 mL".

Every other word of a name and every number and unit must agree.
"""

from __future__ import annotations

import argparse
import importlib
import json
import re
import sys
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from aliquot import Library
from aliquot.protocols import FindingExtractor
from aliquot.types import Document, Finding, FindingKind
from instrument_names import names_of
from record import RESULTS, save

TRUTHS_TUNED_ON = ("findings_truth_a.jsonl", "findings_truth_b.jsonl")
TRUTHS = {"third": ("findings_truth_c.jsonl",), "unseen": ("findings_truth_d.jsonl",)}
# The parts as they are asked for and as the results name them.
FIRST, SECOND, THIRD, UNSEEN = "first", "second", "third", "unseen"
NAMES = {
    FIRST: "first half (tuned on)",
    SECOND: "second half (tuned on)",
    THIRD: "third set (tuned on)",
    UNSEEN: "unseen files (held out)",
}
ALL = {"both": (FIRST, SECOND), "all": tuple(NAMES)}
RESULTS_NAME = "findings"
DATA = Path(__file__).resolve().parent / "data"
KIND_IN_TRUTH = {
    FindingKind.CELL_LINE: "cell_line",
    FindingKind.ORGANISM: "organism",
    FindingKind.REAGENT: "reagent",
    FindingKind.INSTRUMENT: "instrument_or_kit",
    FindingKind.ACCESSION: "accession",
}
EXTRACTORS = (
    "aliquot.findings.cell_lines:CellLines",
    "aliquot.findings.organisms:Organisms",
    "aliquot.findings.accessions:Accessions",
    "aliquot.findings.reagents:Reagents",
    "aliquot.findings.instruments:Instruments",
)
# The registry before an accession and the version behind it are no part of its name.
REGISTRY = re.compile(r"^(?:[^:\d]+:|(?:[A-Z][\w.]+ )+)\s*(?=\S*\d)")
VERSION = re.compile(r"\.\d{1,2}$")
COMMON_TAIL = re.compile(r"\b(?:cells?|strain|isolate|kit|system|buffer|solution)\b", re.IGNORECASE)
# What says nothing of which substance it is; see the head of this file.
ACIDITY = re.compile(r",?\s*\(?\bpH\s?=?\s?\d[\d.]*(?:\s?[-–~]\s?[\d.]+)?\)?", re.IGNORECASE)
CRYSTAL_WATER = re.compile(
    r"\s?[·•*.]\s?\d*\s?H2O\b|\b(?:mono|di|tri|tetra|penta|hexa|hepta|deca)hydrate\b",
    re.IGNORECASE,
)
EDGE_WORDS = re.compile(r"^(?:the|an?)\s+|(?<=\w)\s+solutions?$", re.IGNORECASE)
SPELLINGS = (("sulph", "sulf"), ("foetal", "fetal"), ("haem", "hem"), ("oestr", "estr"))
# What says nothing of how much it is.
ABOUT = re.compile(r"^\s*(?:~|≈|∼|ca\.?\s|about\s|approx(?:imately|\.)?\s)\s*", re.IGNORECASE)
HOW_OFTEN = re.compile(
    r"\s?(?:\b(?:once|twice)?\s?(?:daily|weekly)|(?:/|\bper\s|\ba\s)(?:day|week))\b", re.IGNORECASE
)
AGAINST = re.compile(r"[,\s]*\(?\b[wv]\s?/\s?[wv]\b\)?", re.IGNORECASE)
PARTS = re.compile(r";|\sof\s|\(\s*(?:in\s)?|\s=\s")
# No abbreviation of a reagent that ends in s is longer: SDS, PBS, MOPS, CHAPS.
LONGEST_SHORT = 5
UNIFORM = str.maketrans({"µ": "u", "μ": "u", "−": "-", "–": "-", "×": "x", ",": ""})


@dataclass(frozen=True)
class Item:
    """A finding of the truth or of an extractor, as it is compared."""

    file: str
    kind: str
    names: frozenset[str]
    amounts: frozenset[str]
    shown: str
    is_doubtful: bool = False

    def agrees(self, other: Item) -> bool:
        """Tell whether two items name one thing."""
        if not self.names & other.names:
            return False
        if self.kind != "reagent":
            return True
        return self.amounts <= other.amounts or other.amounts <= self.amounts


# ------------------------------------------------------------------------------ folding


def fold(name: str, kind: str) -> str:
    """Return letters and digits of a name alone, without what adds nothing to it."""
    name = unicodedata.normalize("NFKC", name).translate(UNIFORM)
    if kind == "accession":
        name = VERSION.sub("", REGISTRY.sub("", name))
    elif kind in ("cell_line", "instrument_or_kit"):
        name = COMMON_TAIL.sub("", name)
    elif kind == "reagent":
        name = without_asides(name)
    folded = re.sub(r"[\W_]+", "", name).casefold()
    # "primers" is "primer", but PBS is not PB.
    is_plural = folded.endswith("s") and (
        kind in ("cell_line", "organism") or (kind == "reagent" and len(folded) > LONGEST_SHORT)
    )
    return folded[:-1] if is_plural else folded


def without_asides(name: str) -> str:
    """Return a reagent's name without what does not say which substance it is."""
    name = EDGE_WORDS.sub("", CRYSTAL_WATER.sub("", ACIDITY.sub("", name)).strip())
    for other, one in SPELLINGS:
        name = re.sub(other, one, name, flags=re.IGNORECASE)
    return EDGE_WORDS.sub("", name.strip())


def parts_of(amount: str) -> frozenset[str]:
    """Return the parts of an amount as written: `10 µl; 500 mM` has two."""
    amount = AGAINST.sub("", HOW_OFTEN.sub("", amount))
    amount = unicodedata.normalize("NFKC", amount).translate(UNIFORM).casefold()
    amount = re.sub(r"(?<=[a-z])\s?per\s(?=[a-z])", "/", amount)
    parts = (re.sub(r"[\s)]+", "", ABOUT.sub("", part)) for part in PARTS.split(amount))
    return frozenset(part for part in parts if part)


def keys_of(names: Iterable[str], kind: str) -> frozenset[str]:
    """Return the keys of a thing's names; those of instruments follow `instrument_names`."""
    if kind == "instrument_or_kit":
        return frozenset().union(*map(names_of, names))
    return frozenset(fold(name, kind) for name in names)


def item_of_truth(row: dict[str, Any]) -> Item:
    """Read one line of the truth."""
    names = keys_of((row["value"], row["normalised"]), row["kind"])
    shown = f"{row['value']} = {row['normalised']} {row['amount']}".strip()
    doubtful = bool(row.get("doubtful"))
    return Item(row["file"], row["kind"], names, parts_of(row["amount"]), shown, doubtful)


def item_of_finding(file: str, finding: Finding) -> Item:
    """Read one finding."""
    kind = KIND_IN_TRUTH[finding.kind]
    names = keys_of((finding.value, finding.normalised), kind)
    amount = finding.details.get("amount", "")
    shown = f"{finding.value} = {finding.normalised} {amount}".strip()
    return Item(file, kind, names, parts_of(amount), shown)


# ------------------------------------------------------------------------------ scoring


def read_truth(names: Iterable[str] = TRUTHS_TUNED_ON) -> list[Item]:
    """Return every line of truth files; none of a file that is absent."""
    paths = [path for name in names if (path := DATA / name).exists()]
    lines = [line for path in paths for line in path.read_text("utf-8").splitlines()]
    rows = [json.loads(line) for line in lines if line.strip()]
    return [item_of_truth(row) for row in rows if row["kind"] != "none"]


def truth_of(part: str) -> list[Item]:
    """Return the truth of the files of a part; nothing where it has not been labelled."""
    if part in TRUTHS:
        return read_truth(TRUTHS[part])
    truth = read_truth()
    files = sorted({item.file for item in truth})
    chosen = set(files[0 if part == FIRST else 1 :: 2])
    return [item for item in truth if item.file in chosen]


def extractor_named(name: str) -> FindingExtractor:
    """Return the extractor that `module:Class` names."""
    module, _, attribute = name.partition(":")
    extractor: FindingExtractor = getattr(importlib.import_module(module), attribute)()
    return extractor


def found_items(library: Library, files: Sequence[str], names: Sequence[str]) -> list[Item]:
    """Return what the extractors find in each file, each thing once."""
    extractors = [extractor_named(name) for name in names]
    items: list[Item] = []
    for file, document_id in of_files(library.documents(), files):
        document, chunks = library.document(document_id), library.chunks(document_id)
        for extractor in extractors:
            items += [
                item_of_finding(file, finding)
                for finding in extractor.extract(document, chunks)
                if finding.kind in KIND_IN_TRUTH
            ]
    return merged(items)


def of_files(documents: Iterable[Document], files: Sequence[str]) -> list[tuple[str, str]]:
    """Return the id of every document that a file gave."""
    wanted = {"/" + file: file for file in files}
    return [
        (file, document.id)
        for document in documents
        for ending, file in wanted.items()
        if document.source and document.source.path.split("#")[0].endswith(ending)
    ]


def merged(items: Iterable[Item]) -> list[Item]:
    """Return items, those that share a name and an amount within a file once."""
    kept: list[Item] = []
    for item in items:
        for place, other in enumerate(kept):
            is_same = (item.file, item.kind, item.amounts) == (
                other.file,
                other.kind,
                other.amounts,
            )
            if is_same and item.names & other.names:
                names = item.names | other.names
                kept[place] = Item(item.file, item.kind, names, item.amounts, other.shown)
                break
        else:
            kept.append(item)
    return kept


def score(truth: Sequence[Item], found: Sequence[Item]) -> dict[str, Any]:
    """Return precision and recall by kind and by file, with what was missed or falsely found."""
    counts: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    missed, false = [], []
    by_place: dict[tuple[str, str], list[list[Item]]] = defaultdict(lambda: [[], []])
    for side, items in enumerate((truth, found)):
        for item in items:
            by_place[item.file, item.kind][side].append(item)
    for place, (wanted, got) in by_place.items():
        for item in wanted:
            if not item.is_doubtful:
                is_found = any(item.agrees(other) for other in got)
                counts[place]["found" if is_found else "missed"] += 1
                missed += [] if is_found else [item]
        for item in got:
            right = [other for other in wanted if item.agrees(other)]
            if right and all(other.is_doubtful for other in right):
                continue
            counts[place]["right" if right else "false"] += 1
            false += [] if right else [item]
    return {"counts": counts, "missed": missed, "false": false}


def shares(counts: Iterable[Counter[str]]) -> dict[str, Any]:
    """Return precision and recall of summed counts; `None` where nothing was counted."""
    total: Counter[str] = sum(counts, Counter())
    got, wanted = total["right"] + total["false"], total["found"] + total["missed"]
    return {
        "precision": round(total["right"] / got, 3) if got else None,
        "recall": round(total["found"] / wanted, 3) if wanted else None,
        "found": got,
        "in truth": wanted,
    }


def report(scored: dict[str, Any], kinds: Iterable[str]) -> dict[str, Any]:
    """Return the shares by kind, and by file and kind."""
    counts, kinds = scored["counts"], list(kinds)
    reported = {
        "by kind": {
            kind: shares(one for (_, its), one in counts.items() if its == kind) for kind in kinds
        },
        "by file": {f"{file} · {kind}": shares([one]) for (file, kind), one in counts.items()},
    }
    if "accession" in kinds:
        # Two records hold 127 of the 222 accessions of papers, trials and genes.
        reported["accessions without records"] = shares(
            one
            for (file, kind), one in counts.items()
            if kind == "accession" and "uniprot" not in file
        )
    return reported


def with_saved(results: dict[str, Any]) -> dict[str, Any]:
    """Return results beside those saved of other parts and kinds, which were not measured now."""
    path = RESULTS / f"{RESULTS_NAME}.json"
    before = json.loads(path.read_text("utf-8")) if path.exists() else {}
    parts = {name: (before.get(name, {}), results.get(name, {})) for name in NAMES.values()}
    return {
        name: {key: old.get(key, {}) | new.get(key, {}) for key in old | new}
        for name, (old, new) in parts.items()
        if old or new
    }


def show(name: str, result: dict[str, Any], scored: dict[str, Any], in_full: bool) -> None:
    """Print the shares by kind, and where asked what was missed or falsely found."""
    print(name)
    rows = result["by kind"]
    if "accession" in rows:
        rows = rows | {"accessions*": result["accessions without records"]}
    for kind, its in rows.items():
        print(f"  {kind:<20}P {its['precision']!s:<7}R {its['recall']!s:<7}"
              f"found {its['found']:<5}truth {its['in truth']}")  # fmt: skip
    for word in ("missed", "false") if in_full else ():
        for item in sorted(scored[word], key=lambda one: (one.kind, one.file)):
            print(f"  {word:<7}{item.kind:<18}{Path(item.file).name[:28]:<30}{item.shown}")


def main() -> int:
    """Run the measurement."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--library", type=Path, required=True, help="of the development files")
    parser.add_argument(
        "--half",
        choices=(*NAMES, *ALL),
        default=FIRST,
        help="first, second (or both) and third: rules were mended by them; unseen: held out",
    )
    parser.add_argument("--extractor", action="append", help="module:Class, instead of all")
    parser.add_argument("--kind", action="append", help="score only this kind")
    parser.add_argument("--show", action="store_true", help="print misses and false alarms")
    parser.add_argument("--save", action="store_true", help="write benchmarks/results")
    options = parser.parse_args()
    kinds = options.kind or sorted(KIND_IN_TRUTH.values())
    chosen = ALL.get(options.half, (options.half,))
    results: dict[str, Any] = {}
    with Library.open(options.library) as library:
        for part in chosen:
            truth = truth_of(part)
            if not truth:
                print(f"{NAMES[part]}: not labelled, left out")
                continue
            files = sorted({item.file for item in truth})
            found = found_items(library, files, options.extractor or EXTRACTORS)
            wanted = [item for item in truth if item.kind in kinds]
            scored = score(wanted, [item for item in found if item.kind in kinds])
            results[NAMES[part]] = report(scored, kinds)
            show(NAMES[part], results[NAMES[part]], scored, options.show)
    if options.save:
        print(f"saved {save(RESULTS_NAME, with_saved(results))}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
