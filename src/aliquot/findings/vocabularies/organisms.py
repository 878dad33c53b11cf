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
    ride rides islands farm market like gum husk sap resin
    """
)
# Genera that stand alone in text ("Penicillium", "Fusarium species"); with an epithet any genus is
# found by its form.
GENERA = words(
    """
    Abies Abutilon Acanthamoeba Acartia Acer Acetobacter Acheta Achillea Achnanthes Achromobacter
    Acidithiobacillus Acidovorax Acinetobacter Aconitum Acropora Actinobacillus Actinomyces
    Actinoplanes Acyrthosiphon Aedes Aegilops Aeromonas Aesculus Agaricus Agave Ageratum
    Aggregatibacter Agrilus Agrobacterium Ailanthus Aiptasia Akashiwo Akkermansia Albizia
    Alcaligenes Alcanivorax Alexandrium Aliivibrio Alistipes Allium Alnus Alpinia Alternaria
    Alteromonas Amaranthus Amblyomma Ambrosia Ambystoma Amphidinium Amphimedon Amycolatopsis
    Anabaena Anaplasma Ancylostoma Andrographis Anethum Anguilla Annona Anolis Anopheles Apis
    Apium Apodemus Aquifex Aquilegia Arabis Arachis Araucaria Arctium Argemone Armillaria
    Artemisia Arthrobacter Arthrospira Artocarpus Ascaris Aspergillus Asterionellopsis Astragalus
    Astyanax Atriplex Atropa Aureobasidium Avena Azadirachta Azoarcus Azolla Azospirillum
    Azotobacter Babesia Bacillus Bacopa Bacteroides Bactrocera Balantidium Bambusa Bartonella
    Batrachochytrium Bauhinia Bdellovibrio Beauveria Bemisia Berberis Betula Bidens
    Bifidobacterium Bigelowiella Biomphalaria Bipolaris Bixa Blastocystis Blastomyces Blattella
    Blautia Blumeria Boehmeria Bombus Bombyx Bordetella Borrelia Borreliella Boswellia Botrytis
    Bougainvillea Brachiaria Brachionus Bradyrhizobium Branchiostoma Brassica Brettanomyces
    Brevibacillus Brevibacterium Breviolum Brevundimonas Bromus Brucella Brugia Buchnera Buddleja
    Burkholderia Caenorhabditis Cajanus Calanus Calendula Callistephus Callithrix Callosobruchus
    Calotropis Camelina Campanula Camponotus Campylobacter Candida Cannabis Capsaspora Capsella
    Capsicum Carassius Cardamine Cardinium Carica Carthamus Castanea Catharanthus Caulobacter
    Cavia Ceiba Cellulomonas Cellulosimicrobium Centaurea Ceratitis Ceratium Ceratopteris
    Cercospora Chaetoceros Chaetomium Chattonella Chenopodium Chironomus Chlamydia Chlamydomonas
    Chlamydophila Chlorella Chlorobium Chlorocebus Chlorophytum Chondrus Chromobacterium
    Chroococcidiopsis Chryseobacterium Chrysomya Cicer Cichorium Cinchona Cinnamomum Cirsium
    Cistus Citrobacter Citrullus Citrus Cladocopium Cladosporium Claviceps Clerodendrum Clitoria
    Clostridioides Clostridium Coccidioides Coccomyxa Cocos Coffea Coleus Colletotrichum
    Collinsella Colocasia Comamonas Commelina Commiphora Convolvulus Coolia Coprinopsis
    Coprococcus Corchorus Cordia Cordyceps Coriandrum Cornus Corylus Corynebacterium Coxiella
    Crassostrea Crataegus Cricetulus Crocosphaera Crocus Cronobacter Crotalaria Cryptococcus
    Cryptomonas Cryptosporidium Ctenocephalides Cucumis Cucurbita Culex Culicoides Cuminum
    Cunninghamella Cupressus Cupriavidus Curcuma Curvularia Cuscuta Cutibacterium Cyanidioschyzon
    Cyanophora Cyanothece Cycas Cyclospora Cylindrotheca Cymbopogon Cynodon Cyperus Cyprinus
    Cytophaga Dactylis Dalbergia Danio Daphnia Datura Daucus Debaryomyces Dechloromonas
    Dehalococcoides Deinococcus Delftia Dendrobium Dermacentor Dermatophagoides Desmodium
    Desulfotomaculum Desulfovibrio Diabrotica Diaphorina Diaporthe Dickeya Digitalis Dinophysis
    Dioscorea Diospyros Dirofilaria Dunaliella Durusdinium Echinacea Echinochloa Echinococcus
    Echinostoma Ectocarpus Edwardsiella Ehrlichia Eichhornia Eimeria Eisenia Elaeis Eleusine
    Elizabethkingia Emiliania Encephalitozoon Entamoeba Enterobacter Enterococcus Enterocytozoon
    Ephedra Epidermophyton Epinephelus Equisetum Eragrostis Eruca Erwinia Erysipelothrix Erysiphe
    Erythrina Escherichia Eschscholzia Eubacterium Eucalyptus Euglena Euphorbia Euprymna Eutrema
    Exophiala Faecalibacterium Fagopyrum Fagus Fasciola Festuca Ficus Flavobacterium Foeniculum
    Folsomia Fonsecaea Forsythia Fragaria Francisella Frankia Frankliniella Fraxinus Fugacium
    Fundulus Fusarium Fusobacterium Galaxea Galleria Gallibacterium Gambierdiscus Gambusia
    Ganoderma Garcinia Gardnerella Gasterosteus Gemmatimonas Gentiana Geobacillus Geobacter
    Geotrichum Geranium Giardia Gladiolus Glossina Gluconobacter Glycine Glycyrrhiza Gnetum
    Gossypium Gracilaria Grevillea Gryllus Guillardia Gymnema Gymnodinium Gypsophila Haemaphysalis
    Haematococcus Haemonchus Haemophilus Hafnia Haloarcula Halobacterium Haloferax Halomonas
    Hanseniaspora Hansenula Helianthus Helicobacter Heliconius Helicoverpa Heligmosomoides
    Heliothis Helleborus Herbaspirillum Heterocapsa Heterodera Heterorhabditis Heterosigma Hevea
    Hibiscus Hippophae Histomonas Histoplasma Homarus Hordeum Humulus Hyalomma Hydrogenophaga
    Hypericum Hyphomicrobium Hypsibius Ictalurus Impatiens Indigofera Inula Ipomoea Isochrysis
    Isopora Isospora Ixodes Janthinobacterium Jasminum Jonquetella Juglans Juncus Juniperus
    Kalanchoe Karenia Karlodinium Kingella Kitasatospora Klebsiella Kluyveromyces Kocuria
    Komagataeibacter Komagataella Laccaria Lachnospira Lacticaseibacillus Lactiplantibacillus
    Lactobacillus Lactococcus Lactuca Lagenaria Lamium Lathyrus Launaea Lavandula Lawsonia
    Legionella Leishmania Lemna Lepeophtheirus Lepidium Leptosphaeria Leptospira Leptotrichia
    Leucaena Leuconostoc Ligilactobacillus Lilium Limosilactobacillus Lingulodinium Linum
    Liquidambar Liriodendron Listeria Litopenaeus Locusta Lolium Lonicera Lucilia Lumbricus
    Lupinus Lutzomyia Lycium Lymnaea Lysimachia Lysinibacillus Lytechinus Macaca Macadamia
    Macrobrachium Macrophomina Magnaporthe Magnetospirillum Malassezia Malus Malva Manduca
    Mangifera Manihot Mannheimia Marchantia Marinobacter Massilia Mastomys Matricaria Medicago
    Melaleuca Melia Melilotus Meloidogyne Mentha Meriones Mesocricetus Mesorhizobium Metarhizium
    Methanobrevibacter Methanocaldococcus Methanococcus Methanosarcina Methanothermobacter
    Methylobacterium Methylococcus Methylosinus Microbacterium Micrococcus Microcystis Micromonas
    Micromonospora Microsporum Microtus Mimosa Mimulus Miscanthus Mnemiopsis Momordica Monascus
    Monilinia Monosiga Montipora Moraxella Morganella Mortierella Morus Mucor Murraya
    Mycobacterium Mycoplasma Myotis Myristica Myrtus Mytilus Myxococcus Myzus Naegleria
    Nannochloris Nannochloropsis Nasonia Nasturtium Navicula Necator Neisseria Nelumbo
    Nematostella Neocallimastix Neosartorya Nepeta Nerium Neurospora Nicotiana Nigella Nilaparvata
    Nippostrongylus Nitrobacter Nitrosomonas Nitrosopumilus Nitrospira Nitzschia Nocardia
    Noctiluca Nostoc Novosphingobium Nymphaea Oceanobacillus Ochrobactrum Ocimum Odontella
    Oenococcus Ogataea Olea Onchocerca Oncopeltus Oncorhynchus Opisthorchis Opuntia Orbicella
    Oreochromis Orientia Origanum Orobanche Oryza Oryzias Oscillatoria Ostreococcus Ostreopsis
    Ostrinia Oxalis Oxyrrhis Paecilomyces Paenibacillus Paeonia Panax Panicum Pantoea Papaver
    Papilio Papio Parabacteroides Paracentrotus Paracoccidioides Paracoccus Paramecium
    Parasteatoda Parthenium Passiflora Pasteurella Paulownia Pectobacterium Pediococcus
    Pelagibacter Pelargonium Pelobacter Penaeus Penicillium Pennisetum Peptoniphilus
    Peptostreptococcus Peridinium Periplaneta Perkinsus Peromyscus Peronospora Persea Petroselinum
    Phaeobacter Phaeodactylum Phakopsora Phalaenopsis Phalaris Phanerochaete Phaseolus Phlebotomus
    Phoma Photobacterium Photorhabdus Phragmites Phyllanthus Phyllostachys Physalis Physarum
    Phytolacca Phytophthora Picea Pichia Pieris Pimephales Pimpinella Pinus Pistacia Pisum
    Planctomyces Planktothrix Planococcus Plantago Plasmodiophora Plasmodium Plasmopara Platanus
    Platynereis Plectranthus Plesiomonas Pleurochrysis Pleurotus Plumbago Plutella Pneumocystis
    Pocillopora Podophyllum Podospora Poecilia Polygonum Populus Porites Porphyra Porphyromonas
    Portulaca Potentilla Prevotella Pristionchus Procambarus Prochlorococcus Propionibacterium
    Prorocentrum Prosopis Proteus Providencia Prunus Pseudoalteromonas Pseudogymnoascus
    Pseudomonas Pseudotsuga Psidium Psychrobacter Pteris Pteropus Puccinia Pueraria Punica
    Pyrenophora Pyricularia Pyrococcus Pyrus Pythium Quercus Quillaja Ralstonia Ramularia
    Ranunculus Raoultella Raphanus Rattus Rauvolfia Reticulitermes Rheum Rhinolophus Rhipicephalus
    Rhizobium Rhizoctonia Rhizophagus Rhizopus Rhodnius Rhodobacter Rhodococcus Rhododendron
    Rhodomonas Rhodopseudomonas Rhodospirillum Rhodotorula Rhopalosiphum Ribes Ricinus Rickettsia
    Robinia Roseburia Roseobacter Rosmarinus Rothia Rubus Rumex Ruminococcus Saccharina
    Saccharomyces Saccharopolyspora Saccharum Salinibacter Salix Salmo Salmonella Salpingoeca
    Salvelinus Salvia Sambucus Santalum Sapindus Saprolegnia Sarcocystis Sargassum Scedosporium
    Scenedesmus Schistocerca Schistosoma Schizophyllum Schizosaccharomyces Schmidtea Sclerotinia
    Sclerotium Scutellaria Secale Sedum Selaginella Selenomonas Senecio Septoria Serratia Sesamum
    Sesbania Setaria Shewanella Shigella Silene Silybum Sinapis Sinorhizobium Sitophilus
    Skeletonema Smilax Solanum Solenopsis Sonchus Sordaria Spartina Sparus Sphaerotheca
    Sphingomonas Spinacia Spiroplasma Spirulina Spodoptera Sporisorium Sporothrix Stachybotrys
    Stagonospora Staphylococcus Steinernema Stellaria Stenotrophomonas Streptococcus Streptomyces
    Striga Strongylocentrotus Strongyloides Strychnos Stylophora Sulfobacillus Sulfolobus
    Symbiodinium Symphytum Synechococcus Synechocystis Syringa Syzygium Taenia Tagetes Takifugu
    Talaromyces Tamarindus Tamarix Tanacetum Tannerella Taraxacum Taxus Tectona Tenebrio
    Tetrahymena Tetranychus Tetraselmis Thalassiosira Thalictrum Theobroma Thermoanaerobacter
    Thermococcus Thermoplasma Thermotoga Thermus Thielaviopsis Thiobacillus Thlaspi Thuja
    Tigriopus Tilia Tilletia Tinospora Torulaspora Toxocara Toxoplasma Tradescantia Trametes
    Treponema Triatoma Tribolium Tribulus Trichinella Trichoderma Trichodesmium Trichomonas
    Trichophyton Trichoplusia Trichosporon Trichuris Trifolium Trigonella Triticum Tritrichomonas
    Tropaeolum Tropheryma Trypanosoma Tsuga Tulipa Tyrophagus Ulmus Ulva Ureaplasma Urtica
    Ustilago Utricularia Vaccinium Valeriana Varroa Veillonella Verbascum Vernonia Verticillium
    Vibrio Vicia Vigna Vinca Virgibacillus Vitex Vitis Volvariella Volvox Weissella
    Wickerhamomyces Withania Wolbachia Wuchereria Xanthium Xanthomonas Xenopsylla Xenopus
    Xenorhabdus Xiphophorus Xylella Yarrowia Yersinia Zantedeschia Zingiber Ziziphus Zobellia
    Zostera Zoysia Zygosaccharomyces Zymomonas Zymoseptoria
    """
)
