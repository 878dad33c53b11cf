"""Names of substances: which words are one, and one name for its spellings.

What enters: words that stand beside an amount. What leaves: how surely they name a reagent, and the
name under which its spellings meet. The words below are those of the trade, not of any one file.
"""

from __future__ import annotations

import re
from enum import IntEnum
from functools import lru_cache

__all__ = ["Sureness", "canonical_reagent", "sureness_of"]


class Sureness(IntEnum):
    """How surely words name a reagent."""

    NO = 0
    PERHAPS = 1
    TRADE_NAME = 2
    SURE = 3


def _words(listing: str) -> frozenset[str]:
    return frozenset(listing.split())


# The last word of what is mixed in a laboratory.
HEADS = _words(
    """
    buffer buffers solution solutions medium media broth agar agarose water serum saline detergent
    reagent reagents dye stain mix mastermix mixture cocktail inhibitor inhibitors enzyme enzymes
    polymerase ligase transcriptase nuclease kinase phosphatase protease antibody antibodies
    primer primers probe probes oligo oligos dntp dntps template ladder marker standard acid base
    salt salts powder extract extracts beads resin matrix gel gels ligand substrate conjugate
    peptide albumin antibiotic antibiotics vitamin hormone insulin vaccine placebo compound drug
    drugs alcohol ether oil bleach formalin formaldehyde paraformaldehyde ethanol methanol
    isopropanol propanol butanol acetone chloroform phenol xylene toluene hexane heptane benzene
    acetonitrile acetate glycerol glucose sucrose trehalose lactose maltose mannitol sorbitol
    starch dextran heparin collagen collagenase trypsin gelatin laminin fibronectin poly-lysine
    lysozyme streptavidin biotin avidin digoxigenin glutamine glutamate penicillin streptomycin
    ampicillin kanamycin gentamicin gentamycin chloramphenicol tetracycline carbenicillin
    spectinomycin hygromycin puromycin blasticidin geneticin zeocin neomycin rifampicin
    vancomycin ciprofloxacin amphotericin nystatin cycloheximide doxycycline tamoxifen
    dexamethasone hydrocortisone retinoic rapamycin ketamine xylazine isoflurane pentobarbital
    doxorubicin cisplatin carboplatin paclitaxel docetaxel gemcitabine cyclophosphamide
    methotrexate prednisolone prednisone metformin aspirin ibuprofen olaparib imatinib
    dmso dmf edta egta sds pbs tbs tbst pbst pbt hbss dmem rpmi mem fbs fcs bsa dtt tcep pmsf
    iptg x-gal hepes mops mes pipes tris bis-tris tricine glycine imidazole urea guanidine
    guanidinium thiourea betaine spermidine spermine tween tween-20 tween-80 triton np-40 np40
    nonidet chaps tween20 igepal deoxycholate peg ficoll percoll histopaque matrigel trizol lb te
    tae tbe ssc sspe ctab dapi hoechst temed aps pma lps pha mtt naocl etoh meoh etoac dcm thf
    tfa meohs h2o h2o2 ddh2o dh2o rnase rnasin rnaseout dnase mnase bst taq phusion q5
    proteinase sybr evagreen phix trypan ethidium azide hypochlorite thiosulfate thiosulphate
    nuclei-lysis eluent diluent solvent irrigant adjuvant emulsion suspension-medium diet feed
    mercaptoethanol β-mercaptoethanol 2-mercaptoethanol beta-mercaptoethanol dithiothreitol
    iodoacetamide acrylamide bisacrylamide coomassie methylcellulose avertin tribromoethanol
    antigen antigens derivative tuberculin pepstatin leupeptin aprotinin supplement milk
    eosin haematoxylin hematoxylin giemsa ddntp datp dttp dctp dgtp
    atp gtp utp ctp nad nadh nadph nadp bovine-serum-albumin serum-albumin gs ngs e-gel
    auranofin pfa gfp-trap dpx atc mgcl nacl kcl cacl naoh koh hcl
    """
)
# The end of a chemical's name. Source: IUPAC, suffixes of substituents, salts and enzymes.
SUFFIX = re.compile(
    r"^[A-Za-zα-ωΑ-Ω0-9,'()-]{2,}(?:chloride|bromide|iodide|fluoride|sul(?:f|ph)(?:ate|ite|ide)"
    r"|phosphate|carbonate|nitrate|nitrite|citrate|acetate|formate|lactate|oxide|peroxide"
    r"|hydroxide|azide|borate|silicate|cyanide|orthovanadate|vanadate|succinate|pyruvate|malate"
    r"|tartrate|gluconate|oxalate|benzoate|butyrate|propionate|stearate|palmitate|oleate"
    r"|[bcdfghklmnprstvz]anol|ethanol|aldehyde|amide|amine|azole|azine|oxacin|mycin|micin|cillin"
    r"|cycline|statin|olol|pril|sartan|mab|nib|taxel|platin|rubicin|vir|idine|osine|adine|uracil"
    r"|phenol|toluene|ketone|nitrile|furan|cresol|glycol|glycerol|lysine|cysteine|arginine"
    r"|tyrosine|histidine|serine|methionine|tryptophan|alanine|leucine|proline|threonine"
    r"|valine|asparagine|aspartate|glutamate|thione|quinone|flavin|folate|ribose|ose|ase)s?$"
)
# Everyday words that end as chemicals and enzymes do.
NOT_CHEMICAL = _words(
    """
    increase decrease case base phase disease release purchase database those these whose dose
    close nose loose purpose expose diagnose choose compose rose lose prose verbose overdose
    medicine examine determine machine combine define routine online baseline guideline pipeline
    imagine decline outline vaccine-trial erase chase lease please ease phrase grease
    """
)
# Formulas: at least two capitals of elements, or an element with a number.
# Source: IUPAC periodic table, the elements that salts and buffers of a laboratory hold.
ELEMENT = (
    r"(?:Na|Ca|Cl|Mg|Mn|Fe|Zn|Cu|Co|Ni|Ag|Al|Ba|Br|Cs|Cr|Hg|Li|Mo|Pb|Se|Si|Sn|Sr|Ti|Rb"
    r"|H|C|N|O|P|S|K|F|I|B|V|W|Ac|Et|Me)"
)
FORMULA = re.compile(
    rf"(?:\(?{ELEMENT}[\d₀-₉]*\)?[\d₀-₉]*){{2,}}(?:[·•.]\d*H[2₂]O)?(?:[\d⁺⁻+-]+)?"
    rf"|{ELEMENT}[\d₀-₉]*[²³]?[⁺+]{{1,2}}|Mg2\+|Ca2\+|O[2₂]|N[2₂]"
)
# Of two capitals alone it is as often an abbreviation: these are.
FORMULAS_OF_TWO = frozenset({"NaF", "KI", "KF", "HF", "HI", "NO", "LiF"})
# A trade name ends in a number or mixes capitals: "Triton X-100", "Cy2", "GoTaq", "NP-40".
TRADE = re.compile(r"[A-Z][\w]*-?\d+|X-\d+|[A-Z]+[a-z]+[A-Z]\w*|[a-z]{1,2}[A-Z]{2,}\w*")

