"""Which sort of a kind of findings is asked for: kits and no instruments, series and no samples.

Enters: a question, and the kind it asks for. Leaves: a test of findings, and the question without
the words for it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from aliquot.generation.surveying.kinds import registry_in
from aliquot.types import Finding, FindingKind

__all__ = ["ANY_SORT", "Sort", "sort_asked"]


def _words(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


# What is sold as a kit says what it is for; what is neither is an instrument, or ware.
KIT = _words(
    r"\bkits?\b|キット|prep\b|\b(?:purification|extraction|isolation|quantification|assay|detection"
    r"|synthesis|label+ing|ligation|clean-?up|removal|amplification)\b(?!\s+(?:columns?|plates?))"
)
WARE = _words(
    r"\b(?:tubes?|tips?|box(?:es)?|filters?|columns?|plates?|flasks?|bags?|dish(?:es)?|cartridges?"
    r"|flow cells?|beads?|barcodes?|membranes?|syringes?|needles?|cuvettes?|slides?|reagents?"
    r"|vials?|chips?|units?)\b|チューブ|チップ|フィルター|カラム|プレート"
)
BUFFERS = _words(r"\bbuffers\b|緩衝液|バッファー?")
BUFFER = _words(r"buffer|\b(?:D?PBST?|TBST?|HBSS|TAE|TBE|TE|SSC)\b|saline|緩衝液|バッファ")
VIRUSES = _words(r"\bviruses\b")
VIRUS = _words(r"virus|phage|\bHIV|\bSARS|\bMERS|\bXMRV|ウイルス|ファージ")
# A strain, breed or line of a species, and not the species.
OF_SPECIES = "species"
# Levels of an archive by how their accessions begin.
# Source: NCBI GEO, "Overview"; INSDC, "Accession number formats".
LEVELS: tuple[tuple[str, re.Pattern[str], tuple[str, ...]], ...] = (
    ("GEO", _words(r"\bseries\b|シリーズ"), ("GSE",)),
    ("GEO", _words(r"\bsamples?\b|サンプル|試料"), ("GSM",)),
    ("GEO", _words(r"\bplatforms?\b"), ("GPL",)),
    ("SRA", _words(r"\bruns?\b|ラン(?=の|を|は)"), ("SRR", "ERR", "DRR")),
    ("SRA", _words(r"\bexperiments?\b"), ("SRX", "ERX", "DRX")),
    ("SRA", _words(r"\b(?:stud(?:y|ies)|projects?)\b"), ("SRP", "ERP", "DRP")),
    ("SRA", _words(r"\bsamples?\b|サンプル"), ("SRS", "ERS", "DRS")),
)
# What is deposited in one archive is cited by its project in another.
TOGETHER: Mapping[str, tuple[str, ...]] = {"SRA": ("SRA", "BioProject")}
KITS, INSTRUMENTS, STRAINS = (
    _words(r"\bkits?\b|キット"),
    _words(r"\b(?:instruments?|machines?|devices?|equipment)\b|機器|装置"),
    _words(r"\bstrains?\b|菌株|系統|(?<!細胞)株"),
)


@dataclass(frozen=True, slots=True)
class Sort:
    """What findings of a kind have to be.

    Attributes:
        name: `kit`, `instrument`, `strain`, `virus`, `buffer`; empty for any.
        registries: Whose accessions; empty for any.
        prefixes: How accessions begin; empty for anyhow.
    """

    name: str = ""
    registries: tuple[str, ...] = ()
    prefixes: tuple[str, ...] = ()

    def admits(self, finding: Finding) -> bool:
        """Tell whether a finding is of this sort."""
        if self.registries and finding.details.get("registry") not in self.registries:
            return False
        if self.prefixes and not finding.value.upper().startswith(self.prefixes):
            return False
        match self.name:
            case "kit":
                return _is_kit(finding)
            case "instrument":
                return not _is_kit(finding) and not WARE.search(finding.value)
            case "buffer":
                return BUFFER.search(finding.value) is not None
            case "virus":
                return VIRUS.search(finding.normalised) is not None
            case "strain":
                return bool(finding.details.get(OF_SPECIES))
        return True


ANY_SORT = Sort()


def sort_asked(question: str, subject: str, kind: FindingKind) -> tuple[Sort, str]:
    """Return which sort of a kind a question asks for, and its subject without the words for it.

    Args:
        question: As asked.
        subject: Without what restricts it.
        kind: Of findings.
    """
    if kind is FindingKind.ACCESSION:
        registry, left = registry_in(subject)
        prefixes = next(
            (begin for of, words, begin in LEVELS if of == registry and words.search(question)), ()
        )
        registries = TOGETHER.get(registry, (registry,)) if registry and not prefixes else ()
        return Sort("", registries or ((registry,) if registry else ()), prefixes), left
    if kind is FindingKind.INSTRUMENT:
        is_kit, is_machine = KITS.search(question), INSTRUMENTS.search(question)
        name = "" if bool(is_kit) is bool(is_machine) else "kit" if is_kit else "instrument"
        return Sort(name), subject
    if kind is FindingKind.REAGENT and BUFFERS.search(question):
        return Sort("buffer"), subject
    if kind is FindingKind.ORGANISM and VIRUSES.search(question):
        return Sort("virus"), subject
    if kind is FindingKind.ORGANISM and STRAINS.search(question):
        return Sort("strain"), subject
    return ANY_SORT, subject


def _is_kit(finding: Finding) -> bool:
    return KIT.search(finding.value) is not None and not WARE.search(KIT.sub(" ", finding.value))
