"""Things asked for by what they are: "which antibiotics", of which each is looked for by name.

Enters: a question. Leaves: the members of the class it asks for. Lists by judgement: what is known
of each is what most labs have; a thing that is missing here is asked for by its name.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

__all__ = ["members_asked"]

_MEMBERS: Mapping[str, str] = {
    r"antibiotics?|抗生(?:物質|剤)": """
        ampicillin, kanamycin, chloramphenicol, tetracycline, spectinomycin, streptomycin,
        penicillin, gentamicin, hygromycin, puromycin, carbenicillin, rifampicin,
        erythromycin, ciprofloxacin, blasticidin, zeocin, neomycin, vancomycin, G418,
        azithromycin, doxycycline, amoxicillin""",
    r"restriction\s+(?:enzymes?|endonucleases?)|制限酵素": """
        EcoRI, BamHI, HindIII, NotI, XhoI, XbaI, SalI, PstI, KpnI, SacI, NdeI, NcoI, BglII,
        DpnI, SmaI, ClaI, BsaI, BsmBI, BbsI, MluI, SpeI, ApaI, AvaII, MspI, HpaII, TaqI,
        Sau3AI, MseI, PacI, SbfI, NheI, AscI""",
    r"detergents?|surfactants?|界面活性剤": """
        Triton X-100, Tween 20, Tween 80, SDS, NP-40, CHAPS, sarkosyl, digitonin, saponin,
        IGEPAL, CTAB, deoxycholate""",
    r"(?:organic\s+)?solvents?|有機溶媒|溶媒": """
        ethanol, methanol, isopropanol, acetone, chloroform, phenol, hexane, acetonitrile,
        DMSO, toluene, ethyl acetate, dichloromethane, butanol, xylene, diethyl ether""",
    r"alcohols?|アルコール類?": """
        ethanol, methanol, isopropanol, butanol, isoamyl alcohol, glycerol""",
    r"fixatives?|固定剤": """
        paraformaldehyde, formaldehyde, formalin, glutaraldehyde, methanol, acetone, Bouin""",
    r"(?:fluorescent\s+)?(?:dyes?|stains?)|染色液|色素|染料": """
        DAPI, Hoechst, ethidium bromide, SYBR, Coomassie, crystal violet, trypan blue,
        propidium iodide, GelRed, bromophenol blue, PicoGreen, methylene blue, eosin,
        hematoxylin, Evans blue, Congo red""",
    r"proteases?|プロテアーゼ": """
        proteinase K, trypsin, pepsin, pronase, collagenase, papain, thrombin""",
    r"software(?:\s+(?:packages?|tools?))?|statistical\s+packages?|ソフト(?:ウェア)?": """
        SPSS, GraphPad Prism, ImageJ, Fiji, MATLAB, SAS, Stata, BLAST, MEGA, Cytoscape,
        FlowJo, Bowtie, BWA, SAMtools, TopHat, Cufflinks, Trinity, Clustal, MUSCLE, MrBayes,
        RAxML, PyMOL, AutoDock, Bioconductor, edgeR, DESeq, FastQC, Trimmomatic, Geneious,
        Primer3, STRUCTURE, Arlequin, CellProfiler, MaxQuant, Mascot, BLAST2GO, Excel,
        R software, Velvet, Galaxy, HISAT, STAR""",
    r"sequencing\s+(?:platforms?|machines?|instruments?)|sequencers?|シーク?エ?ンサー": """
        MiSeq, HiSeq, NextSeq, NovaSeq, Genome Analyzer, Ion Torrent, PacBio, Nanopore,
        MinION, 454, SOLiD, Sanger, ABI 3730""",
    r"countries|nations|国々?": """
        United States, United Kingdom, Canada, France, Germany, Italy, Spain, Netherlands,
        Belgium, Switzerland, Austria, Sweden, Norway, Denmark, Finland, Ireland, Poland,
        Czechia, Hungary, Romania, Greece, Portugal, Turkey, Russian Federation, Ukraine,
        Israel, Egypt, Saudi Arabia, Iran, Iraq, Jordan, Lebanon, Pakistan, India, Bangladesh,
        Nepal, Sri Lanka, China, Hong Kong, Taiwan, Japan, Korea, Thailand, Vietnam, Malaysia,
        Singapore, Indonesia, Philippines, Australia, New Zealand, Brazil, Argentina, Chile,
        Colombia, Peru, Mexico, Ecuador, Guatemala, South Africa, Kenya, Uganda, Tanzania,
        Malawi, Zambia, Zimbabwe, Nigeria, Ghana, Ethiopia, Mozambique, Burkina Faso, Mali,
        Senegal, Cameroon, Tunisia, Morocco, Algeria""",
}  # fmt: skip
_CLASSES = tuple(
    (
        re.compile(
            rf"^\W*(?:(?:in|from|with)\s+)?(?:which|what|list|name|show|give|tally)\s+"
            rf"(?:(?:me|all|of|the|are|our|different|kinds?|types?|every)\s+)*(?:{name})(?![\w-])"
            rf"|(?:どの|どんな|何の)(?:{name})|(?:{name})(?:の(?:一覧|リスト)"
            r"|を(?:すべて|全て|全部|列挙|挙げ|教え|一覧|リスト)|は(?:何|どれ|どこ))",
            re.IGNORECASE,
        ),
        tuple(" ".join(one.split()) for one in members.split(",")),
    )
    for name, members in _MEMBERS.items()
)


def members_asked(text: str) -> tuple[tuple[str, ...], str]:
    """Return the members of the class of things a question asks for, and it without the class.

    Args:
        text: The question, without what restricts it.

    Returns:
        No member where it asks for none that is known.
    """
    for asked, members in _CLASSES:
        found = asked.search(text)
        if found is not None:
            return members, f"{text[: found.start()]} {text[found.end() :]}"
    return (), text
