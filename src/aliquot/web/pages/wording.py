"""What the library's own terms are called on a page, in the reader's language.

Enters: a kind, a filter, a leg of the retriever. Leaves: words. Marked with `N_` they are found for
translation; which language they are in is decided where they are shown.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from aliquot.filters import describe
from aliquot.types import (
    And,
    Comparison,
    DocumentKind,
    DocumentStatus,
    Filter,
    FindingKind,
    Gate,
    Operator,
    RelationKind,
)
from aliquot.types.history import CitationState
from aliquot.web.marking import N_
from aliquot.web.pages.remedies import Advice, advice

__all__ = ["STRATEGIES", "Wording", "conditions"]


KINDS: Mapping[str, str] = {
    DocumentKind.PAPER: N_("Paper"),
    DocumentKind.PROTOCOL: N_("Protocol"),
    DocumentKind.SLIDES: N_("Slides"),
    DocumentKind.NOTES: N_("Notes"),
    DocumentKind.TRIAL: N_("Clinical trial"),
    DocumentKind.GENE: N_("Gene or protein"),
    DocumentKind.TABLE: N_("Table"),
    DocumentKind.OTHER: N_("Other document"),
}
FIELD_NAMES: Mapping[str, str] = {
    "kind": N_("Kind"),
    "title": N_("Title"),
    "authors": N_("Authors"),
    "year": N_("Year"),
    "journal": N_("Journal"),
    "doi": "DOI",
    "pmid": "PubMed",
    "pmcid": "PMC",
    "nct": "NCT",
    "accession": N_("Accession"),
    "language": N_("Language"),
    "licence": N_("Licence"),
    "source": N_("File"),
    "document_id": N_("Document"),
    "collection": N_("Collection"),
    "status": N_("Reading"),
    "article_type": N_("Type of article"),
    "phase": N_("Phase"),
    "trial_status": N_("Trial status"),
    "study_type": N_("Type of study"),
    "sex": N_("Sex"),
    "minimum_age": N_("Minimum age"),
    "maximum_age": N_("Maximum age"),
    "enrollment": N_("Participants"),
    "condition": N_("Condition"),
    "intervention": N_("Intervention"),
    "gene": N_("Gene"),
    "organism": N_("Organism"),
    "version": N_("Version"),
    "notice": N_("Notice"),
    "section": N_("Section"),
    "section_class": N_("Part of the paper"),
    "page": N_("Page"),
}
SIGNS: Mapping[Operator, str] = {
    Operator.EQ: "{field}: {value}",
    Operator.NE: "{field} ≠ {value}",
    Operator.IN: "{field}: {value}",
    Operator.LT: "{field} < {value}",
    Operator.LE: "{field} ≤ {value}",
    Operator.GT: "{field} > {value}",
    Operator.GE: "{field} ≥ {value}",
}
GATES: Mapping[str, str] = {
    Gate.EVIDENCE: N_("cites nothing that was found"),
    Gate.QUOTE: N_("the quote does not stand in the source"),
    Gate.NUMBERS: N_("a number differs from the source"),
    Gate.IDENTIFIERS: N_("a name or identifier differs from the source"),
    Gate.NEGATION: N_("it denies what the source affirms, or the reverse"),
    Gate.DIRECTION: N_("up and down, more and less are the other way round"),
    Gate.WORDS: N_("the source does not speak of it"),
    Gate.ENTAILMENT: N_("it does not follow from the source"),
}
LEGS: Mapping[str, str] = {
    "lexical": N_("words"),
    "dense": N_("meaning"),
    "sparse": N_("weighted terms"),
    "late": N_("word by word"),
}
STATES: Mapping[str, str] = {
    CitationState.MOVED: N_("moved within its document since"),
    CitationState.CHANGED: N_("not in the document any more"),
    CitationState.REMOVED: N_("its document is not in the library any more"),
}
DOUBTS: Mapping[str, str] = {
    "ocr": N_("read from a picture"),
    "symbol_suspect": N_("a symbol may be misread"),
    "hidden_text": N_("hidden text"),
    "hidden_sheet": N_("hidden sheet"),
}
FINDINGS: Mapping[str, str] = {
    FindingKind.CELL_LINE: N_("Cell lines"),
    FindingKind.ORGANISM: N_("Organisms"),
    FindingKind.GENE: N_("Genes"),
    FindingKind.ANTIBODY: N_("Antibodies"),
    FindingKind.REAGENT: N_("Reagents"),
    FindingKind.INSTRUMENT: N_("Instruments and kits"),
    FindingKind.PLASMID: N_("Plasmids"),
    FindingKind.PRIMER: N_("Primers"),
    FindingKind.ACCESSION: N_("Accessions"),
    FindingKind.STATISTIC: N_("Statistics"),
    FindingKind.DOSE: N_("Doses"),
    FindingKind.TEMPERATURE: N_("Temperatures"),
    FindingKind.DURATION: N_("Durations"),
    FindingKind.VERSION: N_("Versions"),
    FindingKind.TRIAL: N_("Trials"),
}
RELATIONS: Mapping[str, str] = {
    RelationKind.VERSION_OF: N_("Version"),
    RelationKind.PREPRINT_OF: N_("Preprint"),
    RelationKind.SAME_WORK: N_("The same work"),
    RelationKind.NOTICE_OF: N_("Notice"),
}
READINGS: Mapping[str, str] = {
    DocumentStatus.OK: N_("read"),
    DocumentStatus.PARTIAL: N_("read in part"),
    DocumentStatus.NEEDS_OCR: N_("needs text recognition"),
    DocumentStatus.ENCRYPTED: N_("encrypted"),
    DocumentStatus.FAILED: N_("could not be read"),
}
# Where in a file a field was found.
ORIGINS: Mapping[str, str] = {
    "the document": N_("the document"),
    "head of the text": N_("head of the text"),
    "front matter": N_("front matter"),
    "first page": N_("first page"),
    "first heading": N_("first heading"),
    "trial record": N_("trial record"),
    "UniProt entry": N_("UniProt entry"),
    "file properties": N_("file properties"),
    "document properties": N_("file properties"),
    "file name": N_("file name"),
    "licence note": N_("licence note"),
    "metadata": N_("metadata"),
}
LANGUAGE_NAMES: Mapping[str, str] = {
    "en": N_("English"),
    "ja": N_("Japanese"),
    "de": N_("German"),
    "fr": N_("French"),
    "es": N_("Spanish"),
    "zh": N_("Chinese"),
    "ko": N_("Korean"),
}
STRATEGIES: Mapping[str, str] = {
    "extract": N_("sentences of the sources"),
    "survey": N_("every document asked"),
    "stuff": N_("written from the best chunks"),
    "map": N_("each document read apart"),
    "agent": N_("searched step by step"),
    "long": N_("read at length"),
}


class Wording:
    """The library's terms in one language."""

    def __init__(self, translate: Callable[[str], str]) -> None:
        """Take what translates.

        Args:
            translate: Returns a text in the reader's language; as it is where it has none.
        """
        self._translate = translate

    def _word(self, table: Mapping[str, str], name: str) -> str:
        return self._translate(table[name]) if name in table else name.replace("_", " ")

    def kind(self, name: str) -> str:
        """Return what a kind of document is called."""
        return self._word(KINDS, name)

    def field(self, name: str) -> str:
        """Return what a filterable field is called."""
        return self._word(FIELD_NAMES, name)

    def gate(self, name: str) -> str:
        """Return why a statement that failed a gate is not shown."""
        return self._word(GATES, name)

    def leg(self, name: str) -> str:
        """Return what a leg of the retriever compares; its model stays a name."""
        way, _, model = name.partition(":")
        word = self._word(LEGS, way)
        return f"{word} ({model})" if model else word

    def state(self, name: str) -> str:
        """Return what became of a citation since it was made."""
        return self._word(STATES, name)

    def doubt(self, name: str) -> str:
        """Return what is doubted about a text."""
        return self._word(DOUBTS, name)

    def finding(self, name: str) -> str:
        """Return what findings of a kind are called."""
        return self._word(FINDINGS, name)

    def relation(self, name: str) -> str:
        """Return how one document belongs to another."""
        return self._word(RELATIONS, name)

    def status(self, name: str) -> str:
        """Return how completely a document was read."""
        return self._word(READINGS, name)

    def strategy(self, name: str) -> str:
        """Return how a question was answered."""
        return self._word(STRATEGIES, name)

    def origin(self, name: str) -> str:
        """Return where in a file a field was found."""
        return self._word(ORIGINS, name)

    def language(self, code: str) -> str:
        """Return what a language is called."""
        return self._word(LANGUAGE_NAMES, code)

    def advice(self, text: str) -> Advice:
        """Return a reason or hint of the library as a page gives it."""
        given = advice(text)
        remedy = given.remedy and replace(given.remedy, words=self._translate(given.remedy.words))
        return Advice(self._translate(given.said) if given.said else "", remedy)

    def restriction(self, where: Filter) -> str:
        """Return a filter as a chip says it; one that is not a comparison as an expression."""
        if not isinstance(where, Comparison) or where.operator not in SIGNS:
            return describe(where)
        values = where.value if isinstance(where.value, tuple) else (where.value,)
        names = self.kind if where.field == "kind" else str
        said = ", ".join(names(str(one)) for one in values)
        return SIGNS[where.operator].format(field=self.field(where.field), value=said)


def conditions(where: Filter | None) -> tuple[Filter, ...]:
    """Return what has to hold, each by itself."""
    if where is None:
        return ()
    return where.parts if isinstance(where, And) else (where,)