# Never reagents, whatever amount stands beside them: samples, vessels, organisms, results, parts.
NEVER = _words(
    """
    sample samples supernatant supernatants lysate lysates eluate eluates reaction reactions cell
    cells suspension suspensions culture cultures tube tubes flask flasks plate plates well wells
    vial vials bottle bottles column columns tip tips pipette pipettes syringe syringes cuvette
    dish dishes filter filters falcon beaker cylinder needle container microtube microtubes
    cryovial eppendorf stripe strip bag box rack rotor
    blood plasma urine saliva sputum stool tissue tissues biopsy biopsies mouse mice rat rats human
    patient patients participant participants subject subjects animal animals fish fly flies
    larvae embryo embryos plant plants leaf leaves seed seeds root roots bacteria strain strains
    isolate isolates colony colonies virus pellet pellets fraction fractions aliquot aliquots
    product products amplicon amplicons library libraries pool band bands lane lanes read reads
    gene genes transcripts sequence sequences identity similarity coverage homology confidence
    ci interval ethnicity power probability sensitivity specificity accuracy efficiency yield
    purity recovery inhibition reduction increase decrease viability confluence confluency
    confluent survival mortality incidence prevalence risk rate rates score scores change changes
    difference differences level levels total volume volumes concentration concentrations amount
    amounts weight mass density absorbance value values mean average median maximum minimum time
    times hour hours day days minute minutes year years week weeks duration age aged temperature
    humidity co2 o2 n2 carbon-dioxide oxygen nitrogen air light darkness
    more less higher lower greater least most other others rest remaining whole all both either
    body bodies organ organs material materials them it this that these those each one two
    group groups study control controls case cases dose doses step steps cycle cycles stock stocks
    wash washes elution spin speed fold dilution dilutions ratio surface surfaces depth size
    sizes length diameter thickness internal film mm cm µm nm kda bp kb mer population populations
    individual individuals men women male males female females children adults
    respectively daily weekly twice once bid orally intravenously every iv po sc im according
    against following when after before until maximum capacity data information table figure
    count counts creatinine bilirubin haemoglobin hemoglobin clearance
    incubator incubators specimen specimens homogenate exudate
    spores spore conidia inoculum parasites inhibitory cytotoxic
    cfu pfu haplotypes haplotype snps genome genomes contigs contig scaffold markers loci allele
    alleles cutoff threshold e-value error variance variation cv sd rsd slope range ranges
    approval variability response responders responses hepatitis oxygenation occupancy
    """
)
# Nothing by themselves: they point back to what was named before.
BARE = _words("mixture solution solutions suspension compound compounds mix gel salt acid base")
MATTER = _words("dna rna cdna gdna mrna protein proteins extract-dna plasmid template")
CARRIERS = _words("control carrier loading sperm calf spike-in")
# Antibodies are named by what they bind: "α-FLAG", "anti-CD3".
AGAINST = re.compile(r"(?:α|anti)-\w|IgG", re.I)
# A name with one of these words is none either, unless it ends as a reagent does.
NEVER_WITHIN = _words(
    """
    ic50 ec50 ld50 mic mbc mfc identity confidence patients participants mice samples compared
    respectively reads inhibition reduction increase decrease significantly showed observed found
    had has have been be being were was is are can could may might should will would
    we they our their his her its not no than
    """
)
# Japanese: how names of substances end, and substances.
JAPANESE = re.compile(
    r"(?:バッファー|緩衝液|溶液|液|培地|水|酸|塩|ナトリウム|カリウム|カルシウム|マグネシウム"
    r"|アルコール|エタノール|メタノール|アセトン|クロロホルム|フェノール|プライマー|酵素|ポリメラーゼ"
    r"|抗体|血清|試薬|ミックス|アガロース|寒天|ゲル|グルコース|スクロース|グリセロール|ビーズ|色素"
    r"|アルブミン|トリプシン|ペニシリン|ストレプトマイシン|アンピシリン|ホルマリン|ホルムアルデヒド"
    r"|エキス|抽出物|粉末|薬|剤)$"
)
SAMPLE_JA = re.compile(r"(?:サンプル|試料|検体|細胞|懸濁液|上清|培養液|血液|反応液|チューブ)$")
DASHES = re.compile(r"[‐‑–−]")
# One name for spellings that share no letters. Source: labels of the bottles themselves (IUPAC and
# trade names in common use).
SAME = {
    "etoh": "ethanol", "ethyl alcohol": "ethanol", "エタノール": "ethanol",
    "meoh": "methanol", "メタノール": "methanol", "ipa": "isopropanol",
    "2-propanol": "isopropanol", "isopropyl alcohol": "isopropanol",
    "pfa": "paraformaldehyde", "phosphate buffered saline": "pbs",
    "phosphate buffer saline": "pbs", "phosphate-buffered saline": "pbs",
    "bovine serum albumin": "bsa", "fetal bovine serum": "fbs", "foetal bovine serum": "fbs",
    "fetal calf serum": "fbs", "foetal calf serum": "fbs", "fcs": "fbs",
    "dimethyl sulfoxide": "dmso", "dimethyl sulphoxide": "dmso", "dimethylsulfoxide": "dmso",
    "sodium chloride": "nacl", "塩化ナトリウム": "nacl", "potassium chloride": "kcl",
    "塩化カリウム": "kcl", "magnesium chloride": "mgcl2", "calcium chloride": "cacl2",
    "sodium hydroxide": "naoh", "水酸化ナトリウム": "naoh", "hydrochloric acid": "hcl",
    "塩酸": "hcl", "sodium dodecyl sulfate": "sds", "sodium dodecyl sulphate": "sds",
    "ethylene diamine tetra acetic acid": "edta", "ethylenediaminetetraacetic acid": "edta",
    "dithiothreitol": "dtt", "sodium hypochlorite": "naocl", "hydrogen peroxide": "h2o2",
    "dntps": "dntp", "deoxyribonucleoside triphosphate": "dntp", "tritonx-100": "triton x-100",
    "tween20": "tween-20", "tween 20": "tween-20", "np40": "np-40", "nonidet p-40": "np-40",
    "ethyl acetate": "etoac", "β-mercaptoethanol": "2-mercaptoethanol",
    "beta-mercaptoethanol": "2-mercaptoethanol",
}  # fmt: skip
NO_NUMBER = str.maketrans("₀₁₂₃₄₅₆₇₈₉²³⁺⁻", "012345678923+-")
ACIDITY = re.compile(r",?\s*\(?pH\s?[\d.]+\)?", re.I)
LOOSE = re.compile(r"^(?:sterile|fresh|cold|warm|pre-?warmed|ice-cold|absolute|pure)\s", re.I)
EDGE_MARKS = ".,:;'\"“”()*®™"


