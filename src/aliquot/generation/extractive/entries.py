"""What is asked of the entry of a gene or protein, and the heading or label that answers it.

Source: the headings and labels of `aliquot.parsing.uniprot`, after the topics of comments in the
UniProt user manual; ways of asking from the tuning half of benchmarks/data/record_questions.jsonl.
"""

from __future__ import annotations

from aliquot.generation.extractive.aspect import Aspect

__all__ = ["ENTRY_ASPECTS"]

# "mutations in PAX9 cause", "caused by defects of GRN".
_LESION = r"(?:mutat|defect|variant|deficien|loss of|knock)\w*"
_LEADS = r"(?:caus|lead|result|associat|link|responsib|implicat)\w*"
_ILLNESS = r"(?:disease|disorder|syndrome|illness|cancer|condition)(?:e?s)?"

ENTRY_ASPECTS: tuple[Aspect, ...] = (
    Aspect(
        "function",
        r"\bfunctions? of\b|^\W*(?:the )?roles? of\b"
        r"|\bwhat(?:'s| is| are)? the (?:function|role|job|purpose)s?\b"
        r"|\bwhat (?:does|do|did)\b(?!.*\b(?:say|show|mean|tell|report)\b).{1,60}?\bdo(?:es)?\b"
        r"|\bwhat\b.{1,40}\bdoes in\b|^\W*what (?:is|are)\b.{1,40}\bfor\W*$"
        r"|^\W*what (?:does|do) [\w-]+ (?:repress|activate|inhibit|regulate|cleave|convert)\b"
        r"|機能|働き|役割|何を(?:する|して)",
        label=r"function",
    ),
    Aspect(
        "place",
        r"\blocated\b|\blocation\b|\blocali[sz]\w*|\bwhere in (?:the|a) cell|\bcompartments?\b"
        r"|\borganelles?\b|\bresides?\b|\bmembrane[- ]bound\b|\bsecreted\b"
        r"|局在|細胞の(?:どこ|何処)|細胞内の",
        label=r"subcellular location|location",
    ),
    Aspect(
        "expression",
        r"\b(?:where|when)\b.{1,60}\bexpress\w*|\b(?:which|what) (?:tissue|organ|cell type)s?\b"
        r"|\btissue (?:distribution|specificity|expression)|\bexpression pattern"
        r"|\b(?:what|which)\b.{0,30}\binduces?\b"
        r"|発現(?:する|している|部位|組織|場所|量)|どの(?:組織|臓器)|どこ[でに]発現",
        label=r"tissue specificity(?: and expression)?|developmental stage|induction",
    ),
    Aspect(
        "disease",
        rf"\b(?:which|what)\b.{{0,30}}\b{_ILLNESS}\b.*\b(?:{_LESION}|{_LEADS})"
        rf"|\b{_LESION}\b.*\b{_LEADS}|\bdiseases? (?:of|with)\b|疾患|病気|病名|症候群",
        label=r"disease",
    ),
    Aspect(
        "phenotype",
        r"(?:\bwhat (?:happens|is seen)\b.{1,60})?\b(?:knock(?:ed|ing)?[ -]?(?:out|down)|disrupted"
        r"|deleted|missing|absent)\b|\bdisruption\b|\bphenotypes?\b|\bnull mutants?\b"
        r"|欠損|ノックアウト",
        label=r"disruption phenotype",
    ),
    Aspect(
        "interaction",
        r"\binteract\w*(?: partners?)?|\bbinding partners?|\bbinds? to\b|\bsubunits?\b"
        r"|\b(?:mono|di|tri|tetra|oligo)mers?\b"
        r"|相互作用|結合(?:する|相手|パートナー)|会合",
        label=r"subunit(?: and interactions)?|interacts with",
    ),
    Aspect(
        "reaction",
        r"\bcatal[yi][sz]\w*|\b(?:which|what) reaction|触媒|反応を",
        label=r"catalytic activity",
    ),
    Aspect(
        "cofactor",
        r"\bco-?factors?\b(?:.{1,40}\b(?:needs?|requires?|uses?)\b)?|補因子",
        label=r"cofactor",
    ),
    Aspect("pathway", r"\bpathways?\b|経路", label=r"pathway"),
    Aspect(
        "family",
        r"\bfamily\b|\bsimilar to\b|\bhomolog\w*|ファミリー",
        form=r"(?i:\bbelongs to the\b.{1,60}\bfamily\b)",
        label=r"similarity",
    ),
    Aspect(
        "modification",
        r"\b(?:phosphoryl|glycosyl|palmitoyl|acetyl|sulf|ubiquitin)at\w*|\bpost-?translation\w*"
        r"|\bmodified\b|\bafter translation\b|翻訳後修飾|リン酸化|糖鎖",
        label=r"(?:post-translational modifications|modified residue|glycosylation)[^:：]*",
    ),
    Aspect(
        "mass",
        r"\bmolecular (?:mass|weight)|\bhow heavy\b|分子量",
        form=r"\d\s?k?Da\b",
        label=r"molecular mass",
    ),
    Aspect(
        "names",
        r"\b(?:other|alternative) names?\b|\balso (?:called|known(?: as)?)\b"
        r"|\bsynonyms? (?:of|for)\b|\balias(?:es)?\b|別名",
        label=r"(?:protein|gene) names?",
    ),
    Aspect(
        "organism",
        r"\b(?:which|what) (?:organism|species)\b.*\b(?:from|of)\b|生物種|どの生物",
        label=r"organism",
    ),
    Aspect("toxicity", r"\btoxic\w*|\bLD\(?50|毒性", label=r"toxic dose"),
)
