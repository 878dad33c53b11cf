"""Common names of animals, plants and microbes, in English and Japanese.

Each line of a listing: the name that stands for all, then what else it is called. Source: NCBI
Taxonomy (https://www.ncbi.nlm.nih.gov/taxonomy) for the names that stand for all; common use for
the others. Names that are also words of another kind (date, fig, rose, seal, turkey) are written
with a word that settles them, or left out.
"""

from __future__ import annotations

from aliquot.findings.vocabularies import spellings

__all__ = ["COMMON_NAMES", "JAPANESE_NAMES"]

_ANIMALS = """
Mus musculus; mouse; mice; murine; house mouse; Mus musculus domesticus
Rattus norvegicus; rat; Norway rat; brown rat
Rattus rattus; black rat
Oryctolagus cuniculus; rabbit
Cavia porcellus; guinea pig
Mesocricetus auratus; Syrian hamster; golden hamster
Cricetulus griseus; Chinese hamster
Meriones unguiculatus; gerbil; Mongolian gerbil
Heterocephalus glaber; naked mole-rat; naked mole rat
Mustela putorius furo; ferret
Mustela vison; mink; American mink
Canis lupus familiaris; dog; beagle; canine
Canis lupus; gray wolf; grey wolf
Felis catus; cat
Sus scrofa; pig; piglet; swine; porcine; wild boar; minipig
Bos taurus; cow; cattle; bovine; calf; calves; dairy cow; heifer
Bubalus bubalis; water buffalo
Ovis aries; sheep; ovine; lamb
Capra hircus; goat; caprine
Equus caballus; horse; equine
Equus asinus; donkey
Camelus dromedarius; dromedary; dromedary camel
Lama glama; llama
Vicugna pacos; alpaca
Cervus elaphus; red deer
Odocoileus virginianus; white-tailed deer
Gallus gallus; chicken; hen; chick; broiler; laying hen
Meleagris gallopavo; wild turkey; turkey poults
Anas platyrhynchos; mallard; Pekin duck
Coturnix japonica; Japanese quail; quail
Taeniopygia guttata; zebra finch
Columba livia; pigeon; rock dove
Passer domesticus; house sparrow
Parus major; great tit
Macaca mulatta; rhesus macaque; rhesus monkey
Macaca fascicularis; cynomolgus monkey; cynomolgus macaque; crab-eating macaque
Macaca nemestrina; pigtail macaque; pig-tailed macaque
Macaca fuscata; Japanese macaque
Chlorocebus sabaeus; African green monkey; vervet monkey
Papio anubis; olive baboon
Papio; baboon
Callithrix jacchus; marmoset; common marmoset
Saimiri sciureus; squirrel monkey
Aotus; owl monkey
Pan troglodytes; chimpanzee
Pan paniscus; bonobo
Gorilla gorilla; western gorilla
Pongo; orangutan; orang-utan
Microcebus murinus; mouse lemur; gray mouse lemur
Tupaia belangeri; tree shrew
Myotis lucifugus; little brown bat
Rhinolophus; horseshoe bat
Rousettus aegyptiacus; Egyptian fruit bat
Pteropus; flying fox; flying foxes
Monodelphis domestica; opossum
Tursiops truncatus; bottlenose dolphin
Danio rerio; zebrafish; zebra fish
Oryzias latipes; medaka
Oncorhynchus mykiss; rainbow trout
Salmo salar; Atlantic salmon
Oncorhynchus tshawytscha; Chinook salmon
Cyprinus carpio; common carp
Carassius auratus; goldfish
Oreochromis niloticus; Nile tilapia; tilapia
Ictalurus punctatus; channel catfish
Dicentrarchus labrax; European seabass; European sea bass
Sparus aurata; gilthead seabream; gilthead sea bream
Gadus morhua; Atlantic cod
Gasterosteus aculeatus; stickleback; three-spined stickleback
Pimephales promelas; fathead minnow
Poecilia reticulata; guppy; guppies
Nothobranchius furzeri; turquoise killifish; African turquoise killifish
Takifugu rubripes; pufferfish; fugu
Petromyzon marinus; sea lamprey
Branchiostoma; amphioxus; lancelet
Ciona intestinalis; sea squirt; Ciona
Xenopus laevis; African clawed frog
Xenopus tropicalis; western clawed frog
Ambystoma mexicanum; axolotl
Anolis carolinensis; green anole
Strongylocentrotus purpuratus; purple sea urchin
Drosophila melanogaster; fruit fly; fruit flies; fruitfly; fruitflies; Drosophila; D. melanogaster
Anopheles gambiae; African malaria mosquito
Aedes aegypti; yellow fever mosquito
Aedes albopictus; Asian tiger mosquito
Apis mellifera; honey bee; honeybee; European honey bee
Bombus terrestris; buff-tailed bumblebee
Bombus; bumblebee; bumble bee
Bombyx mori; silkworm; silk moth
Manduca sexta; tobacco hornworm
Spodoptera frugiperda; fall armyworm
Spodoptera exigua; beet armyworm
Helicoverpa armigera; cotton bollworm
Plutella xylostella; diamondback moth
Galleria mellonella; wax moth; waxworm; greater wax moth
Tenebrio molitor; mealworm
Tribolium castaneum; red flour beetle; flour beetle
Leptinotarsa decemlineata; Colorado potato beetle
Acyrthosiphon pisum; pea aphid
Myzus persicae; green peach aphid
Bemisia tabaci; whitefly; whiteflies; silverleaf whitefly
Nilaparvata lugens; brown planthopper
Acheta domesticus; house cricket
Locusta migratoria; migratory locust
Blattella germanica; German cockroach
Musca domestica; house fly; housefly; houseflies
Glossina; tsetse fly; tsetse flies; tsetse
Cimex lectularius; bed bug; bedbug
Tetranychus urticae; two-spotted spider mite
Ixodes scapularis; deer tick; blacklegged tick
Daphnia magna; water flea
Artemia (brine shrimp); brine shrimp; Artemia salina; Artemia
Litopenaeus vannamei; whiteleg shrimp; Pacific white shrimp
Penaeus monodon; black tiger shrimp
Caenorhabditis elegans; C. elegans; roundworm C. elegans
Meloidogyne; root-knot nematode
Heterodera glycines; soybean cyst nematode
Schmidtea mediterranea; planarian
Schistosoma mansoni; blood fluke
Nematostella vectensis; starlet sea anemone; starlet anemone
Aiptasia; Aiptasia pallida; Exaiptasia; Exaiptasia pallida; Exaiptasia diaphana
Acropora; staghorn coral
Crassostrea gigas; Pacific oyster
Mytilus edulis; blue mussel
Mytilus galloprovincialis; Mediterranean mussel
Aplysia californica; California sea hare; Aplysia
Doryteuthis pealeii; longfin squid
Octopus bimaculoides; California two-spot octopus
"""
_PLANTS = """
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
"""
_MICROBES = """
Escherichia coli; E. coli; E.coli; colibacillus
Saccharomyces cerevisiae; budding yeast; baker's yeast; baker’s yeast; brewer's yeast; S. cerevisiae
Schizosaccharomyces pombe; fission yeast; S. pombe
Bacillus subtilis; B. subtilis
Staphylococcus aureus; MRSA; MSSA; methicillin-resistant Staphylococcus aureus
Streptococcus pneumoniae; pneumococcus; pneumococci
Neisseria meningitidis; meningococcus; meningococci
Neisseria gonorrhoeae; gonococcus; gonococci
Mycobacterium bovis BCG; BCG; bacille Calmette-Guérin; bacillus Calmette-Guérin; BCG vaccine
Magnaporthe oryzae; rice blast fungus
Botrytis cinerea; grey mould; gray mold; gray mould
Chlamydomonas reinhardtii; Chlamydomonas
Dictyostelium discoideum; Dictyostelium
Symbiodinium
"""
COMMON_NAMES = spellings(_ANIMALS) | spellings(_PLANTS) | spellings(_MICROBES)
JAPANESE_NAMES = spellings(
    """
    Homo sapiens; ヒト
    Mus musculus; マウス; ハツカネズミ
    Rattus norvegicus; ラット; ドブネズミ
    Oryctolagus cuniculus; ウサギ; 家兎
    Cavia porcellus; モルモット
    Mesocricetus auratus; ハムスター
    Meriones unguiculatus; スナネズミ
    Heterocephalus glaber; ハダカデバネズミ
    Mustela putorius furo; フェレット
    Canis lupus familiaris; イヌ; ビーグル犬
    Felis catus; ネコ
    Sus scrofa; ブタ; ミニブタ
    Bos taurus; ウシ; 乳牛; 黒毛和牛
    Ovis aries; ヒツジ
    Capra hircus; ヤギ
    Equus caballus; ウマ
    Gallus gallus; ニワトリ
    Coturnix japonica; ウズラ
    Taeniopygia guttata; キンカチョウ
    Macaca fascicularis; カニクイザル
    Macaca mulatta; アカゲザル
    Macaca fuscata; ニホンザル
    Callithrix jacchus; マーモセット; コモンマーモセット
    Pan troglodytes; チンパンジー
    Danio rerio; ゼブラフィッシュ
    Oryzias latipes; メダカ
    Oncorhynchus mykiss; ニジマス
    Carassius auratus; キンギョ; 金魚
    Takifugu rubripes; トラフグ
    Xenopus laevis; アフリカツメガエル; ツメガエル
    Xenopus tropicalis; ネッタイツメガエル
    Ambystoma mexicanum; アホロートル
    Drosophila melanogaster; フルーツフライ; ショウジョウバエ; キイロショウジョウバエ
    Aedes aegypti; ネッタイシマカ
    Aedes albopictus; ヒトスジシマカ
    Caenorhabditis elegans; 線虫
    Bombyx mori; カイコ
    Apis mellifera; ミツバチ; セイヨウミツバチ
    Tribolium castaneum; コクヌストモドキ
    Ciona intestinalis; カタユウレイボヤ; ホヤ
    Strongylocentrotus; ウニ
    Artemia (brine shrimp); アルテミア
    Daphnia magna; オオミジンコ; ミジンコ
    Nematostella vectensis; ネマトステラ
    Escherichia coli; 大腸菌
    Saccharomyces cerevisiae; 出芽酵母; パン酵母; 清酒酵母
    Schizosaccharomyces pombe; 分裂酵母
    Bacillus subtilis; 枯草菌; 納豆菌
    Aspergillus oryzae; 麹菌; コウジカビ
    Staphylococcus aureus; 黄色ブドウ球菌
    Staphylococcus epidermidis; 表皮ブドウ球菌
    Streptococcus pneumoniae; 肺炎球菌
    Streptococcus mutans; ミュータンス菌; う蝕原因菌
    Pseudomonas aeruginosa; 緑膿菌
    Mycobacterium tuberculosis; 結核菌
    Helicobacter pylori; ピロリ菌
    Salmonella; サルモネラ
    Vibrio cholerae; コレラ菌
    Lactobacillus; 乳酸桿菌
    Bifidobacterium; ビフィズス菌
    Corynebacterium glutamicum; コリネ菌
    Agrobacterium; アグロバクテリウム
    Candida albicans; カンジダ・アルビカンス
    Candida; カンジダ
    Magnaporthe oryzae; イネいもち病菌; いもち病菌
    Botrytis cinerea; 灰色かび病菌
    Chlamydomonas reinhardtii; クラミドモナス
    Dictyostelium discoideum; 細胞性粘菌
    Plasmodium falciparum; 熱帯熱マラリア原虫
    Toxoplasma gondii; トキソプラズマ
    Tetrahymena thermophila; テトラヒメナ
    Paramecium; ゾウリムシ
    Euglena gracilis; ミドリムシ; ユーグレナ
    Arabidopsis thaliana; シロイヌナズナ
    Nicotiana tabacum; タバコ
    Nicotiana benthamiana; ベンサミアナタバコ; ベンサミアナ
    Oryza sativa; イネ
    Zea mays; トウモロコシ
    Triticum aestivum; コムギ; パンコムギ
    Hordeum vulgare; オオムギ
    Sorghum bicolor; ソルガム
    Brachypodium distachyon; ミナトカモジグサ
    Glycine max; ダイズ
    Phaseolus vulgaris; インゲンマメ
    Pisum sativum; エンドウ
    Lotus japonicus; ミヤコグサ
    Medicago truncatula; タルウマゴヤシ
    Solanum lycopersicum; トマト
    Solanum tuberosum; ジャガイモ; バレイショ
    Capsicum annuum; トウガラシ; ピーマン
    Ipomoea batatas; サツマイモ
    Ipomoea nil; アサガオ
    Petunia hybrida; ペチュニア
    Cucumis sativus; キュウリ
    Cucumis melo; メロン
    Citrullus lanatus; スイカ
    Brassica rapa; ハクサイ; コマツナ
    Brassica oleracea; キャベツ; ブロッコリー
    Raphanus sativus; ダイコン
    Daucus carota; ニンジン
    Spinacia oleracea; ホウレンソウ
    Lactuca sativa; レタス
    Allium cepa; タマネギ
    Allium sativum; ニンニク
    Zingiber officinale; ショウガ
    Curcuma longa; ウコン
    Ocimum basilicum; バジル; スイートバジル
    Ocimum tenuiflorum; ホーリーバジル; トゥルシー
    Perilla frutescens; シソ; エゴマ
    Mentha; ミント
    Fragaria ananassa; イチゴ
    Marchantia polymorpha; ゼニゴケ
    Physcomitrium patens; ヒメツリガネゴケ
    Malus domestica; リンゴ
    Pyrus pyrifolia; ニホンナシ
    Citrus unshiu; ウンシュウミカン
    Musa; バナナ
    Citrus sinensis; オレンジ
    Actinidia; キウイフルーツ; キウイ
    Citrus paradisi; グレープフルーツ
    Citrus limon; レモン
    Ananas comosus; パイナップル
    Mangifera indica; マンゴー
    Vitis vinifera; ブドウ
    Camellia sinensis; チャノキ; 緑茶
    Populus; ポプラ
    """
)
