"""Common names of plants, in English.

Each line: the name that stands for all, then what else it is called. Source: NCBI Taxonomy
(https://www.ncbi.nlm.nih.gov/taxonomy) for the names that stand for all; common use for the others.
Names that are also words of another kind (date, fig, rose, seal, turkey) are written with a word
that settles them, or left out.
"""

from __future__ import annotations

__all__ = ["PLANTS"]

PLANTS = """
Arabidopsis thaliana; Arabidopsis; thale cress; A. thaliana
Nicotiana tabacum; tobacco
Nicotiana benthamiana; N. benthamiana
Oryza sativa; rice
Zea mays; maize; corn; sweet corn
Triticum aestivum; wheat; bread wheat; winter wheat
Triticum durum; durum wheat
Hordeum vulgare; barley
Avena sativa; oats
Secale cereale; rye
Sorghum bicolor; sorghum
Pennisetum glaucum; pearl millet
Setaria italica; foxtail millet
Saccharum officinarum; sugarcane; sugar cane
Brachypodium distachyon; Brachypodium
Panicum virgatum; switchgrass
Coix lacryma-jobi; Job's tears; Job’s tears
Glycine max; soybean; soya bean
Phaseolus vulgaris; common bean; kidney bean; French bean
Vigna radiata; mung bean; mungbean
Vigna unguiculata; cowpea
Vicia faba; faba bean; broad bean
Cicer arietinum; chickpea
Lens culinaris; lentil
Pisum sativum; garden pea; field pea; pea plant; pea seedling
Arachis hypogaea; peanut; groundnut
Cajanus cajan; pigeon pea; pigeonpea
Medicago sativa; alfalfa
Medicago truncatula; barrel medic
Trifolium repens; white clover
Trifolium pratense; red clover
Trigonella foenum-graecum; fenugreek
Solanum lycopersicum; tomato; tomatoes; Lycopersicon esculentum
Solanum tuberosum; potato; potatoes
Solanum melongena; eggplant; aubergine; brinjal
Capsicum annuum; bell pepper; sweet pepper; chili pepper; chilli; chilli pepper; chile pepper
Ipomoea batatas; sweet potato; sweet potatoes
Manihot esculenta; cassava
Dioscorea; yam
Colocasia esculenta; taro
Petunia hybrida; petunia
Cucumis sativus; cucumber
Cucumis melo; melon; muskmelon; cantaloupe
Citrullus lanatus; watermelon
Cucurbita pepo; zucchini; pumpkin
Momordica charantia; bitter melon; bitter gourd
Brassica oleracea; cabbage; broccoli; cauliflower; kale; Brussels sprout
Brassica rapa; Chinese cabbage; turnip; pak choi
Brassica napus; rapeseed; oilseed rape; canola
Brassica juncea; Indian mustard; brown mustard
Raphanus sativus; radish; radishes
Eruca sativa; arugula; garden rocket
Daucus carota; carrot
Apium graveolens; celery
Petroselinum crispum; parsley
Coriandrum sativum; coriander; cilantro
Foeniculum vulgare; fennel
Anethum graveolens; dill
Cuminum cyminum; cumin
Carum carvi; caraway
Pimpinella anisum; anise; aniseed
Illicium verum; star anise
Spinacia oleracea; spinach
Beta vulgaris; sugar beet; sugarbeet; beetroot
Chenopodium quinoa; quinoa
Amaranthus; amaranth
Fagopyrum esculentum; buckwheat
Lactuca sativa; lettuce
Helianthus annuus; sunflower
Cichorium intybus; chicory
Cynara cardunculus; artichoke
Artemisia annua; sweet wormwood
Artemisia dracunculus; tarragon
Matricaria chamomilla; chamomile; German chamomile
Echinacea purpurea; purple coneflower
Carthamus tinctorius; safflower
Stevia rebaudiana; stevia
Gerbera jamesonii; gerbera
Chrysanthemum; chrysanthemum
Allium cepa; onion
Allium sativum; garlic
Allium ampeloprasum; leek
Allium schoenoprasum; chive
Asparagus officinalis; garden asparagus
Zingiber officinale; ginger
Curcuma longa; turmeric
Elettaria cardamomum; cardamom
Musa; banana; plantain
Ananas comosus; pineapple
Phoenix dactylifera; date palm
Elaeis guineensis; oil palm
Cocos nucifera; coconut
Cymbopogon citratus; lemongrass; lemon grass
Cymbopogon martinii; palmarosa
Cymbopogon nardus; citronella
Chrysopogon zizanioides; vetiver
Crocus sativus; saffron crocus
Vanilla planifolia; vanilla orchid
Ocimum basilicum; sweet basil; basil; common basil; Thai basil; purple basil
Ocimum tenuiflorum; tulsi; holy basil; Ocimum sanctum; sacred basil; thulasi; tulasi
Ocimum americanum; hoary basil
Ocimum gratissimum; clove basil; tree basil; African basil
Ocimum citriodorum; lemon basil
Mentha piperita; peppermint
Mentha spicata; spearmint
Salvia officinalis; common sage; garden sage
Salvia rosmarinus; rosemary; Rosmarinus officinalis
Thymus vulgaris; thyme; garden thyme
Origanum vulgare; oregano
Origanum majorana; marjoram
Lavandula angustifolia; lavender; Lavandula officinalis
Lavandula; lavandin
Melissa officinalis; lemon balm
Satureja hortensis; summer savory
Perilla frutescens; perilla
Sesamum indicum; sesame
Olea europaea; olive; olive tree
Jasminum; jasmine
Fragaria ananassa; strawberry; strawberries
Fragaria vesca; woodland strawberry
Rubus idaeus; raspberry; raspberries
Malus domestica; apple; apple tree
Pyrus communis; European pear
Prunus persica; peach; peaches; nectarine
Prunus avium; sweet cherry; sweet cherries
Prunus cerasus; sour cherry; tart cherry
Prunus domestica; European plum
Prunus armeniaca; apricot
Prunus dulcis; almond
Vitis vinifera; grapevine; grape
Citrus sinensis; sweet orange
Citrus limon; lemon
Citrus paradisi; grapefruit
Citrus reticulata; mandarin orange; tangerine
Citrus aurantium; bitter orange
Citrus bergamia; bergamot
Citrus aurantifolia; Key lime
Mangifera indica; mango; mangoes
Carica papaya; papaya
Persea americana; avocado
Psidium guajava; guava
Punica granatum; pomegranate
Actinidia deliciosa; kiwifruit; kiwi fruit
Vaccinium corymbosum; blueberry; blueberries
Vaccinium macrocarpon; cranberry; cranberries
Ficus carica; common fig; fig tree
Theobroma cacao; cacao; cocoa tree
Coffea arabica; Arabica coffee; coffee plant
Camellia sinensis; green tea; Thea sinensis; tea plant
Juglans regia; walnut
Pistacia vera; pistachio
Anacardium occidentale; cashew
Azadirachta indica; neem
Cinnamomum; cinnamon
Syzygium aromaticum; clove oil tree; cloves
Myristica fragrans; nutmeg
Piper nigrum; black pepper
Piper betle; betel; betel leaf
Moringa oleifera; moringa; drumstick tree
Withania somnifera; ashwagandha
Bacopa monnieri; brahmi
Phyllanthus emblica; amla; Emblica officinalis
Aegle marmelos; bael
Aloe vera; Aloe vera; aloe vera
Panax ginseng; ginseng; Korean ginseng
Ginkgo biloba; ginkgo; gingko; Ginkgo
Hypericum perforatum; St. John's wort; St John's wort; St. John’s wort
Glycyrrhiza glabra; licorice; liquorice
Silybum marianum; milk thistle
Valeriana officinalis; valerian
Melaleuca alternifolia; tea tree
Eucalyptus globulus; eucalyptus
Cannabis sativa; cannabis; hemp
Papaver somniferum; opium poppy
Catharanthus roseus; Madagascar periwinkle
Ricinus communis; castor bean
Jatropha curcas; jatropha
Hevea brasiliensis; rubber tree
Gossypium hirsutum; upland cotton; cotton plant
Linum usitatissimum; flax; linseed
Humulus lupulus; hops
Nelumbo nucifera; sacred lotus; lotus root
Populus trichocarpa; black cottonwood; poplar
Salix; willow
Eucalyptus grandis; rose gum
Picea abies; Norway spruce
Pinus sylvestris; Scots pine
Pinus taeda; loblolly pine
Mimulus guttatus; monkeyflower; monkey flower
Antirrhinum majus; snapdragon
Ipomoea nil; Japanese morning glory
Lemna minor; duckweed
Marchantia polymorpha; liverwort; common liverwort
Physcomitrium patens; Physcomitrella; Physcomitrella patens
Selaginella moellendorffii; spikemoss
Eleusine coracana; finger millet; ragi
Panicum miliaceum; proso millet
Eragrostis tef; teff
Triticosecale; triticale
Aegilops tauschii; Tausch's goatgrass
Vigna mungo; black gram; urad bean
Vigna subterranea; bambara groundnut
Macrotyloma uniflorum; horse gram
Lupinus albus; white lupin
Lupinus angustifolius; narrow-leafed lupin
Camelina sativa; camelina; false flax
Eutrema salsugineum; saltwater cress
Cardamine hirsuta; hairy bittercress
Thlaspi arvense; field pennycress
Noccaea caerulescens; alpine pennycress
Lolium perenne; perennial ryegrass
Lolium multiflorum; Italian ryegrass
Festuca arundinacea; tall fescue
Poa pratensis; Kentucky bluegrass
Cynodon dactylon; bermudagrass; bermuda grass
Phalaris arundinacea; reed canarygrass
Phragmites australis; common reed
Typha latifolia; broadleaf cattail
Zostera marina; eelgrass
Posidonia oceanica; Neptune grass
Avicennia marina; grey mangrove
Amaranthus retroflexus; redroot pigweed
Amaranthus palmeri; Palmer amaranth
Chenopodium album; lambsquarters; lamb's quarters
Echinochloa crus-galli; barnyardgrass; barnyard grass
Striga hermonthica; purple witchweed
Portulaca oleracea; purslane
Hibiscus sabdariffa; roselle
Abelmoschus esculentus; okra
Cyamopsis tetragonoloba; guar
Carica papaya; pawpaw
Litchi chinensis; litchi; lychee
Dimocarpus longan; longan
Diospyros kaki; persimmon
Eriobotrya japonica; loquat
Ziziphus jujuba; jujube
Morus alba; white mulberry
Garcinia mangostana; mangosteen
Durio zibethinus; durian
Artocarpus heterophyllus; jackfruit
Artocarpus altilis; breadfruit
Annona muricata; soursop
Passiflora edulis; passion fruit; passionfruit
Tamarindus indica; tamarind
Ceratonia siliqua; carob
Corylus avellana; hazelnut
Castanea sativa; sweet chestnut
Macadamia integrifolia; macadamia
Carya illinoinensis; pecan
Bertholletia excelsa; Brazil nut
Ribes nigrum; blackcurrant; black currant
Sambucus nigra; elderberry
Aronia melanocarpa; chokeberry
Lycium barbarum; goji berry; goji; wolfberry
Hippophae rhamnoides; sea buckthorn
Rosa canina; dog rose; rosehip
Rosa damascena; Damask rose
Urtica dioica; stinging nettle
Taraxacum officinale; dandelion
Plantago major; broadleaf plantain
Plantago ovata; psyllium
Calendula officinalis; pot marigold
Tagetes erecta; African marigold
Hibiscus rosa-sinensis; China rose
Nigella sativa; black cumin; black seed
Andrographis paniculata; king of bitters
Centella asiatica; gotu kola
Tinospora cordifolia; guduchi; giloy
Terminalia chebula; haritaki
Boswellia serrata; Indian frankincense
Commiphora myrrha; myrrh
Aquilaria; agarwood
Santalum album; sandalwood
Murraya koenigii; curry leaf; curry tree
Alpinia galanga; galangal
Acorus calamus; sweet flag
Astragalus membranaceus; huangqi
Scutellaria baicalensis; Baikal skullcap
Salvia miltiorrhiza; danshen
Salvia hispanica; chia
Angelica sinensis; dong quai
Rheum rhabarbarum; rhubarb
Vernonia amygdalina; bitter leaf
Parthenium argentatum; guayule
Digitalis purpurea; foxglove
Atropa belladonna; deadly nightshade
Datura stramonium; jimsonweed; thorn apple
Ageratina adenophora; Crofton weed
Eichhornia crassipes; water hyacinth
Pistia stratiotes; water lettuce
Azolla; mosquito fern
Spirodela polyrhiza; giant duckweed
Acer rubrum; red maple
Acer saccharum; sugar maple
Betula pendula; silver birch
Fagus sylvatica; European beech
Quercus robur; pedunculate oak; English oak
Fraxinus excelsior; European ash
Pseudotsuga menziesii; Douglas fir; Douglas-fir
Picea glauca; white spruce
Picea sitchensis; Sitka spruce
Pinus contorta; lodgepole pine
Pinus pinaster; maritime pine
Pinus radiata; Monterey pine
Cryptomeria japonica; Japanese cedar
Tectona grandis; teak
Acacia mangium; black wattle
Robinia pseudoacacia; black locust
Phyllostachys edulis; moso bamboo
Cinchona officinalis; quinine tree
Welwitschia mirabilis; welwitschia
Ceratopteris richardii; C-fern
"""
