"""Genera, synonyms of species, and what an organism's name is part of without naming one.

Each line of a listing: the name that stands for all, then what else it is called. Source: NCBI
Taxonomy for the names that stand for all; common use for the others.
"""

from __future__ import annotations

from aliquot.findings.vocabularies import spellings, words

__all__ = ["BOUND_NAMES", "GENERA", "SYNONYMS"]

# Two names of one species, both in use in papers.
SYNONYMS = spellings(
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
    Trigonella foenum-graecum; Trigonella foenum; Trigonella foenum-grecum
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
    chewing dependence allergy allergies intolerance juice butter vinegar wine milk beer candy
    diet cracker crackers noodle noodles pudding tea sensitization belt hill hills valley island
    islands farm market like
    """
)
# Genera that stand alone in text ("Penicillium", "Fusarium species"); with an epithet any genus is
# found by its form.
GENERA = words(
    """
    Achromobacter Acidithiobacillus Acinetobacter Actinobacillus Actinomyces Aeromonas
    Aggregatibacter Agrobacterium Akkermansia Alcaligenes Alistipes Alternaria Anabaena Anaplasma
    Arthrobacter Aspergillus Azospirillum Azotobacter Bacillus Bacteroides Bartonella
    Bdellovibrio Beauveria Bifidobacterium Blautia Bordetella Borrelia Borreliella Botrytis
    Bradyrhizobium Brucella Burkholderia Campylobacter Candida Caulobacter Chlamydia Chlamydophila
    Chlorella Citrobacter Cladosporium Clostridioides Clostridium Colletotrichum Coprococcus
    Corynebacterium Coxiella Cronobacter Cryptococcus Cryptosporidium Cupriavidus Curvularia
    Cutibacterium Cyanothece Deinococcus Desulfovibrio Dunaliella Ehrlichia Eimeria Entamoeba
    Enterobacter Enterococcus Epidermophyton Erwinia Escherichia Eubacterium Euglena
    Faecalibacterium Flavobacterium Francisella Fusarium Fusobacterium Gardnerella Geobacter
    Geotrichum Giardia Gluconobacter Haemophilus Halobacterium Haloferax Halomonas Helicobacter
    Histoplasma Klebsiella Kluyveromyces Komagataella Lachnospira Lactobacillus Lactococcus
    Legionella Leishmania Leptospira Leuconostoc Listeria Lysinibacillus Magnaporthe Mesorhizobium
    Metarhizium Methanococcus Methylobacterium Micrococcus Microcystis Microsporum Moraxella
    Morganella Mucor Mycobacterium Mycoplasma Naegleria Neisseria Neurospora Nitrosomonas Nocardia
    Nostoc Ocimum Paenibacillus Pantoea Pasteurella Pediococcus Penicillium Peronospora
    Phytophthora Plasmodium Porphyromonas Prevotella Prochlorococcus Propionibacterium Proteus
    Providencia Pseudoalteromonas Pseudomonas Puccinia Pythium Ralstonia Rhizobium Rhizoctonia
    Rhizopus Rhodobacter Rhodococcus Rickettsia Roseburia Ruminococcus Saccharomyces Salmonella
    Saprolegnia Schistosoma Sclerotinia Serratia Shewanella Shigella Sinorhizobium Sphingomonas
    Spirulina Spiroplasma Staphylococcus Stenotrophomonas Streptococcus Streptomyces Sulfolobus
    Symbiodinium Synechococcus Synechocystis Tetrahymena Thermus Thermotoga Toxocara Toxoplasma
    Treponema Trichinella Trichoderma Trichomonas Trichophyton Trypanosoma Ureaplasma Ustilago
    Veillonella Verticillium Vibrio Wolbachia Xanthomonas Xylella Yarrowia Yersinia
    Zymoseptoria Aiptasia Acropora Nematostella Anopheles Aedes Culex Daphnia Nicotiana Brassica
    Marchantia Ostreococcus Emiliania Trichodesmium Thalassiosira Phaeodactylum Micromonas
    Crocosphaera Pelagibacter Cordyceps Ganoderma Malassezia Pichia Cannabis Bombus Apis
    Caenorhabditis Xenopus Danio Oryzias Gossypium Citrus Solanum Capsicum Triticum Hordeum Oryza
    Mentha Salvia Origanum Lavandula Artemisia Eucalyptus Populus Quercus Pinus Picea Abies
    Phaseolus Medicago Trifolium Vigna Allium Curcuma Zingiber Cinnamomum Prunus Malus Rubus
    Fragaria Vitis Dioscorea Ipomoea Lemna Chlamydomonas Volvox Nannochloropsis Skeletonema
    Gracilaria Saccharina Sargassum Ulva Porphyra Breviolum Cladocopium Durusdinium Fugacium
    Pocillopora Stylophora Montipora Orbicella Galaxea Spodoptera Heliothis Glossina Ixodes
    Rhipicephalus Phlebotomus Lutzomyia Triatoma Rhodnius Culicoides
    """
)
