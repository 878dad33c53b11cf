"""Words that look like parts of a binomial and are none, and parts that do not look it.

Collected from English scientific prose: sentence openings, chemistry, anatomy, disease.
"""

from __future__ import annotations

from aliquot.findings.vocabularies import words

__all__ = ["ENGLISH_EPITHETS", "KNOWN_ABBREVIATED", "NO_GENERA", "OPEN_EPITHETS"]

# English words that end as epithets do.
ENGLISH_EPITHETS = words(
    """
    this his its was has as is us thus plus versus minus bus gas status focus virus viruses
    fungus locus nucleus stimulus apparatus census consensus corpus genus hippocampus thalamus
    colitis bonus campus chorus circus hiatus radius terminus uterus thymus mucus humus sinus
    phosphorus bacillus coccus bolus callus exodus fetus foetus calculus citrus lotus crocus
    cactus papyrus lupus typhus tetanus analysis basis hypothesis diagnosis prognosis synthesis
    biosynthesis apoptosis necrosis mitosis meiosis thesis crisis axis emphasis genesis oasis
    sepsis lysis fibrosis cirrhosis stenosis thrombosis psoriasis metastasis homeostasis stasis
    electrophoresis hydrolysis proteolysis dialysis catalysis paralysis autolysis glycolysis
    hepatitis arthritis dermatitis gingivitis periodontitis pulpitis bronchitis meningitis
    encephalitis nephritis gastritis mastitis osteomyelitis pelvis penis epidermis dermis iris
    data media criteria bacteria area via extra idea schema plasma formula strata quota agenda
    era drama panda pasta soda sofa visa vista alpha beta gamma delta theta kappa lambda sigma
    omega zeta eta iota plaza quasi meta para ultra infra intra contra supra algae larvae pupae
    fauna flora retina mucosa cornea trachea placenta aorta cava vagina vulva scapula fibula
    tibia maxilla mandibula patella uvula lamina stigma enigma edema oedema eczema asthma coma
    trauma stroma glaucoma melanoma carcinoma lymphoma sarcoma glioma adenoma myeloma granuloma
    papilloma anemia anaemia leukemia leukaemia ischemia hypoxia pneumonia malaria diarrhea
    diarrhoea dementia dyspepsia mania phobia insomnia amnesia anesthesia anaesthesia bacteremia
    sepsia urea ammonia silica alumina magnesia replica america africa asia india china utopia
    media mania phenomena serum medium calcium sodium potassium magnesium lithium aluminium
    aluminum helium cadmium chromium titanium barium selenium uranium vanadium strontium
    ammonium bacterium maximum minimum optimum spectrum equilibrium epithelium endothelium
    mycelium vacuum sum curriculum addendum momentum quantum datum album forum museum premium
    stadium consortium symposium compendium cerebrum cerebellum sternum rectum ileum jejunum
    duodenum peritoneum septum sputum cecum caecum mesothelium myocardium pericardium
    endometrium phylum taxum inoculum petroleum gypsum platinum alkali fungi stimuli foci nuclei
    loci villi bacilli cocci radii alumni foci taxi semi multi anti wasabi chili mini maxi
    tsunami salami kiwi vis del des dos los las per from with and the for are were that which
    who had have been not but all can may will our their these those than then them they use
    used using between into onto also each both more most such some any other after before
    during under over among within without against about because while where when what how only
    colonies species strain strains isolate isolates extract extracts infection infections cells
    cell genome genus genes leaves leaf plant plants fruit fruits seed seeds root roots oil
    essential spp sp var subsp ssp ibid alia data mania sativa-based based type types agar
    albicans-induced mercia mera ta tia fora insula peninsula sepia umbrella vanilla gorilla
    chinchilla banana papaya guava stevia moringa tulsi ocean mesa pizza propaganda veranda
    tapioca pagoda camera opera antenna cafeteria hysteria wisteria nostalgia inertia militia
    regalia trivia memorabilia canada korea japan indonesia malaysia nigeria ethiopia kenya
    uganda colombia illum ipsum dolorum rerum earum cum nostrum voluptatum harum laborum officia
    missense nonsense angina rank-sum
    intense dense sense tense expense license defense offense immense suspense response ski chi
    testis
    glottis epididymis clitoris larva pupa ova hypha alga antennae setae seta bursa arista nympha
    quia eum genera family families order phosphatidylcholine his tris bis cis trans iso neo
    """
)
# Capitalised words that end as genera do and stand before a small one.
NO_GENERA = words(
    """
    This Thus Various Previous His Its Is As Was Has Data Media Plasma Serum Medium Analysis
    Basis Hypothesis Diagnosis Synthesis Apoptosis Alpha Beta Gamma Delta Sigma Theta India
    China Africa Asia America Australia Canada Korea Nigeria Malaysia Indonesia Ethiopia Kenya
    Uganda Europe Substantia Locus Nucleus Medulla Cauda Vena Corpus Globus Lamina Tunica
    Arteria Diabetes Acne Angina Psoriasis Lupus Myasthenia Tinea Pityriasis Herpes Condyloma
    Spina Situs Placenta Retinitis Osteogenesis Epidermolysis Carcinoma Adenocarcinoma Tris Bis
    Para Ortho Meta Cis Iso Statistica Minima Maxima Extra Ultra Figure Table Tables Figures The
    There These Those Then They Their Other Others Some Same Since Side Size One Two Three Five
    Nine More Most More Are Were Where While Whole Whose Here Hence However After Under Over
    Further Rather Another Either Neither Whether Together Moreover Number Paper Water Order
    Power Buffer Marker Primer Primers Master Upper Lower Inner Outer Never Ever For Her Per
    Super Hyper Inter Non Post Pre Pro Anti Because Before Sample Samples Example Genome Gene
    Genes Type Types Use Used Time Times Dose Doses Rate Rates Case Cases Cause Causes Disease
    Diseases Virus Viruses Fungus Focus Status Campus Versus Minus Plus Phase Phases Base Bases
    Leaves Spices Species Genus Genera Bacteria Algae Phylum Stage Centre Center Also Ratio
    Video Photo Photos Studio Toronto Tokyo Kyoto Mexico Chicago Colorado San Santa Los Las
    Della Area Areas Idea Formula Criteria Algebra Antenna Agenda Nature Science Cancer Liver
    Kidney Ethics Declaration Vita Aqua Acta Annals Flora Fauna Materia Pharmacopoeia
    Pharmacopeia Alba Prima Secunda Quarta Universitas Homo- Alma Magna Magnesia Ammonia Urea
    Uber Candida- Anti Vitamin Protein Fraction Version Region Nation Station Section Solution
    Reaction Person Carbon Common On Upon Depend Ion Neon Canon Upon Python Amazon Boston London
    Oregon Johnson Wilson Emerson Thompson Anderson Robinson Iowa Georgia California Florida
    Virginia Alabama Arizona Montana Minnesota Nebraska Dakota Oklahoma Louisiana Indiana
    Pennsylvania Maria Anna Sara Laura Andrea Julia Barbara Monica Patricia Victoria Columbia
    Alexandria Philadelphia Java Ninja Scala Asymmetric Les Des Les Yes Dialysis Sepsis
    Hepatitis Arthritis Meningitis Malaria Pneumonia Leukemia Anemia Asthma Dementia
    Schizophrenia Trauma Cornea Retina Aorta Mucosa Larvae Pupae
    Cutis Free Heterozygous Homozygous Hydrops Meralgia Mycosis Sebaceous Studies Unstable Stable
    Ataxia Despite Male Female Six Seven Eight Ten Adult Both Fetal Only Like Unlike Given Taken
    Wilcoxon Ceylon Syndrome Gastroenteritis
    """
)
# Epithets that do not end as epithets do.
OPEN_EPITHETS = words(
    """
    coli pombe albicans elegans rerio laevis sapiens mays max vulgare officinale oleander gallus
    familiaris norvegicus musculus scrofa taurus aries hircus caballus catus faecalis fumigatus
    carolinensis pylori difficile perfringens anthracis cereus subtilis burgdorferi pneumoniae
    fluorescens aurantiacum lacryma-jobi foenum-graecum ficus-indica flavus niger oryzae nigrum
    graveolens virens viridans mutans salivarius acidophilus mirabilis marcescens cloacae
    aerogenes enterica enterocolitica jejuni monocytogenes meningitidis gonorrhoeae influenzae
    pestis tropicalis parapsilosis krusei glabrata neoformans cinerea trifoliata zeylanicum
    verum tenuiflorum sanctum ananassa comosus thaliana reinhardtii patens melanogaster
    trichocarpa suis bicolor tuberosum suave tuberculosis troglodytes mulatta fascicularis jacchus
    curcas communis minor major dichotoma purpurascens
    """
)
# What a shortened name stands for where the document never writes it out.
KNOWN_ABBREVIATED = {
    f"{name[0]}. {name.split()[1]}": name.split()[0]
    for name in (
        "Escherichia coli", "Staphylococcus aureus", "Staphylococcus epidermidis",
        "Pseudomonas aeruginosa", "Klebsiella pneumoniae", "Bacillus subtilis", "Bacillus cereus",
        "Candida albicans", "Candida tropicalis", "Candida parapsilosis", "Candida glabrata",
        "Candida krusei", "Aspergillus niger", "Aspergillus flavus", "Aspergillus fumigatus",
        "Caenorhabditis elegans", "Drosophila melanogaster", "Saccharomyces cerevisiae",
        "Schizosaccharomyces pombe", "Arabidopsis thaliana", "Mycobacterium tuberculosis",
        "Streptococcus mutans", "Streptococcus pneumoniae", "Streptococcus pyogenes",
        "Enterococcus faecalis", "Listeria monocytogenes", "Helicobacter pylori",
        "Plasmodium falciparum", "Salmonella typhimurium", "Salmonella enterica",
        "Fusarium graminearum", "Fusarium verticillioides", "Fusarium oxysporum",
        "Ocimum sanctum", "Ocimum basilicum", "Ocimum gratissimum", "Ocimum tenuiflorum",
        "Agrobacterium tumefaciens", "Agrobacterium rhizogenes", "Nicotiana benthamiana",
        "Nicotiana tabacum", "Plasmodium berghei", "Plasmodium vivax", "Plasmodium yoelii",
        "Trypanosoma cruzi", "Trypanosoma brucei", "Toxoplasma gondii", "Leishmania major",
        "Leishmania donovani", "Leishmania infantum", "Xenopus laevis", "Dictyostelium discoideum",
        "Borrelia burgdorferi", "Vibrio cholerae", "Vibrio fischeri", "Yersinia pestis",
        "Neisseria gonorrhoeae", "Neisseria meningitidis", "Haemophilus influenzae",
        "Legionella pneumophila", "Campylobacter jejuni", "Acinetobacter baumannii",
        "Enterococcus faecium", "Streptococcus agalactiae", "Mycobacterium smegmatis",
        "Mycobacterium leprae", "Mycobacterium bovis", "Streptomyces coelicolor",
        "Pseudomonas putida", "Pseudomonas fluorescens", "Pseudomonas syringae",
        "Ralstonia solanacearum", "Xanthomonas campestris", "Sinorhizobium meliloti",
        "Zea mays", "Oryza sativa", "Homo sapiens", "Mus musculus", "Rattus norvegicus",
        "Neurospora crassa", "Aspergillus nidulans", "Cryptococcus neoformans",
        "Magnaporthe oryzae", "Bombyx mori", "Tribolium castaneum", "Apis mellifera",
        "Chlamydomonas reinhardtii", "Lactococcus lactis", "Lactobacillus plantarum",
        "Chlamydia trachomatis", "Treponema pallidum", "Kluyveromyces lactis", "Pichia pastoris",
        "Schistosoma mansoni", "Strongylocentrotus purpuratus", "Ciona intestinalis",
        "Caulobacter crescentus", "Myxococcus xanthus", "Brucella abortus", "Coxiella burnetii",
        "Physcomitrium patens", "Marchantia polymorpha", "Medicago truncatula",
        "Proteus vulgaris", "Proteus mirabilis", "Clostridium difficile", "Danio rerio",
    )
}  # fmt: skip
