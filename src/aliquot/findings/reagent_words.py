"""Words that names of reagents hold, end in, or never are; the spellings that are one.

What enters: nothing. What leaves: sets of words in small letters. They are those of the trade:
catalogues of chemicals, enzymes, media and drugs, and protocols in common use.
"""

from __future__ import annotations

__all__ = [
    "BARE", "CARRIERS", "EXTRACTED", "HEADS", "MATTER", "NEVER", "NEVER_WITHIN", "NOT_CHEMICAL",
    "SAME", "SAYS_NOTHING",
]  # fmt: skip


def words_of(listing: str) -> frozenset[str]:
    """Return the words of a listing."""
    return frozenset(listing.split())


# The last word of what is mixed in a laboratory.
HEADS = words_of(
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
    leucovorin fluorouracil 5-fu capecitabine dacarbazine levamisole praziquantel
    acetaminophen paracetamol dipyrone phenacetin digoxin furosemide spironolactone allopurinol
    theophylline clonidine haloperidol lithium-carbonate phenytoin carbamazepine valproate
    levothyroxine thalidomide cetirizine ranitidine cimetidine verapamil diltiazem hydralazine
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
    auranofin pfa gfp-trap dpx atc mgcl nacl kcl cacl naoh koh hcl bicine ches caps capso taps
    tapso popso epps hepps ampso mopso ripa rlt rpe aw1 aw2 citrate-buffer denhardt's
    denhardts ringer's ringers krebs tyrode's earle's hank's hanks wfi ddw mq milli-q milliq
    bicarbonate sulphate phosphate chloride carbonate hydroxide iodide bromide fluoride oxide
    peroxide persulfate persulphate thiocyanate permanganate dichromate chromate molybdate
    tungstate selenite arsenite metabisulfite bisulfite bisulphite ammonia ammonium sodium
    potassium lithium magnesium calcium manganese zinc copper nickel cobalt cadmium barium
    caesium cesium strontium lanthanum iron silver mercury saponin digitonin sarkosyl sarcosyl
    lauroylsarcosine octylglucoside ddm dodecylmaltoside cholate taurocholate tergitol brij
    pluronic ctac zwittergent dtnb nem aebsf e-64 e64 bestatin benzamidine mg132 bortezomib
    phosstop glutathione gsh gssg cysteine catalase ascorbate trifluoroethanol dichloromethane
    tetrahydrofuran dioxane cyclohexane pentane octanol isooctane petroleum-ether diethylether
    pyridine triethylamine dmso-d6 cdcl3 methoxyethanol isoamylalcohol isoamyl pentanol glycol
    limonene histoclear clearene turpentine nalidixic erythromycin azithromycin streptothricin
    nourseothricin g418 colistin polymyxin bacitracin cefotaxime ceftriaxone meropenem
    imipenem tobramycin amikacin trimethoprim sulfamethoxazole linezolid daptomycin rifampin
    isoniazid ethambutol normocin primocin plasmocin anti-anti antibiotic-antimycotic
    antimycotic fungizone pen-strep pen/strep penstrep p/s estradiol progesterone
    corticosterone transferrin selenium egf fgf bfgf fgf2 vegf hgf igf-1 pdgf tgf-β tgfb
    noggin r-spondin activin bmp4 wnt3a gm-csf m-csf il-3 il-4 il-7 il-15 ifn-γ tnf-α
    erythropoietin forskolin ionomycin y-27632 chir99021 sb431542 dbz carbachol histamine
    serotonin dopamine adrenaline epinephrine norepinephrine acetylcholine nicotine caffeine
    morphine fentanyl buprenorphine carprofen meloxicam lidocaine bupivacaine diazepam
    midazolam propofol tricaine ms-222 ms222 urethane chloralose atropine warfarin colchicine
    nocodazole vinblastine staurosporine wortmannin thapsigargin brefeldin bafilomycin
    chloroquine nigericin fccp oligomycin rotenone antimycin etoposide camptothecin bleomycin
    mitomycin actinomycin hydroxyurea thymidine uridine adenosine cytidine guanosine inosine
    5-fluorouracil azacitidine tunicamycin monensin streptozotocin alloxan curcumin quercetin
    resveratrol pfu kod hotstartaq gotaq accuprime superscript m-mlv mmlv amv uracil-dna
    exonuclease endonuclease benzonase klenow pnk exosap exosap-it ampure spri sypro syto
    glycogen trna rnalater trireagent qiazol chelex proteinase-k lyticase zymolyase driselase
    macerozyme cellulase pectinase hyaluronidase dispase accutase accumax tryple elastase
    papain pepsin pronase thrombin lysostaphin mutanolysin achromopeptidase nuclease-free
    luciferin luciferase coelenterazine ecori bamhi hindiii noti xhoi xbai dpni bsai bsmbi
    esp3i random-hexamers hexamers hexamer oligo(dt) adapter adapters adaptor adaptors barcode
    barcodes nucleotide nucleotides ntp ntps ddntps dutp cas9 sgrna grna crrna tracrrna sirna
    shrna morpholino morpholinos lipofectamine fugene polybrene pei polyethylenimine
    polyethyleneimine x-tremegene optimem opti-mem transfectant lentivirus bromophenol
    xylene-cyanol cyanol crystal-violet methylene-blue safranin fuchsin congo-red alizarin
    propidium acridine rhodamine fluorescein fitc tritc pe-cy7 cy2 cy3 cy5 dii dio cfse
    calcein fura-2 fluo-4 mitotracker lysotracker annexin phalloidin wga gelred gelgreen
    sybr-green sybrsafe ethidium-bromide dab tmb ecl nbt bcip nbt/bcip xgal resazurin
    alamarblue mts wst-1 wst-8 cck-8 ponceau silver-nitrate fast-red harris lugol's carmine
    picrosirius osmium uranyl f12 dmem/f12 imdm iscove's ham's mcdb neurobasal leibovitz l-15
    l15 schneider's sf900 mh mhb mha tsb tsa bhi ypd ypda soc sob lysogeny luria-bertani
    yeast-extract tryptone peptone casamino casein beef-extract mueller-hinton sabouraud pda
    m9 m63 bg11 f/2 murashige hogland hoagland seawater salt-water pbs-t hbs dpbs d-pbs fbs-hi
    hi-fbs b27 b-27 glutamax neaa pyruvate ova ovalbumin skim-milk nfdm bap lactalbumin
    molasses oatmeal syrup honey cellulose pectin chitin inulin glutaraldehyde glyoxal bouin's
    carnoy's zenker's paraffin cryomatrix epon araldite lowicryl fluoromount vectashield
    mowiol dabco silane aptes parafilm sepharose sephadex dynabeads superdex protein-a
    protein-g ni-nta streptavidin-beads magbeads charcoal silica alum freund's montanide
    gel-red polyacrylamide fructose galactose xylose arabinose ribose raffinose maltodextrin
    cyclodextrin polyvinylpyrrolidone pvp pva peg400 peg3350 peg8000 peg-8000
    polyethylene-glycol xylitol inositol choline creatine carnitine taurine
    phosphatidylcholine dopc dppc popc ceramide sphingosine oleate palmitate linoleate
    stearate retinol thiamine riboflavin niacin pyridoxine cobalamin tocopherol menadione
    hemin haemin heme camp cgmp db-camp 8-br-camp coenzyme coa acetyl-coa fad fmn adp gdp
    atpγs gtpγs phosphocreatine creatine-phosphate bradford biuret ninhydrin toxin lectin
    lysine arginine tyrosine histidine serine methionine tryptophan alanine leucine isoleucine
    proline threonine valine asparagine aspartate phenylalanine ornithine citrulline
    fixative na2edta na2-edta gold microprojectiles microcarriers microspheres tungsten
    protein-kinase aptamer nanoparticles
    liposomes vehicle excipient dispersion suppository
    ointment cream lotion gel-cream antivenom immunoglobulin globulin antitoxin
    """
)

# Everyday words that end as chemicals and enzymes do.
NOT_CHEMICAL = words_of(
    """
    increase decrease case base phase disease release purchase database those these whose dose
    close nose loose purpose expose diagnose choose compose rose lose prose verbose overdose
    medicine examine determine machine combine define routine online baseline guideline pipeline
    imagine decline outline vaccine-trial erase chase lease please ease phrase grease
    """
)

# Never reagents, whatever amount stands beside them: samples, vessels, organisms, results, parts.
NEVER = words_of(
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
    flow flow-through flowthrough mark jar jars centrifuge centrifuges funnel spray hood
    test tests assay assays views species scale scales questionnaire visit visits visual analogue
    h hr hrs min mins sec secs chamber chambers bottom top
    different various several varying increasing indicated
    fdr fpr auc roc maf lod pca gwas icc vas qol pfs orr lvef fev1 fvc hct spo2 fio2 pao2
    μm μl μg μmol decreases increases full half pregnancy feces faeces cytosol
    line lines baseline plug plugs low high phenotype phenotypes slice slices prep electrophoresis
    erlenmeyer genotype genotypes
    construct constructs transgene transgenes minigene
    crp bmi hba1c ldl hdl psa egfr gmt alt ast inr ldh bun anc ferritin albuminuria d-dimer troponin
    wine beer spirits coffee cigarettes replicate replicates
    phase phases v/v w/v w/w vol/vol wt/vol digest digests
    approval variability response responders responses hepatitis oxygenation occupancy
    """
)
# Nothing by themselves: they point back to what was named before.
BARE = words_of("mixture solution solutions suspension compound compounds mix gel salt acid base")
SAYS_NOTHING = words_of(
    """
    active dominant individual isolated main major minor predominant principal significant unknown
    aqueous clear resulting final new same stock working homogenised homogenized homogeneous above
    reaction concentrated diluted dilute prepared remaining whole complete
    """
)
MATTER = words_of("dna rna cdna gdna mrna protein proteins extract-dna plasmid plasmids template")
# What is drawn from matter under study is a sample: "DNA extract", "cell extract".
EXTRACTED = words_of("extract extracts prep preparation template templates eluate")
CARRIERS = words_of("control carrier loading sperm calf spike-in")

# A name with one of these words is none either, unless it ends as a reagent does.
NEVER_WITHIN = words_of(
    """
    ic50 ec50 ld50 mic mbc mfc identity confidence patients participants mice samples compared
    respectively reads inhibition reduction increase decrease significantly showed observed found
    had has have been be being were was is are can could may might should will would
    maximum minimum
    mean median average did does do animals rats low-iron times times/day x/day exhibited
    displayed showing caused induced
    we they our their his her its not no than hdl ldl hba1c triglyceride triglycerides homa
    """
)

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
