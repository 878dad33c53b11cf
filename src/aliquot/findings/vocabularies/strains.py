"""Named strains, ecotypes and cultivars, by the species they are of.

What enters a listing: the name that stands for all, then what else it is called. Source: common
use; strains of mice and rats after the names of MGI (https://www.informatics.jax.org) and RGD
(https://rgd.mcw.edu), of yeast after SGD (https://www.yeastgenome.org), of plants after the
reference genomes of Ensembl Plants (https://plants.ensembl.org).
"""

from __future__ import annotations

import re

from aliquot.findings.vocabularies import words

__all__ = ["BACTERIAL_STRAINS", "BY_CONTEXT", "CASED_STRAINS", "RODENT_STRAINS"]

# Said with a name that is none alone ("nude mice").
_ANIMAL = r" (?:mice|mouse|rats?|rabbits?|pigs?|sows|cows|cattle|steers|calves|sheep|ewes|goats)$"
_RODENTS = """
Mus musculus: C57BL/6J
Mus musculus: C57BL/6N; C57BL/6NCrl; C57BL/6NTac; C57BL/6NJ; C57BL/6NHsd
Mus musculus: C57BL/6; C57BL6; C57/BL6; C57Bl/6; C57 black 6; B6 mice; C57 mice
Mus musculus: C57BL/10; C57BL/10J; C57BL/10ScSn; B10 mice
Mus musculus: BALB/c
Mus musculus: BALB/cJ
Mus musculus: BALB/cByJ
Mus musculus: BALB/cAnNCrl; BALB/cAnN
Mus musculus: BALB/c nude; BALB/c nu/nu; BALB/c-nu
Mus musculus: DBA/1; DBA/1J
Mus musculus: DBA/2; DBA/2J; DBA/2N
Mus musculus: C3H/HeJ
Mus musculus: C3H/HeN; C3H/HeNCrl
Mus musculus: C3H mice
Mus musculus: 129/Sv; 129Sv; 129/SvEv; 129/SvJ; 129/Ola; 129 mice
Mus musculus: 129S1/SvImJ
Mus musculus: 129X1/SvJ; 129 × 1/SvJ; 129x1/SvJ
Mus musculus: 129S6/SvEv; 129S6/SvEvTac
Mus musculus: 129P2/OlaHsd
Mus musculus: FVB/N; FVB mice; FVB/NJ
Mus musculus: CD-1 mice; CD1 mice; ICR; ICR mice; ICR系マウス; ICRマウス; Crl:CD1(ICR)
Mus musculus: ddY mice; ddYマウス; ddY系マウス
Mus musculus: NMRI
Mus musculus: Swiss Webster; Swiss-Webster
Mus musculus: Swiss albino; Swiss mice
Mus musculus: NOD/SCID; NOD.CB17-Prkdc; NOD-SCID
Mus musculus: NOD mice; NOD/ShiLtJ; NOD/Lt
Mus musculus: NSG mice; NOD scid gamma; NOD/SCID gamma; NSG mouse
Mus musculus: NOG mice; NOG mouse
Mus musculus: A/J mice
Mus musculus: AKR/J; AKR mice
Mus musculus: SJL/J; SJL mice
Mus musculus: CBA/J; CBA mice; CBA/Ca; CBA/N
Mus musculus: NZB mice; NZB/BlNJ
Mus musculus: NZW mice; NZW/LacJ
Mus musculus: NZB/W F1; NZB/NZW F1
Mus musculus: MRL/lpr; MRL/MpJ; MRL-lpr
Mus musculus: CAST/EiJ
Mus musculus: PWK/PhJ
Mus musculus: WSB/EiJ
Mus musculus: SPRET/EiJ
Mus musculus: nude mice; athymic nude; nu/nu mice; athymic mice; ヌードマウス
Mus musculus: SCID mice; CB17 SCID; C.B-17 SCID; CB-17 SCID; SCIDマウス
Mus musculus: ob/ob
Mus musculus: db/db
Mus musculus: mdx mice
Mus musculus: SAMP8
Mus musculus: 5xFAD; 5XFAD mice
Mus musculus: APP/PS1
Mus musculus: 3xTg-AD
Mus musculus: R6/2
Mus musculus: B6D2F1; BDF1
Mus musculus: B6C3F1
Mus musculus: B6129F1; B6129SF2/J
Mus musculus: CB6F1
Mus musculus: Kunming mice
Mus musculus: SKH1; SKH-1
Rattus norvegicus: Sprague-Dawley; Sprague Dawley; SD rats; SD rat; SDラット; SD系ラット
Rattus norvegicus: Wistar; Wistar albino; ウィスター系; Wistar系
Rattus norvegicus: Wistar Kyoto; WKY; Wistar-Kyoto
Rattus norvegicus: Wistar Han; Crl:WI(Han)
Rattus norvegicus: SHR rats; spontaneously hypertensive rat
Rattus norvegicus: SHRSP; stroke-prone spontaneously hypertensive rat
Rattus norvegicus: Long-Evans; Long Evans
Rattus norvegicus: Fischer 344; F344 rats; Fischer-344; F344/N; F344ラット; F344/DuCrj
Rattus norvegicus: Lewis rats; Lewis rat
Rattus norvegicus: Brown Norway
Rattus norvegicus: Lister Hooded
Rattus norvegicus: Zucker rats; Zucker fatty
Rattus norvegicus: ZDF rats; Zucker diabetic fatty
Rattus norvegicus: Goto-Kakizaki; GK rats
Rattus norvegicus: Dahl salt-sensitive
Rattus norvegicus: Dark Agouti
Rattus norvegicus: Holtzman rats
Rattus norvegicus: Charles Foster
Rattus norvegicus: Donryu
Oryctolagus cuniculus: New Zealand White; New Zealand white rabbit; NZW rabbit
Oryctolagus cuniculus: Japanese White rabbit; 日本白色種; 日本白色家兎
Cavia porcellus: Dunkin Hartley; Dunkin-Hartley; Hartley guinea pig
Sus scrofa: Yorkshire pig
Sus scrofa: Göttingen minipig; Gottingen minipig
"""
# Names written with their capitals, or with the small letters of the strain: TOP10, not "Top 10".
_CASED = """
Escherichia coli: DH5α; DH5alpha; DH-5α; DH5-α; DH5a
Escherichia coli: DH10Bac
Escherichia coli: BL21(DE3)pLysS; BL21 (DE3) pLysS; BL21(DE3) pLysS
Escherichia coli: BL21(DE3); BL21 (DE3); BL21-DE3; BL21DE3
Escherichia coli: K-12; K12
Escherichia coli: K-12 MG1655; K12 MG1655
Escherichia coli: MG1655
Escherichia coli: O157:H7
Escherichia coli: EDL933
Escherichia coli: CFT073
Escherichia coli: UTI89
Escherichia coli: Nissle 1917; EcN
Escherichia coli: SURE
Escherichia coli: NovaBlue
Escherichia coli: Lemo21(DE3)
Escherichia coli: BLR(DE3)
Escherichia coli: ArcticExpress
Escherichia coli: Rosetta2(DE3)
Escherichia coli: ER2738
Escherichia coli: ECOR
Escherichia coli: SM10 λpir
Escherichia coli: S17-1 λpir
Escherichia coli: DY380
Escherichia coli: SW102
Escherichia coli: BW25141
Bacillus subtilis: PY79
Bacillus anthracis: Sterne
Staphylococcus aureus: RN4220
Staphylococcus aureus: USA300
Staphylococcus aureus: N315
Staphylococcus aureus: Mu50
Staphylococcus aureus: NCTC 8325
Pseudomonas aeruginosa: PAO1
Pseudomonas aeruginosa: PA14; UCBPP-PA14
Pseudomonas aeruginosa: PAK strain
Pseudomonas putida: KT2440
Pseudomonas syringae: DC3000
Mycobacterium tuberculosis: H37Rv
Mycobacterium tuberculosis: H37Ra
Mycobacterium tuberculosis: CDC1551
Mycobacterium smegmatis: mc²155; mc2155; mc2 155
Mycobacterium bovis BCG: BCG Pasteur
Mycobacterium bovis BCG: BCG Danish
Helicobacter pylori: 26695
Streptococcus pneumoniae: TIGR4
Streptococcus pneumoniae: D39 strain
Streptococcus mutans: UA159
Enterococcus faecalis: OG1RF
Enterococcus faecalis: V583
Listeria monocytogenes: EGD-e
Agrobacterium tumefaciens: GV3101
Agrobacterium tumefaciens: LBA4404
Agrobacterium tumefaciens: EHA105
Agrobacterium tumefaciens: AGL1; AGL-1
Agrobacterium tumefaciens: GV2260
Sinorhizobium fredii: NGR234
Synechocystis: PCC 6803
Synechococcus elongatus: PCC 7942
Lactobacillus rhamnosus: LGG
Saccharomyces cerevisiae: S288C; S288c
Saccharomyces cerevisiae: W303; W303-1A; W303-1B
Saccharomyces cerevisiae: BY4741
Saccharomyces cerevisiae: BY4742
Saccharomyces cerevisiae: BY4743
Saccharomyces cerevisiae: YPH499
Saccharomyces cerevisiae: INVSc1
Saccharomyces cerevisiae: AH109
Saccharomyces cerevisiae: Y2HGold
Saccharomyces cerevisiae: Y187
Saccharomyces cerevisiae: PJ69-4A; PJ69-4a
Saccharomyces cerevisiae: EBY100
Saccharomyces cerevisiae: CEN.PK; CEN.PK113-7D; CEN.PK2
Saccharomyces cerevisiae: EC1118
Candida albicans: SC5314
Candida albicans: CAI4
Cryptococcus neoformans: H99 strain
Cryptococcus neoformans: KN99
Pichia pastoris: X-33
Pichia pastoris: KM71
Aspergillus fumigatus: Af293
Aspergillus fumigatus: CEA10
Neurospora crassa: OR74A
Caenorhabditis elegans: Bristol N2; N2 Bristol
Caenorhabditis elegans: CB4856
Drosophila melanogaster: Canton-S; Canton S; CantonS
Drosophila melanogaster: Oregon-R; Oregon R; OregonR
Drosophila melanogaster: w1118; w¹¹¹⁸
Drosophila melanogaster: y w67c23
Danio rerio: AB strain; AB zebrafish
Danio rerio: Tübingen zebrafish; TU strain
Danio rerio: TL zebrafish; Tüpfel long fin; Tupfel long fin
Danio rerio: casper zebrafish
Plasmodium falciparum: 3D7
Plasmodium falciparum: Dd2
Plasmodium berghei: ANKA
Toxoplasma gondii: RHΔku80
Trypanosoma brucei: Lister 427
Trypanosoma cruzi: CL Brener
Agrobacterium tumefaciens: C58C1
Caulobacter crescentus: CB15N; NA1000
Dictyostelium discoideum: AX2
Dictyostelium discoideum: AX4
Chlamydomonas reinhardtii: CC-125
Chlamydomonas reinhardtii: CC-503
Chlamydomonas reinhardtii: cw15
Arabidopsis thaliana: Col-0; Columbia-0; Col0
Arabidopsis thaliana: Ler-0; Ler-1; Landsberg erecta; L. erecta
Arabidopsis thaliana: Ws-2; Wassilewskija; Ws-0
Arabidopsis thaliana: Cvi-0
Arabidopsis thaliana: Bay-0
Arabidopsis thaliana: No-0
Arabidopsis thaliana: C24 ecotype
Marchantia polymorpha: Tak-1
Marchantia polymorpha: Tak-2
Marchantia polymorpha: Cam-1
Marchantia polymorpha: Cam-2
Oryza sativa: Nipponbare; 日本晴
Oryza sativa: Kasalath
Oryza sativa: Koshihikari; コシヒカリ
Oryza sativa: Kitaake
Oryza sativa: IR64; IR-64
Oryza sativa: Minghui 63
Oryza sativa: Zhenshan 97
Oryza sativa: あきたこまち; Akitakomachi
Oryza sativa: ひとめぼれ; Hitomebore
Zea mays: B73
Zea mays: Mo17
Zea mays: W22
Sorghum bicolor: BTx623
Triticum aestivum: Chinese Spring
Triticum aestivum: Bobwhite
Hordeum vulgare: Golden Promise
Hordeum vulgare: Morex
Brachypodium distachyon: Bd21; Bd21-3
Solanum lycopersicum: Micro-Tom; MicroTom; マイクロトム
Solanum lycopersicum: Heinz 1706
Solanum lycopersicum: Ailsa Craig
Solanum lycopersicum: Moneymaker
Solanum tuberosum: Désirée potato
Nicotiana tabacum: Samsun NN
Nicotiana tabacum: Petit Havana
Nicotiana benthamiana: LAB strain
Glycine max: Williams 82
Medicago truncatula: Jemalong A17
Lotus japonicus: Gifu B-129; MG-20
Vitis vinifera: Pinot Noir
Vitis vinifera: Cabernet Sauvignon
Vitis vinifera: Chardonnay
Malus domestica: Golden Delicious
Malus domestica: Granny Smith
Gallus gallus: Ross 308
Gallus gallus: Ross 708
Gallus gallus: Cobb 500
Gallus gallus: Ven Cobb
Gallus gallus: White Leghorn
Gallus gallus: Rhode Island Red
Gallus gallus: Lohmann Brown
Gallus gallus: Hy-Line Brown
Gallus gallus: Arbor Acres
Bos taurus: Holstein-Friesian; Holstein Friesian
Bos taurus: Holstein cows; Holstein cattle; Holstein calves
Bos taurus: Jersey cows; Jersey cattle
Bos taurus: Aberdeen Angus; Angus cattle; Angus steers
Bos taurus: Japanese Black cattle; 黒毛和種
Sus scrofa: Large White pigs; Large White sows
Sus scrofa: Duroc
Sus scrofa: Landrace pigs; Landrace sows
Sus scrofa: Bama minipig; Bama miniature pigs
Ovis aries: Merino sheep; Merino ewes
Ovis aries: Suffolk sheep; Suffolk ewes
Ovis aries: Texel sheep
Capra hircus: Saanen goats
Capra hircus: Boer goats
Canis lupus familiaris: Labrador Retriever; Labrador retriever
Symbiodinium: SSB01
Symbiodinium: SSA01
Symbiodinium: CCMP2467
Phaeodactylum tricornutum: CCMP632
Thalassiosira pseudonana: CCMP1335
Emiliania huxleyi: CCMP1516
Prochlorococcus: MED4
Prochlorococcus: MIT9313
Aiptasia: CC7
Aiptasia: H2 Aiptasia
"""
# Strains of Escherichia coli that carry plasmids or make protein; cells of these are no cell line.
BACTERIAL_STRAINS = (
    "DH5α", "DH5alpha", "DH5a", "DH5Pro", "DH10B", "DH10Bac", "DH10α", "TOP10", "TOP10F'",
    "XL1-Blue", "XL10-Gold", "XL1-Red", "BL21", "BL21(DE3)", "BL21(DE3)pLysS", "BL21-CodonPlus",
    "BL21 Star", "Rosetta(DE3)", "Rosetta 2(DE3)", "Rosetta-gami", "Origami B", "JM109", "JM101",
    "JM110", "HB101", "MG1655", "W3110", "MC1061", "MC4100", "Stbl2", "Stbl3", "Stbl4", "TG1",
    "NEB 5-alpha", "NEB Turbo", "NEB Stable", "NEB 10-beta", "Mach1", "SURE2", "C41(DE3)",
    "C43(DE3)", "SHuffle T7", "ER2566", "LMG194", "OmniMAX", "ccdB Survival", "BW25113", "EPI300",
    "S17-1", "HST08", "OP50", "HT115", "K-12",
)  # fmt: skip
# Names other things have too: a strain only where its species is named in the document.
BY_CONTEXT = words(
    """
    K-12 K12 SURE Sterne 26695 LGG EcN ECOR W22 X-33 SSB01 SSA01 CC7 AX2 AX4 3D7 Dd2 ANKA B73 Morex
    Bobwhite Moneymaker cw15 KM71 Y187 V583 N315 MG-20 Nipponbare Kasalath w1118 mdx Rosetta
    """
)


def _listed(lines: str) -> dict[str, tuple[str, str]]:
    """Return species and name of each strain, by every spelling."""
    named: dict[str, tuple[str, str]] = {}
    for line in lines.strip().splitlines():
        species, _, spellings = line.partition(": ")
        first, *others = (one.strip() for one in spellings.split(";"))
        name = re.sub(r" (?:strain|ecotype|zebrafish|potato|Aiptasia)$", "", first)
        whole = f"{species} {re.sub(_ANIMAL, '', name)}"
        named |= dict.fromkeys((first, *others), (species, whole))
    return named


# Species, and the strain with its species, by the strain's name.
RODENT_STRAINS = _listed(_RODENTS)
CASED_STRAINS = _listed(_CASED) | {
    name: ("Escherichia coli", f"Escherichia coli {name}") for name in BACTERIAL_STRAINS
}
