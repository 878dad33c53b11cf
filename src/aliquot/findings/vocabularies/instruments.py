"""Makers and models of laboratory instruments, and what kinds of instrument there are.

Source: general knowledge of the trade (makers, and the families of models that methods sections
name most), with some names met in the development half of `benchmarks/data/findings_truth_*.jsonl`.
"""

from __future__ import annotations

__all__ = ["COUNTRIES", "HEADS", "MAKERS", "MODELS"]

# As they are written in methods sections, without the company's legal form.
MAKERS: tuple[str, ...] = (
    "Thermo Fisher Scientific", "Thermo Scientific", "ThermoFisher", "Thermo Fisher", "Thermo",
    "Life Technologies", "Applied Biosystems", "Applied BioSystems", "Invitrogen", "Ambion",
    "Molecular Probes", "Gibco", "Illumina", "Agilent Technologies", "Agilent", "Stratagene",
    "Qiagen", "QIAGEN", "Roche Diagnostics", "Roche Applied Science", "Roche", "Bio-Rad", "BioRad",
    "BIO-RAD", "Biorad", "Beckman Coulter", "Beckman", "BD Biosciences", "Becton Dickinson",
    "Leica Microsystems", "Leica", "Zeiss", "Carl Zeiss", "Nikon", "Olympus", "Keyence",
    "Eppendorf", "Shimadzu", "Hitachi", "JEOL", "FEI", "Bruker", "Waters", "PerkinElmer",
    "Perkin Elmer", "Perkin-Elmer", "Molecular Devices", "BioTek", "Biotek", "Tecan", "Hamilton",
    "Sartorius", "Mettler Toledo", "Covaris", "Diagenode", "Branson", "GE Healthcare", "Amersham",
    "Cytiva", "Pharmacia", "Promega", "Takara", "Clontech", "Zymo Research", "Zymo",
    "New England Biolabs", "NEB", "Macherey-Nagel", "Omega Bio-tek", "Sigma-Aldrich", "Sigma",
    "Merck", "Millipore", "Merck Millipore", "Abcam", "R&D Systems", "Miltenyi Biotec", "Miltenyi",
    "Stemcell", "10x Genomics", "Pacific Biosciences", "PacBio", "Oxford Nanopore Technologies",
    "Oxford Nanopore", "Fluidigm", "NanoString", "Luminex", "Meso Scale Discovery", "Cellestis",
    "Autoimmune Diagnostika", "ZeptoMetrix", "Phenomenex", "Supelco", "Vicam", "Whatman", "Pall",
    "Corning", "Nunc", "Greiner", "Sarstedt", "Starlab", "Starlab UK", "Gilson", "Ventana",
    "Ventana Medical Systems", "Dako", "Vector Laboratories", "Axon Instruments", "Axon",
    "Affymetrix", "Sciex", "AB Sciex", "Hewlett Packard", "Dionex", "Buchi", "Büchi", "Heidolph",
    "Stuart", "Fotodyne", "UVP", "Syngene", "LI-COR", "Li-Cor", "Photometrics",
    "Hamamatsu", "Q-Imaging", "QImaging", "Andor", "MJ Research", "Techne", "Biometra",
    "Analytik Jena", "Malvern", "Wyatt", "Labsystems", "Thermo Labsystems", "Panasonic",
    "Sanyo", "Binder", "Heraeus", "Sorvall", "Kubota", "Tomy", "Wako", "Nacalai Tesque",
    "Kapa Biosystems", "Lucigen", "Norgen", "MO BIO", "MoBio", "Mobio", "Rockland", "Pierce",
    "Lonza", "Amaxa", "Nexcelom", "Chemometec", "Logos", "Yokogawa", "PreSens", "Hanna", "Jasco",
    "JASCO", "Rigaku", "Dentsply",
)  # fmt: skip
# Families whose name alone tells the instrument; a number or version may follow.
MODELS: tuple[str, ...] = (
    "NanoDrop", "Nanodrop", "NanoPhotometer", "Qubit", "BioPhotometer",
    "Bioanalyzer", "TapeStation", "Fragment Analyzer", "LabChip", "QIAxcel", "QIAcube",
    "QIAsymphony", "KingFisher", "Maxwell", "EpMotion", "epMotion", "MiSeq", "MiniSeq", "iSeq",
    "NextSeq", "HiSeq", "HiSeqX", "NovaSeq", "Genome Analyzer", "GAIIx", "MinION", "GridION",
    "PromethION", "Flongle", "PacBio", "Sequel", "Revio", "Ion Torrent", "Ion Proton", "Ion PGM",
    "SOLiD", "454 GS FLX", "GS FLX", "GS Junior", "BGISEQ", "DNBSEQ", "MGISEQ", "iScan",
    "BeadArray", "GeneChip", "Virochip", "nCounter", "LightCycler", "Light cycler", "Lightcycler",
    "StepOnePlus", "StepOne", "QuantStudio", "ViiA 7", "CFX96", "CFX384", "CFX Connect", "iCycler",
    "MyiQ", "Mx3000P", "Mx3005P", "Rotor-Gene", "GeneAmp", "Gene AMP", "Mastercycler", "Veriti",
    "SimpliAmp", "ProFlex", "C1000", "T100", "QX200", "QX100", "7900HT", "7500 Fast", "3730xl",
    "3730XL", "3130xl", "3500xL", "ABI Prism", "ABI PRISM", "FACSCalibur", "FACS Calibur",
    "FACSCanto", "FACSAria", "FACS Aria", "FACScan", "FACSVerse", "FACSCelesta", "FACSymphony",
    "FACSMelody", "LSRFortessa", "LSR Fortessa", "LSR II", "LSRII", "Fortessa", "Accuri",
    "CytoFLEX", "Cytoflex", "Gallios", "MoFlo", "Attune", "Aurora", "MACSQuant", "ImageStream",
    "autoMACS", "QuadroMACS", "gentleMACS", "Guava", "xCELLigence", "Seahorse", "Incucyte",
    "IncuCyte", "Octet", "Biacore", "MicroCal", "NanoTemper", "Zetasizer", "Multiskan",
    "SpectraMax", "Synergy", "FLUOstar", "CLARIOstar", "POLARstar", "Infinite M200", "EnSpire",
    "EnVision", "VICTOR", "GloMax", "Typhoon", "Odyssey", "ChemiDoc", "Gel Doc", "GelDoc",
    "ImageQuant", "Fusion FX", "iBlot", "Trans-Blot", "Mini-PROTEAN", "Mini-Protean",
    "XCell SureLock", "E-Gel", "NuPAGE", "PhosphorImager", "Bioruptor", "Covaris", "Sonifier",
    "FastPrep", "Precellys", "TissueLyser", "Nucleofector", "Neon transfection", "Gene Pulser",
    "MicroPulser", "ÄKTA", "AKTA", "Orbitrap", "Q Exactive", "LTQ", "TripleTOF", "Xevo", "Synapt",
    "timsTOF", "MALDI Biotyper", "UltiMate", "Nexera", "Prominence", "Acquity", "ACQUITY",
    "Clarus", "Axiovert", "Axioskop", "Axioplan", "Axio Observer", "Axio Imager", "Axio Scan",
    "Axioscan", "LSM 510", "LSM 700", "LSM 710", "LSM 780", "LSM 800", "LSM 880", "LSM 900",
    "LSM 980", "LSM510", "LSM710", "LSM780", "LSM880", "TCS SP2", "TCS SP5", "TCS SP8",
    "Leica SP5", "Leica SP8", "STELLARIS", "Eclipse Ti", "Eclipse E", "FluoView", "Fluoview",
    "FV1000", "FV3000", "FV1200", "Retiga", "BZ-X", "EVOS", "Opera Phenix", "ImageXpress",
    "Cellomics", "Cell Observer", "Countess", "TC20", "Vi-CELL", "NucleoCounter",
    "Coulter Counter", "Chromium", "Visium", "Xenium", "Fluidigm C1", "BioMark", "Vibratome",
    "IVIS", "Vevo", "BioSpec", "Sterivex",
    "LoBind", "Amicon", "Centricon", "Vivaspin", "Microcon",
    "Cell Strainer", "Autostainer", "BenchMark", "Benchmark", "Bond-Max", "BOND RX", "AMPure",
    "Ampure", "SPRIselect", "Dynabeads", "MACS", "ELISPOT reader", "QuantiFERON", "QFT-IT",
    "QFT-GIT", "Picogreen", "PicoGreen", "RiboGreen", "TruSeq", "Nextera", "KAPA HyperPrep",
    "NEBNext", "HP-5MS", "Jupiter", "Zorbax",
)  # fmt: skip
# What an instrument is called; the first word of a pair is for search by its last.
HEADS: tuple[str, ...] = (
    "microscope", "spectrophotometer", "spectrometer", "spectrofluorometer", "fluorometer",
    "fluorimeter", "luminometer", "photometer", "colorimeter", "cytometer", "cell sorter",
    "sorter", "sequencer", "thermocycler", "thermal cycler", "cycler", "centrifuge",
    "microcentrifuge", "ultracentrifuge", "rotor", "incubator", "shaker", "plate reader",
    "microplate reader", "reader", "scanner", "imager", "imaging system", "camera", "detector",
    "pump", "chromatograph", "chromatography system", "analytical system", "analyzer", "analyser",
    "bioanalyzer chip", "electrode", "electroporator", "sonicator", "ultra-sonicator",
    "ultrasonicator", "homogenizer", "homogeniser", "microtome", "cryostat", "vibratome",
    "autostainer", "autoclave", "fermenter", "fermentor", "bioreactor", "balance", "pH meter",
    "potentiometer", "rheometer", "polarimeter", "evaporator", "lyophilizer", "freeze dryer",
    "fraction collector", "injector", "autosampler", "column", "ultrafiltration unit", "flow cell",
    "cartridge", "laminar flow hood", "biosafety cabinet", "laser", "objective",
    "transilluminator", "micropipette", "pipettor", "dispenser", "washer", "robot", "workstation",
    "instrument", "instruments", "system", "platform", "counter", "chamber", "monitor",
    "ventilator", "glucometer", "audiometer", "hood", "assay", "array", "microarray", "chip",
    "ELISA", "beads",
)  # fmt: skip
# Where a bracket behind an instrument ends: a maker's address. Source: countries of makers.
COUNTRIES: tuple[str, ...] = (
    "USA", "U.S.A.", "US", "UK", "U.K.", "United States", "United Kingdom", "Germany", "Japan",
    "France", "Switzerland", "Sweden", "Denmark", "Netherlands", "The Netherlands", "Italy",
    "Spain", "Austria", "Belgium", "Finland", "Norway", "Canada", "Australia", "China", "India",
    "Korea", "South Korea", "Taiwan", "Israel", "Singapore", "Brazil", "Poland", "Hungary",
    "Czech Republic", "Ireland", "Russia", "Iran", "Turkey", "Mexico",
)  # fmt: skip
