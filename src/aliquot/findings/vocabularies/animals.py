"""Common names of animals, in English.

Each line: the name that stands for all, then what else it is called. Source: NCBI Taxonomy
(https://www.ncbi.nlm.nih.gov/taxonomy) for the names that stand for all; common use for the others.
Names that are also words of another kind (date, fig, rose, seal, turkey) are written with a word
that settles them, or left out.
"""

from __future__ import annotations

__all__ = ["ANIMALS"]

ANIMALS = """
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
Anas platyrhynchos domesticus; domestic duck
Anser anser; greylag goose
Cairina moschata; Muscovy duck
Numida meleagris; guinea fowl
Struthio camelus; ostrich
Melopsittacus undulatus; budgerigar
Sturnus vulgaris; European starling
Corvus corone; carrion crow
Ficedula hypoleuca; pied flycatcher
Cyanistes caeruleus; blue tit
Aptenodytes forsteri; emperor penguin
Hylobates; gibbon
Lemur catta; ring-tailed lemur
Cebus; capuchin monkey; capuchin
Macaca arctoides; stump-tailed macaque
Loxodonta africana; African elephant
Elephas maximus; Asian elephant
Ursus maritimus; polar bear
Ursus arctos; brown bear; grizzly bear
Ailuropoda melanoleuca; giant panda
Vulpes vulpes; red fox
Panthera leo; African lion
Procyon lotor; raccoon
Mephitis mephitis; striped skunk
Meles meles; European badger
Phoca vitulina; harbor seal; harbour seal
Zalophus californianus; California sea lion
Megaptera novaeangliae; humpback whale
Orcinus orca; killer whale
Monodelphis domestica; gray short-tailed opossum
Macropus eugenii; tammar wallaby
Sarcophilus harrisii; Tasmanian devil
Trichosurus vulpecula; brushtail possum
Phascolarctos cinereus; koala
Ornithorhynchus anatinus; platypus
Dasypus novemcinctus; nine-banded armadillo; armadillo
Erinaceus europaeus; European hedgehog
Rousettus aegyptiacus; Egyptian rousette
Peromyscus maniculatus; deer mouse; deer mice
Peromyscus leucopus; white-footed mouse; white-footed mice
Microtus ochrogaster; prairie vole
Microtus; vole
Myodes glareolus; bank vole
Apodemus sylvaticus; wood mouse; wood mice
Sigmodon hispidus; cotton rat
Psammomys obesus; sand rat
Octodon degus; degu
Chinchilla lanigera; long-tailed chinchilla
Castor canadensis; North American beaver
Ictidomys tridecemlineatus; thirteen-lined ground squirrel; ground squirrel
Ochotona; pika
Bison bison; American bison
Bos indicus; zebu
Bos grunniens; yak
Rangifer tarandus; reindeer; caribou
Capreolus capreolus; roe deer
Giraffa camelopardalis; giraffe
Crocodylus porosus; saltwater crocodile
Alligator mississippiensis; American alligator
Chelonia mydas; green sea turtle; green turtle
Caretta caretta; loggerhead turtle
Trachemys scripta; red-eared slider
Chrysemys picta; painted turtle
Pogona vitticeps; bearded dragon
Python bivittatus; Burmese python
Rana temporaria; common frog
Lithobates catesbeianus; bullfrog; American bullfrog
Lithobates pipiens; leopard frog; northern leopard frog
Bufo marinus; cane toad
Rhinella marina; marine toad
Notophthalmus viridescens; eastern newt
Pleurodeles waltl; Iberian ribbed newt
Gasterosteus aculeatus; threespine stickleback
Takifugu rubripes; tiger pufferfish
Tetraodon nigroviridis; green spotted puffer
Fundulus heteroclitus; killifish; mummichog
Astyanax mexicanus; Mexican cavefish; cavefish; Mexican tetra
Ctenopharyngodon idella; grass carp
Clarias gariepinus; African catfish
Scophthalmus maximus; turbot
Hippoglossus hippoglossus; Atlantic halibut
Clupea harengus; Atlantic herring
Anguilla anguilla; European eel
Anguilla japonica; Japanese eel
Esox lucius; northern pike
Perca fluviatilis; European perch
Lepomis macrochirus; bluegill
Squalus acanthias; spiny dogfish
Leucoraja erinacea; little skate
Latimeria chalumnae; coelacanth
Callorhinchus milii; elephant shark
Saccoglossus kowalevskii; acorn worm
Lytechinus variegatus; green sea urchin
Patiria miniata; bat star
Asterias rubens; common starfish
Holothuria; sea cucumber
Apostichopus japonicus; Japanese sea cucumber
Lymnaea stagnalis; great pond snail; pond snail
Biomphalaria glabrata; bloodfluke planorb
Helix pomatia; Roman snail
Achatina fulica; giant African snail
Crassostrea virginica; eastern oyster
Ostrea edulis; European flat oyster
Pecten maximus; king scallop
Ruditapes philippinarum; Manila clam
Dreissena polymorpha; zebra mussel
Sepia officinalis; common cuttlefish
Nautilus pompilius; chambered nautilus
Eisenia fetida; red wiggler
Lumbricus terrestris; earthworm; common earthworm
Hirudo medicinalis; medicinal leech
Macrostomum lignano; Macrostomum
Aurelia aurita; moon jellyfish
Mnemiopsis leidyi; sea walnut; warty comb jelly
Trichoplax adhaerens; Trichoplax
Hypsibius exemplaris; tardigrade; water bear
Limulus polyphemus; horseshoe crab
Homarus americanus; American lobster
Procambarus clarkii; red swamp crayfish
Cancer borealis; Jonah crab
Callinectes sapidus; blue crab
Eriocheir sinensis; Chinese mitten crab
Carcinus maenas; shore crab; green crab
Euphausia superba; Antarctic krill
Tigriopus californicus; Tigriopus
Parhyale hawaiensis; Parhyale
Gryllus bimaculatus; two-spotted cricket; field cricket
Schistocerca gregaria; desert locust
Periplaneta americana; American cockroach
Oncopeltus fasciatus; milkweed bug
Rhodnius prolixus; kissing bug
Diaphorina citri; Asian citrus psyllid
Nezara viridula; southern green stink bug
Halyomorpha halys; brown marmorated stink bug
Aphis gossypii; cotton aphid; melon aphid
Aphis glycines; soybean aphid
Rhopalosiphum padi; bird cherry-oat aphid
Frankliniella occidentalis; western flower thrips
Ceratitis capitata; Mediterranean fruit fly; medfly
Bactrocera dorsalis; oriental fruit fly
Drosophila suzukii; spotted wing drosophila
Lucilia cuprina; sheep blowfly
Lucilia sericata; green bottle fly
Sarcophaga; flesh fly
Hermetia illucens; black soldier fly
Chironomus riparius; harlequin fly
Culex quinquefasciatus; southern house mosquito
Culex pipiens; common house mosquito
Pieris rapae; cabbage white butterfly
Danaus plexippus; monarch butterfly
Heliconius; passion-vine butterfly
Bicyclus anynana; squinting bush brown
Ostrinia nubilalis; European corn borer
Chilo suppressalis; striped stem borer
Trichoplusia ni; cabbage looper
Mamestra brassicae; cabbage moth
Lymantria dispar; gypsy moth; spongy moth
Tuta absoluta; tomato leafminer
Diabrotica virgifera; western corn rootworm
Sitophilus zeamais; maize weevil
Sitophilus oryzae; rice weevil
Callosobruchus maculatus; cowpea weevil; cowpea seed beetle
Rhyzopertha dominica; lesser grain borer
Anoplophora glabripennis; Asian longhorned beetle
Dendroctonus ponderosae; mountain pine beetle
Harmonia axyridis; harlequin ladybird
Nasonia vitripennis; jewel wasp
Polistes; paper wasp
Solenopsis invicta; red imported fire ant; fire ant
Linepithema humile; Argentine ant
Camponotus floridanus; Florida carpenter ant
Osmia bicornis; red mason bee
Apis cerana; Asian honey bee
Varroa destructor; varroa mite; Varroa
Dermatophagoides pteronyssinus; house dust mite
Sarcoptes scabiei; scabies mite
Rhipicephalus microplus; cattle tick
Pediculus humanus; body louse; head louse; human louse
Ctenocephalides felis; cat flea
Xenopsylla cheopis; oriental rat flea
Parasteatoda tepidariorum; common house spider
Brugia malayi; Brugia
Onchocerca volvulus; Onchocerca
Wuchereria bancrofti; Wuchereria
Ascaris suum; pig roundworm
Ascaris lumbricoides; giant roundworm
Trichuris muris; mouse whipworm
Trichuris trichiura; whipworm
Necator americanus; New World hookworm
Ancylostoma duodenale; Old World hookworm
Nippostrongylus brasiliensis; Nippostrongylus
Heligmosomoides polygyrus; Heligmosomoides
Haemonchus contortus; barber's pole worm
Toxocara canis; dog roundworm
Echinococcus granulosus; dog tapeworm
Taenia solium; pork tapeworm
Fasciola hepatica; liver fluke; common liver fluke
Clonorchis sinensis; Chinese liver fluke
Opisthorchis viverrini; Southeast Asian liver fluke
"""
