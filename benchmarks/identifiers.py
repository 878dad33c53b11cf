"""Search a library by identifiers in every usual spelling, and by the titles of its documents.

Queries are made from the chunks themselves (see `identifier_queries`), and what they have to find
is told by a plain scan of the chunks. Four demands, and one figure beside:

- first: the chunk at rank 1, or one tied with it, holds the identifier, or belongs to the document
  it names.
- as written: the same in the very spelling asked for; a figure for exact forms, no demand.
- set: each spelling finds the chunks the scan finds, where these are at most 50.
- title: every title finds a document of that title at rank 1.
- again: asked several times, the same ranking comes with the same scores.

    python benchmarks/identifiers.py --library DIR [--runs 5] [--save]
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from aliquot import Document, Library, ScoredChunk
from identifier_queries import Identifier, gather, holders, plain
from record import save

DEPTH = 100
# Of what more chunks hold, the first hundred are a choice.
MAX_SET = 50
IDENTITIES = ("doi", "nct", "pmid", "pmcid", "accession")


class Scan:
    """The texts of all chunks, and which of them hold an identifier."""

    def __init__(self, library: Library, documents: Sequence[Document]) -> None:
        """Read every chunk of the library."""
        chunks = [chunk for one in documents for chunk in library.chunks(one.id)]
        self.texts = {chunk.id: chunk.searchable_text for chunk in chunks}
        self._plain = {key: plain(text) for key, text in self.texts.items()}
        self._whole = "\n\n".join(self._plain.values())
        self._documents = {one.id: one for one in documents}

    def holding(self, identifier: Identifier) -> set[str]:
        """Return the ids of the chunks that hold an identifier in any spelling."""
        pattern = holders(identifier.exact)
        return {key for key, text in self._plain.items() if pattern.search(text)}

    def is_of(self, document_id: str, identifier: Identifier) -> bool:
        """Tell whether a document is what an identifier names."""
        document = self._documents[document_id]
        wanted = identifier.exact.lower()
        genes = [gene.lower() for gene in document.extra.get("gene", ())]
        return wanted in genes or any(getattr(document, n).lower() == wanted for n in IDENTITIES)


def top(ranking: Sequence[ScoredChunk]) -> list[ScoredChunk]:
    """Return what is at rank 1 or tied with it."""
    return [one for one in ranking if one.score == ranking[0].score]


def ask(library: Library, scan: Scan, identifier: Identifier) -> list[dict[str, Any]]:
    """Search one identifier by each spelling and return a row for each."""
    wanted = scan.holding(identifier)
    rows = []
    for query in (identifier.exact, *identifier.others):
        ranking = library.search(query, DEPTH)
        found = {one.chunk.id for one in ranking}
        is_first = any(
            one.chunk.id in wanted or scan.is_of(one.chunk.document_id, identifier)
            for one in top(ranking)
        )
        rows.append(
            {
                "kind": identifier.kind,
                "query": query,
                "exact": identifier.exact,
                "is exact": query == identifier.exact,
                "holders": len(wanted),
                "first": is_first,
                "as written": any(query in scan.texts[one.chunk.id] for one in top(ranking)),
                "set": wanted <= found if len(wanted) <= MAX_SET else None,
                "missing": sorted(wanted - found)[:3] if len(wanted) <= MAX_SET else [],
                "top": ranking[0].chunk.id if ranking else "",
            }
        )
    return rows


def ask_titles(library: Library, documents: Sequence[Document]) -> list[dict[str, Any]]:
    """Search every title and return a row for each."""
    title_of = {one.id: one.title for one in documents}
    rows = []
    for title in dict.fromkeys(title_of.values()):
        ranking = library.search(title, 10)
        same = {title_of[one.chunk.document_id] == title for one in top(ranking)}
        rows.append({"kind": "title", "query": title, "first": True in same, "set": None,
                     "top": ranking[0].chunk.id if ranking else ""})  # fmt: skip
    return rows


def unstable(library: Library, queries: Sequence[str], runs: int) -> list[str]:
    """Return the queries that do not find the same in every run."""

    def found(query: str) -> tuple[tuple[str, float], ...]:
        return tuple((one.chunk.id, one.score) for one in library.search(query, 10))

    return [query for query in queries if len({found(query) for _ in range(runs)}) > 1]


def measure(library: Library, runs: int) -> dict[str, Any]:
    """Ask everything and return shares, failures and what changed between runs."""
    documents = [library.document(one.id) for one in library.documents()]
    scan = Scan(library, documents)
    identifiers = gather(scan.texts.values())
    rows = [row for one in identifiers for row in ask(library, scan, one)]
    titles = ask_titles(library, documents)
    queries = [one.exact for one in identifiers] + [row["query"] for row in titles]
    changed = unstable(library, queries, runs)
    exact, others = ([r for r in rows if r["is exact"] is is_exact] for is_exact in (True, False))
    return {
        "identifiers": len(identifiers),
        "kinds": dict(Counter(one.kind for one in identifiers)),
        "spellings": len(others),
        "exact first": share(exact, "first"),
        "exact first, as written": share(exact, "as written"),
        "exact set": share(exact, "set"),
        "spelling first": share(others, "first"),
        "spelling set": share(others, "set"),
        "titles": len(titles),
        "title first": share(titles, "first"),
        "runs": runs,
        "changed between runs": changed,
        "failed": [row for row in rows + titles if False in (row["first"], row["set"])],
        "by kind": by_kind(rows),
    }


def share(rows: Sequence[dict[str, Any]], name: str) -> float | None:
    """Return the share of the rows that have a measure in which it is true."""
    values = [row[name] for row in rows if row[name] is not None]
    return round(sum(values) / len(values), 4) if values else None


def by_kind(rows: Sequence[dict[str, Any]]) -> dict[str, dict[str, float | None]]:
    """Return the shares of each kind."""
    groups: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for row in rows:
        groups[row["kind"]].append(row)
    return {
        kind: {"queries": len(group), "first": share(group, "first"), "set": share(group, "set")}
        for kind, group in groups.items()
    }


def show(result: dict[str, Any]) -> None:
    """Print the shares and what failed."""
    print(json.dumps({k: v for k, v in result.items() if k not in ("failed", "by kind")}, indent=1,
                     ensure_ascii=False))  # fmt: skip
    for kind, shares in result["by kind"].items():
        print(f"{kind:<24}{shares['queries']:>6}{shares['first']!s:>10}{shares['set']!s:>10}")
    for row in result["failed"]:
        what = "first" if not row["first"] else "set"
        held = f"{row.get('exact')!r}: {row.get('holders')} hold it, missing {row.get('missing')}"
        print(f"  {what:<6}{row['kind']:<20}{row['query']!r} of {held}, top {row['top']}")


def main() -> int:
    """Run the measurement."""
    parser = argparse.ArgumentParser(description=re.split("\n", __doc__)[0])
    parser.add_argument("--library", type=Path, required=True, help="of the development files")
    parser.add_argument("--runs", type=int, default=5, help="how often rankings are compared")
    parser.add_argument("--save", action="store_true", help="write benchmarks/results")
    options = parser.parse_args()
    with Library.open(options.library) as library:
        result = measure(library, options.runs)
    show(result)
    if options.save:
        print(f"saved {save('identifiers', result)}")
    return 0 if not result["failed"] and not result["changed between runs"] else 1


if __name__ == "__main__":
    sys.exit(main())
