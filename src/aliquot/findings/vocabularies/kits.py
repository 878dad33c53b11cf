"""What kits are called, and reference materials known by name.

Source: general knowledge of catalogues: what a kit is for, and from what.
"""

from __future__ import annotations

__all__ = ["COMMON_WORDS", "FIRST_OF_MATERIALS", "KIT_WORDS", "REFERENCE_MATERIALS"]

# Small words inside a kit's name: what it is for, from what, in what size.
KIT_WORDS: frozenset[str] = frozenset(
    """
    amplification analysis antibody antigen apoptosis assay bead beads bacterial bind biotin
    bisulfite blocking blood calibration capture cdna cell cells chain chemiluminescence
    chemiluminescent chip clean clean-up cleanup cloning colorimetric color colour column
    conjugation control conversion core coupling culture cycle cytotoxicity damage dead deep
    depletion detection development diagnostic differentiation digestion dna dsdna dye easy
    elimination elisa enrichment enzyme expression extraction fast fluorescence fluorescent
    fluorometric fragmentation free gel gene generation genomic genotyping gold green high human
    hybridization hybridisation immunoassay immunoprecipitation in-vitro indexing integration
    isolation isothermal fixation labeling labelling large library ligation live luciferase lysis
    magnetic maxi maxiprep methylation micro midi midiprep mini mini-prep miniprep mix mouse mrna
    multiplex mutagenesis nano nuclear nucleic acid nucleotide oligo one-step pair phosphatase
    plant plasmid plus polymerase pool positive pcr precipitation prep preparation probe protein
    proteome proliferation pure purification qpcr quantification quantitation quick rapid rat
    reagent real-time reaction recovery red release removal reporter reverse ribosomal rna rrna
    sample screening selection sensitivity sequencing serum signal silver single site-directed
    small soil spin ssdna staining standard stool strand stranded supplement substrate surface
    synthesis system taq tagging target template terminator test testing tissue total transcript
    transcriptase transcription transfection transformation translation tube ultra universal urine
    version viability viral virus whole yeast zymogen tyramide enhanced alkaline separation
    nucleosome chromatin western blot blotting peptide phosphorylation kinase activity oxidative
    barcode index adapter adaptor primer primers silica cleaning crosslinking
    cross-linking microrna mirna sirna immunohistochemistry
    """.split()  # noqa: SIM905  (a list of words reads as one)
)
# Words and abbreviations that many kits share: with no others, the kit has no name of its own.
COMMON_WORDS: frozenset[str] = KIT_WORDS | frozenset(
    """
    dna rna cdna mrna gdna mirna dsdna ssdna rrna pcr qpcr rt-pcr rt-qpcr qrt-pcr elisa eia ria igg
    igm iga ngs hiv hiv-1 hcv hbv covid-19 covid19 sars-cov-2 atp ros mtt ldh bca il-6 il-1β tnf-α
    tnf tnf-alpha bp vip rt ihc ish facs tunel rt-lamp lamp viral-rna kit kits home self tool
    first-aid commercial laboratory in vitro cd4 cd8 cd14 crp p24 snp hla il-10 il-2 il-4 ifn-γ
    glucose insulin cholesterol lactate urea creatinine albumin
    """.split()  # noqa: SIM905
)
# Materials that laboratories measure to compare themselves. Source: makers' and NIST's catalogues.
REFERENCE_MATERIALS: tuple[str, ...] = (
    r"Universal (?:Human|Mouse|Rat) Reference(?: RNA)?(?! (?:Genome|Assembly|Database))",
    r"Human Brain Reference(?: RNA)?(?! (?:Genome|Atlas))",
    r"ERCC (?:RNA |ExFold )*[“\"']?[Ss]pike[- ]?[Ii]ns?[”\"']?"
    r"(?: (?:RNA )?(?:[Mm]ix(?:es)?|[Cc]ontrols?))?",
    r"(?:NIST )?SRM \d{3,5}[a-z]?(?!\w)",
    r"ZymoBIOMICS(?:®|™)? (?:Gut )?Microbial Community (?:DNA )?Standard(?: II)?",
    r"Seraseq(?:®|™)?(?: [A-Z][\w-]*){1,5}",
    r"SIRV-?Set ?\d",
    r"AcroMetrix(?:®|™)?(?: [A-Z][\w-]*){1,5}",
    r"Sequins? (?:RNA|DNA) standards?",
)  # fmt: skip
# What they begin with.
FIRST_OF_MATERIALS = frozenset(
    {"Universal", "Human", "ERCC", "NIST", "SRM", "ZymoBIOMICS", "Seraseq", "SIRV", "AcroMetrix",
     "Sequin", "Sequins"}
)  # fmt: skip
