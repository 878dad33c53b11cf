"""Organisms of the bench: common and Japanese names, genera, strains, synonyms.

Each line of a listing: the name that stands for all, then what else it is called. Source: NCBI
Taxonomy for the names that stand for all; common use for the others.
"""

from __future__ import annotations

import re

from aliquot.findings.vocabularies import words

__all__ = [
    "BACTERIAL_STRAINS",
    "BOUND_NAMES",
    "COMMON_NAMES",
    "GENERA",
    "JAPANESE_NAMES",
    "RODENT_STRAINS",
    "SYNONYMS",
]


def _read(lines: str) -> dict[str, str]:
    """Return the first name of each line by every other name of it."""
    named: dict[str, str] = {}
    for line in lines.strip().splitlines():
        first, *others = (name.strip() for name in line.split(";"))
        named |= dict.fromkeys(others, first)
    return named


COMMON_NAMES = _read(
    """
    Mus musculus; mouse; mice; murine; house mouse; Mus musculus domesticus
    Rattus norvegicus; rat; Norway rat; brown rat
    Oryctolagus cuniculus; rabbit
    Cavia porcellus; guinea pig
    Mesocricetus auratus; Syrian hamster; golden hamster
    Cricetulus griseus; Chinese hamster
    Canis lupus familiaris; dog; beagle; canine
    Felis catus; cat
    Sus scrofa; pig; piglet; swine; porcine
    Bos taurus; cow; cattle; bovine; calf; calves
    Ovis aries; sheep; ovine; lamb
    Capra hircus; goat
    Equus caballus; horse; equine
    Gallus gallus; chicken; hen; chick; broiler
    Macaca mulatta; rhesus macaque; rhesus monkey
    Macaca fascicularis; cynomolgus monkey; cynomolgus macaque
    Callithrix jacchus; marmoset; common marmoset
    Pan troglodytes; chimpanzee
    Danio rerio; zebrafish; zebra fish
    Oryzias latipes; medaka
    Xenopus laevis; African clawed frog
    Drosophila melanogaster; fruit fly; fruit flies; fruitfly; Drosophila; D. melanogaster
    Caenorhabditis elegans; C. elegans; roundworm C. elegans
    Apis mellifera; honey bee; honeybee
    Bombyx mori; silkworm
    Artemia (brine shrimp); brine shrimp; Artemia salina; Artemia
    Escherichia coli; E. coli; E.coli; colibacillus
    Saccharomyces cerevisiae; budding yeast; baker's yeast; brewer's yeast; S. cerevisiae
    Schizosaccharomyces pombe; fission yeast; S. pombe
    Bacillus subtilis; B. subtilis
    Arabidopsis thaliana; Arabidopsis; thale cress; A. thaliana
    Nicotiana tabacum; tobacco
    Oryza sativa; rice
    Zea mays; maize; corn
    Triticum aestivum; wheat
    Hordeum vulgare; barley
    Glycine max; soybean
    Solanum lycopersicum; tomato; tomatoes; Lycopersicon esculentum
    Solanum tuberosum; potato; potatoes
    Vitis vinifera; grapevine
    Azadirachta indica; neem
    Ocimum tenuiflorum; tulsi; holy basil; Ocimum sanctum
    Ocimum basilicum; sweet basil
    Curcuma longa; turmeric
    Coix lacryma-jobi; Job's tears; Job’s tears
    Cinnamomum; cinnamon
    Camellia sinensis; green tea; Thea sinensis
    Spinacia oleracea; spinach
    Marchantia polymorpha; liverwort; common liverwort
    Physcomitrium patens; Physcomitrella; Physcomitrella patens
    Chlamydomonas reinhardtii; Chlamydomonas
    Dictyostelium discoideum; Dictyostelium
    Mycobacterium bovis BCG; BCG; bacille Calmette-Guérin; bacillus Calmette-Guérin; BCG vaccine
    Aiptasia; Aiptasia pallida; Exaiptasia; Exaiptasia pallida; Exaiptasia diaphana
    Symbiodinium
    Cannabis sativa; cannabis; hemp
    """
)
JAPANESE_NAMES = _read(
    """
    Homo sapiens; ヒト
    Mus musculus; マウス; ハツカネズミ
    Rattus norvegicus; ラット; ドブネズミ
    Oryctolagus cuniculus; ウサギ; 家兎
    Cavia porcellus; モルモット
    Mesocricetus auratus; ハムスター
    Canis lupus familiaris; イヌ; ビーグル犬
    Felis catus; ネコ
    Sus scrofa; ブタ
    Bos taurus; ウシ
    Ovis aries; ヒツジ
    Capra hircus; ヤギ
    Equus caballus; ウマ
    Gallus gallus; ニワトリ
    Macaca fascicularis; カニクイザル
    Macaca mulatta; アカゲザル
    Callithrix jacchus; マーモセット
    Danio rerio; ゼブラフィッシュ
    Oryzias latipes; メダカ
    Xenopus laevis; アフリカツメガエル; ツメガエル
    Drosophila melanogaster; フルーツフライ; ショウジョウバエ; キイロショウジョウバエ
    Caenorhabditis elegans; 線虫
    Bombyx mori; カイコ
    Apis mellifera; ミツバチ
    Escherichia coli; 大腸菌
    Saccharomyces cerevisiae; 出芽酵母; パン酵母
    Schizosaccharomyces pombe; 分裂酵母
    Bacillus subtilis; 枯草菌
    Staphylococcus aureus; 黄色ブドウ球菌
    Pseudomonas aeruginosa; 緑膿菌
    Mycobacterium tuberculosis; 結核菌
    Helicobacter pylori; ピロリ菌
    Arabidopsis thaliana; シロイヌナズナ
    Nicotiana tabacum; タバコ
    Oryza sativa; イネ
    Zea mays; トウモロコシ
    Triticum aestivum; コムギ
    Hordeum vulgare; オオムギ
    Glycine max; ダイズ
    Solanum lycopersicum; トマト
    Solanum tuberosum; ジャガイモ
    Marchantia polymorpha; ゼニゴケ
    Malus domestica; リンゴ
    Musa; バナナ
    Citrus sinensis; オレンジ
    Actinidia; キウイフルーツ; キウイ
    Citrus paradisi; グレープフルーツ
    Ananas comosus; パイナップル
    Mangifera indica; マンゴー
    Vitis vinifera; ブドウ
    """
)
# Two names of one species, both in use in papers.
SYNONYMS = _read(
    """
    Ocimum tenuiflorum; Ocimum sanctum
    Cinnamomum verum; Cinnamomum zeylanicum
    Salmonella enterica serovar Typhimurium; Salmonella typhimurium; Salmonella Typhimurium
    Salmonella enterica serovar Typhi; Salmonella typhi; Salmonella Typhi
    Salmonella enterica serovar Enteritidis; Salmonella enteritidis; Salmonella Enteritidis
    Solanum lycopersicum; Lycopersicon esculentum
    Physcomitrium patens; Physcomitrella patens
    Syzygium aromaticum; Eugenia caryophyllata; Eugenia caryophyllus
    Syzygium cumini; Eugenia jambolana
    Xenopus tropicalis; Silurana tropicalis
    Pichia pastoris; Komagataella phaffii; Komagataella pastoris
    Clinacanthus nutans; Clinacanthus lutans
    """
)
# An animal or plant in these is no organism of the document: a serum, an antibody, a food, a
# medium, a habit.
BOUND_NAMES = words(
    """
    serum sera albumin igg igm iga monoclonal polyclonal antibody antibodies anti antiserum
    antisera agar dextrose starch oil flour bran syrup steep medium peroxidase thymus trypsin
    thrombin insulin collagen gelatin fetal foetal extract meal paste glycerides fat lectin
    catalase casein gamma globulin globulins hybridoma secondary igg1 igg2a igg2b bites bite pox
    flu cyclone dander hood model-based igy sauce flakes bread
    use user users smoking smoke smoker smokers consumption abuse cigarette cigarettes cessation
    chewing dependence allergy
    """
)
# Said with a name that is none alone ("nude mice").
_ANIMAL = r" (?:mice|rats|rabbit)$"
_STRAINS = {
    "Mus musculus": """
        C57BL/6J; C57BL/6N; C57BL/6; C57BL6; C57BL/10; BALB/c; BALB/cJ; BALB/c nude; DBA/2; DBA/2J;
        DBA/1; C3H/HeJ; C3H/HeN; 129/Sv; 129S1/SvImJ; 129/SvJ; FVB/N; FVB/NJ; FVB mice; CD-1 mice;
        CD1 mice; ICR mice; ICR; NMRI; Swiss Webster; Swiss albino; NOD/SCID; NOD mice; NSG mice;
        NOG mice; A/J mice; AKR/J; SJL/J; CBA/J; CBA mice; NZB mice; NZW mice; MRL/lpr; CAST/EiJ;
        nude mice; SCID mice; ob/ob; db/db; mdx mice; B6D2F1; BDF1; Kunming mice
    """,
    "Rattus norvegicus": """
        Sprague-Dawley; SD rats; Wistar; Wistar albino; Wistar Kyoto; WKY; Long-Evans; Fischer 344;
        F344; Lewis rats; Brown Norway; Lister Hooded; Zucker; Wistar Han; Goto-Kakizaki;
        Charles Foster
    """,
    "Oryctolagus cuniculus": "New Zealand White; Japanese White rabbit",
}
# Species, and the strain with its species, by the strain's name.
RODENT_STRAINS = {
    " ".join(strain.split()): (
        species,
        f"{species} {re.sub(_ANIMAL, '', ' '.join(strain.split()))}",
    )
    for species, listing in _STRAINS.items()
    for strain in listing.split(";")
}
# Strains of Escherichia coli that carry plasmids or make protein.
BACTERIAL_STRAINS = (
    "DH5α", "DH5alpha", "DH5a", "DH5Pro", "DH10B", "DH10Bac", "DH10α", "TOP10", "TOP10F'",
    "XL1-Blue", "XL10-Gold", "XL1-Red", "BL21", "BL21(DE3)", "BL21(DE3)pLysS", "BL21-CodonPlus",
    "BL21 Star", "Rosetta(DE3)", "Rosetta 2(DE3)", "Rosetta-gami", "Origami B", "JM109", "JM101",
    "JM110", "HB101", "MG1655", "W3110", "MC1061", "MC4100", "Stbl2", "Stbl3", "Stbl4", "TG1",
    "NEB 5-alpha", "NEB Turbo", "NEB Stable", "NEB 10-beta", "Mach1", "SURE2", "C41(DE3)",
    "C43(DE3)", "SHuffle T7", "ER2566", "LMG194", "OmniMAX", "ccdB Survival", "BW25113", "EPI300",
    "S17-1", "HST08", "OP50", "HT115", "K-12",
)  # fmt: skip
# Genera that stand alone in text ("Penicillium", "Fusarium species"); with an epithet any genus is
# found by its form.
GENERA = words(
    """
    Acinetobacter Aeromonas Agrobacterium Alternaria Aspergillus Azotobacter Bacillus
    Bacteroides Bifidobacterium Bordetella Borrelia Botrytis Brucella Burkholderia Campylobacter
    Candida Chlamydia Chlorella Citrobacter Cladosporium Clostridium Corynebacterium
    Cryptococcus Cryptosporidium Cyanothece Enterobacter Enterococcus Escherichia Fusarium
    Giardia Haemophilus Helicobacter Klebsiella Lactobacillus Legionella Leishmania Leptospira
    Listeria Microcystis Mycobacterium Mycoplasma Neisseria Nostoc Ocimum Penicillium
    Phytophthora Plasmodium Prevotella Prochlorococcus Proteus Pseudomonas Rhizobium Rhizoctonia
    Rickettsia Saccharomyces Salmonella Serratia Shigella Staphylococcus Streptococcus
    Streptomyces Symbiodinium Synechococcus Synechocystis Toxoplasma Treponema Trichoderma
    Trichophyton Trypanosoma Vibrio Wolbachia Xanthomonas Yersinia Aiptasia Acropora
    Nematostella Anopheles Aedes Culex Daphnia Nicotiana Brassica Marchantia Ostreococcus
    Emiliania Trichodesmium Thalassiosira Phaeodactylum Micromonas Crocosphaera Pelagibacter
    Cordyceps Ganoderma Malassezia Pichia Cannabis
    """
)