@lru_cache(maxsize=4096)
def sureness_of(name: str) -> Sureness:
    """Tell how surely words beside an amount name a reagent.

    Args:
        name: A few words without the amount.
    """
    if SAMPLE_JA.search(name):
        return Sureness.NO
    if JAPANESE.search(name):
        return Sureness.SURE
    plain = DASHES.sub("-", name).translate(NO_NUMBER)
    words = [word for one in plain.split() if (word := one.strip(EDGE_MARKS))]
    low = [word.casefold() for word in words]
    if not words or low[-1] in NEVER or not NEVER_WITHIN.isdisjoint(low):
        return Sureness.NO
    if _is_matter(low) or (len(low) == 1 and low[0] in BARE):
        return Sureness.NO
    return max(map(_sureness_of_word, words, low))


def _is_matter(low: list[str]) -> bool:
    """Tell the matter under study: nucleic acids and proteins that no word calls a reagent."""
    return low[-1] in MATTER and CARRIERS.isdisjoint(low)


def _sureness_of_word(word: str, low: str) -> Sureness:
    if low in HEADS or (low not in NOT_CHEMICAL and len(low) > 4 and SUFFIX.match(low)):
        return Sureness.SURE
    parts = low.replace("/", "-").split("-")
    if len(parts) > 1 and any(len(part) > 1 and part in HEADS for part in parts):
        return Sureness.SURE
    if FORMULA.fullmatch(word) and _is_formula(word):
        return Sureness.SURE
    if AGAINST.match(word):
        return Sureness.SURE
    if TRADE.fullmatch(word):
        return Sureness.TRADE_NAME
    is_word = len(word) > 1 and any(map(str.isalpha, word))
    return Sureness.PERHAPS if is_word else Sureness.NO


def _is_formula(word: str) -> bool:
    """Tell a formula from words of its letters ("COPS", "In")."""
    if word in FORMULAS_OF_TWO:
        return True
    capitals = sum(map(str.isupper, word))
    return len(word) > 2 and (not word.isalpha() or (not word.isupper() and capitals > 1))


@lru_cache(maxsize=4096)
def canonical_reagent(name: str) -> str:
    """Return one name for the spellings of a reagent, in small letters."""
    plain = ACIDITY.sub("", DASHES.sub("-", name)).translate(NO_NUMBER)
    low = LOOSE.sub("", " ".join(plain.split()).casefold()).strip(EDGE_MARKS + " ")
    return SAME.get(low, low)
