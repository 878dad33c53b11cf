"""What the bench and the clinic call the same thing, and kinds of it, beside a question's words.

Enters: the words of a need. Leaves: other names of what it names, each searched beside it. A list
by judgement; names that are words of something else ("IF", "MS") are left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from aliquot.generation.surveying.japanese import in_english
from aliquot.types import Expansion

__all__ = ["japanese_synonyms", "synonyms_of"]

# Each stands for each other.
_SAME = """
liquid nitrogen=LN2=liquid N2; dry ice=solid CO2; room temperature=RT=ambient temperature
ethanol=EtOH; methanol=MeOH; isopropanol=2-propanol=isopropyl alcohol; acetic acid=AcOH
paraformaldehyde=PFA; formaldehyde=formalin; bovine serum albumin=BSA; dimethyl sulfoxide=DMSO
fetal bovine serum=FBS=foetal bovine serum=fetal calf serum=FCS
phosphate buffered saline=PBS=phosphate-buffered saline; sodium dodecyl sulfate=SDS
hydrogen peroxide=H2O2; sodium chloride=NaCl; magnesium chloride=MgCl2; calcium chloride=CaCl2
potassium chloride=KCl; sodium hydroxide=NaOH; hydrochloric acid=HCl; beta-mercaptoethanol=BME
dithiothreitol=DTT; bleach=sodium hypochlorite=hypochlorite; carbon dioxide=CO2
western blot=immunoblot=western blotting=immunoblotting; immunohistochemistry=IHC
flow cytometry=FACS=flow cytometer; ELISA=enzyme-linked immunosorbent assay
PCR=polymerase chain reaction; qPCR=real-time PCR=quantitative PCR=RT-qPCR=qRT-PCR
RNA-seq=RNA sequencing=transcriptome sequencing; next-generation sequencing=NGS
CRISPR=Cas9; siRNA=small interfering RNA; shRNA=short hairpin RNA; RNA interference=RNAi
electron microscopy=electron microscope; mass spectrometry=mass spectrometer=LC-MS=GC-MS
centrifuge=centrifugation=spin=spun=microfuge=rpm=rcf; sonicate=sonication=sonicator
store=stored=storage=keep=kept=freezer; health care=healthcare
freeze=frozen=freezing; autoclave=autoclaved; thaw=thawed=thawing; vortex=vortexed
mouse=mice=murine=Mus musculus; rat=rats=Rattus norvegicus; zebrafish=Danio rerio
fruit fly=Drosophila=fruit flies; C. elegans=Caenorhabditis elegans
E. coli=Escherichia coli; yeast=Saccharomyces cerevisiae; human=Homo sapiens
heart attack=myocardial infarction; high blood pressure=hypertension; flu=influenza
kidney failure=renal failure=kidney disease; tuberculosis=TB; HIV=human immunodeficiency virus
COVID-19=SARS-CoV-2=coronavirus disease 2019; leukemia=leukaemia; anemia=anaemia; tumor=tumour
esophageal=oesophageal; hemorrhage=haemorrhage; pediatric=paediatric; anesthesia=anaesthesia
sulfate=sulphate; sulfite=sulphite; fiber=fibre; behavior=behaviour; center=centre
"""
# The second of each are kinds of the first, which is never said for them.
_KINDS = """
nucleic acid=DNA=RNA; nucleic acids=DNA=RNA; detergent=Triton X-100=Tween=SDS=NP-40
detergents=Triton X-100=Tween=SDS=NP-40
antibiotic=ampicillin=kanamycin=chloramphenicol=tetracycline=spectinomycin=penicillin=streptomycin
antibiotics=ampicillin=kanamycin=chloramphenicol=tetracycline=spectinomycin=penicillin=streptomycin
fixative=paraformaldehyde=formaldehyde=PFA=glutaraldehyde; protease inhibitor=PMSF
rodents=mice=rats=mouse=rat; anaesthetic=isoflurane=ketamine; anesthetic=isoflurane=ketamine
restriction enzyme=EcoRI=BamHI=HindIII=NotI=XhoI;
"""
REASON = "another name"


def _entries(text: str) -> Iterator[list[str]]:
    for entry in re.split(r"[;\n]", text):
        if entry.strip():
            yield [one.strip() for one in entry.split("=")]


def _table() -> Mapping[str, tuple[str, ...]]:
    table: dict[str, dict[str, None]] = {}
    for names in _entries(_SAME):
        for name in names:
            others = table.setdefault(name.casefold(), {})
            others |= dict.fromkeys(one for one in names if one != name)
    for first, *kinds in _entries(_KINDS):
        table.setdefault(first.casefold(), {}).update(dict.fromkeys(kinds))
    return {name: tuple(others) for name, others in table.items()}


_OTHERS = _table()
# Longest first: "real-time PCR" is not "PCR".
_NAMED = re.compile(
    rf"(?<![\w-])(?P<name>{'|'.join(sorted(map(re.escape, _OTHERS), key=len, reverse=True))})"
    r"(?:e?d|e?s|ing)?(?![\w-])",
    re.IGNORECASE,
)


def synonyms_of(text: str) -> Iterator[Expansion]:
    """Yield the other names of what a text names, each name once."""
    for name in dict.fromkeys(found["name"].casefold() for found in _NAMED.finditer(text)):
        yield Expansion(name, _OTHERS[name], REASON)


def japanese_synonyms(text: str) -> Iterator[Expansion]:
    """Yield what a Japanese text is in English, with each name in it also called otherwise."""
    english = in_english(text)
    if english:
        called = [
            re.sub(re.escape(one.name), other, english, flags=re.IGNORECASE)
            for one in synonyms_of(english)
            for other in one.others
        ]
        yield Expansion(text, tuple(dict.fromkeys((english, *called))), REASON)
