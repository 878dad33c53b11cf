"""Write small database records, tables, bibliographies and archives.

What enters: a path. What leaves: a file there that the parser of its format reads.
"""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

from made_files.known import AUTHOR, NOTE, PARAGRAPHS, STEPS, TABLE, TITLE

__all__ = ["WRITERS"]


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1)


UNIPROT_FLAT = """\
ID   LUMX_LUMKE              Reviewed;          12 AA.
AC   Q9LQ12;
DT   01-OCT-2014, integrated into UniProtKB/Swiss-Prot.
DE   RecName: Full=Lumenin;
GN   Name=lumX;
OS   Lumenia kelvini.
RN   [1]
RP   FUNCTION.
RX   PubMed=12345678; DOI=10.1000/lum.1;
RA   Tanabe A.;
RT   "Lumenin lights up.";
RL   J. Invented Biol. 1:1-2(2014).
CC   -!- FUNCTION: Emits light when bound to calcium and keeps on doing so for
CC       ten minutes at 37 degrees Celsius. {ECO:0000269|PubMed:12345678}.
CC   -!- SUBCELLULAR LOCATION: Cytoplasm.
KW   Calcium; Luminescence.
FT   VARIANT         5
FT                   /note="A -> V (in strain LQ-12)"
SQ   SEQUENCE   12 AA;  1300 MW;  0123456789ABCDEF CRC64;
     MEEPQSDPSV EP
//
"""
UNIPROT_JSON = {
    "primaryAccession": "Q9LQ12",
    "uniProtkbId": "LUMX_LUMKE",
    "entryType": "UniProtKB reviewed (Swiss-Prot)",
    "organism": {"scientificName": "Lumenia kelvini"},
    "proteinDescription": {"recommendedName": {"fullName": {"value": "Lumenin"}}},
    "genes": [{"geneName": {"value": "lumX"}}],
    "comments": [
        {"commentType": "FUNCTION", "texts": [{"value": "Emits light when bound to calcium."}]}
    ],
    "keywords": [{"name": "Calcium"}],
}
UNIPROT_XML = """\
<?xml version="1.0"?><uniprot xmlns="http://uniprot.org/uniprot"><entry dataset="Swiss-Prot">
<accession>Q9LQ12</accession><name>LUMX_LUMKE</name><protein><recommendedName><fullName>Lumenin
</fullName></recommendedName></protein><gene><name type="primary">lumX</name></gene><organism>
<name type="scientific">Lumenia kelvini</name></organism><comment type="function"><text>Emits
light when bound to calcium.</text></comment><sequence length="12">MEEPQSDPSVEP</sequence></entry>
</uniprot>
"""
GENBANK = """\
LOCUS       LQ000012                 120 bp    DNA     linear   BCT 01-OCT-2014
DEFINITION  Lumenia kelvini lumX gene for lumenin, complete
            cds.
ACCESSION   LQ000012
VERSION     LQ000012.1
SOURCE      Lumenia kelvini
  ORGANISM  Lumenia kelvini
            Bacteria; Lumeniales.
REFERENCE   1  (bases 1 to 120)
  AUTHORS   Tanabe,A.
  TITLE     Lumenin lights up
  JOURNAL   J. Invented Biol. 1, 1-2 (2014)
   PUBMED   12345678
FEATURES             Location/Qualifiers
     source          1..120
                     /organism="Lumenia kelvini"
     CDS             10..48
                     /gene="lumX"
                     /product="lumenin, a protein that emits light when it is
                     bound to calcium"
                     /protein_id="LQX00001.1"
ORIGIN
        1 atggaagaac cacaatcaga tccatcagta gaaccataaa tggaagaacc acaatcagat
       61 ccatcagtag aaccataaat ggaagaacca caatcagatc catcagtaga accataaatg
//
"""
GTF = (
    '1\tmade\tgene\t100\t900\t.\t+\t.\tgene_id "G1"; gene_name "lumX"; gene_biotype "protein";\n'
    '1\tmade\ttranscript\t100\t900\t.\t+\t.\tgene_id "G1"; transcript_id "T1"; gene_name "lumX";\n'
    '1\tmade\texon\t100\t300\t.\t+\t.\tgene_id "G1"; transcript_id "T1"; exon_number "1";\n'
    '1\tmade\tCDS\t100\t250\t.\t+\t0\tgene_id "G1"; transcript_id "T1"; exon_number "1";\n'
)
BIBTEX = f"""\
@article{{tanabe2014,
  title = {{{TITLE}}},
  author = {{Tanabe, Aoi and M{{\\"u}}ller, Eva}},
  year = {{2014}}, journal = {{J. Invented Biol.}}, doi = {{10.1000/lum.1}},
  abstract = {{{NOTE}}}
}}
"""
RIS = f"""\
TY  - JOUR
TI  - {TITLE}
AU  - Tanabe, Aoi
PY  - 2014
JO  - J. Invented Biol.
DO  - 10.1000/lum.1
AB  - {NOTE}
ER  - 
"""  # noqa: W291 -- the format asks for the space
CSL = [
    {
        "id": "t",
        "type": "article-journal",
        "title": TITLE,
        "author": [{"family": "Tanabe", "given": "Aoi"}],
        "issued": {"date-parts": [[2014]]},
        "container-title": "J. Invented Biol.",
        "DOI": "10.1000/lum.1",
    }
]
EMBL = """\
ID   LQ000012; SV 1; linear; genomic DNA; STD; PRO; 60 BP.
XX
AC   LQ000012;
XX
DE   Lumenia kelvini lumX gene for lumenin
XX
OS   Lumenia kelvini
RN   [1]
RX   PUBMED; 12345678.
RA   Tanabe A.;
RT   "Lumenin lights up";
RL   J. Invented Biol. 1:1-2(2014).
FH   Key             Location/Qualifiers
FT   CDS             10..48
FT                   /gene="lumX"
FT                   /product="lumenin, a protein that emits light when it is
FT                   bound to calcium"
SQ   Sequence 60 BP; 20 A; 15 C; 15 G; 10 T; 0 other;
     atggaagaac cacaatcaga tccatcagta gaaccataaa tggaagaacc acaatcagat        60
//
"""
FASTA = (
    ">sp|Q9LQ12|LUMX_LUMKE Lumenin OS=Lumenia kelvini OX=9999901 GN=lumX PE=1 SV=1\n"
    "MEEPQSDPSVEPPLSQETFSDLWKLLPENNVLSPLPSQAMDDLMLSPDDIEQWFTEDPGP\n"
)
ENSEMBL_JSON = {
    "id": "ENSG00000999901",
    "display_name": "LUMX",
    "description": "lumenin [Source:HGNC Symbol;Acc:HGNC:99999]",
    "object_type": "Gene",
    "biotype": "protein_coding",
    "species": "homo_sapiens",
    "seq_region_name": "1",
    "start": 100,
    "end": 900,
    "strand": 1,
    "assembly_name": "GRCh38",
}
MEDLINE = f"""\
PMID- 12345678
OWN - NLM
DP  - 2014 Oct
TI  - {TITLE}
AB  - Heat shock was studied in a strain. {NOTE}
FAU - Tanabe, Aoi
AU  - Tanabe A
LA  - eng
JT  - Journal of Invented Biology
AID - 10.1000/lum.1 [doi]
"""
PUBMED_XML = f"""\
<?xml version="1.0"?><PubmedArticleSet><PubmedArticle><MedlineCitation Status="MEDLINE">
<PMID Version="1">12345678</PMID><Article PubModel="Print"><Journal><JournalIssue><PubDate><Year>
2014</Year></PubDate></JournalIssue><Title>Journal of Invented Biology</Title></Journal>
<ArticleTitle>{TITLE}</ArticleTitle><Abstract><AbstractText Label="METHODS">{NOTE}</AbstractText>
</Abstract><AuthorList><Author><LastName>Tanabe</LastName><ForeName>Aoi</ForeName></Author>
</AuthorList></Article></MedlineCitation></PubmedArticle></PubmedArticleSet>
"""
OPENTRONS = f'''\
"""{TITLE}"""
from opentrons import protocol_api

metadata = {{"protocolName": "{TITLE}", "author": "{AUTHOR}", "apiLevel": "2.13"}}


def run(protocol: protocol_api.ProtocolContext):
    plate = protocol.load_labware("corning_96_wellplate_360ul_flat", 1)
    tips = protocol.load_labware("opentrons_96_tiprack_300ul", 2)
    pipette = protocol.load_instrument("p300_single", "left", tip_racks=[tips])
    for well in plate.wells()[:4]:
        pipette.transfer(50, plate["A1"], well)  # {NOTE}
    protocol.delay(minutes=10)
'''
SCRIPT = f"""\
# {TITLE}
# Counts colonies of three plates.
counts <- c(218, 412, 389)
mean(counts) # {NOTE}
"""
TRIAL_JSON = {
    "protocolSection": {
        "identificationModule": {"nctId": "NCT09999901", "briefTitle": "Lumenin in Long Tiredness"},
        "statusModule": {
            "overallStatus": "COMPLETED",
            "startDateStruct": {"date": "2020-03"},
            "completionDateStruct": {"date": "2021-04-15"},
        },
        "descriptionModule": {"briefSummary": PARAGRAPHS["Background"]},
        "conditionsModule": {"conditions": ["Fatigue"]},
        "designModule": {"phases": ["PHASE2"], "enrollmentInfo": {"count": 60}},
        "armsInterventionsModule": {"interventions": [{"type": "DRUG", "name": "Lumenin"}]},
        "outcomesModule": {
            "primaryOutcomes": [{"measure": "Fatigue score", "timeFrame": "8 weeks"}]
        },
        "eligibilityModule": {
            "eligibilityCriteria": "Inclusion Criteria:\n\n* Age 18 or older\n* Tired",
            "sex": "ALL",
            "minimumAge": "18 Years",
        },
    }
}
TRIAL_XML = f"""\
<?xml version="1.0"?><clinical_study><id_info><nct_id>NCT09999901</nct_id></id_info>
<brief_title>Lumenin in Long Tiredness</brief_title><overall_status>Completed</overall_status>
<start_date>March 2020</start_date><phase>Phase 2</phase><study_type>Interventional</study_type>
<brief_summary><textblock>{NOTE}</textblock></brief_summary><condition>Fatigue</condition>
<intervention><intervention_type>Drug</intervention_type><intervention_name>Lumenin
</intervention_name></intervention><eligibility><criteria><textblock>Inclusion Criteria:

- Age 18 or older</textblock></criteria><gender>All</gender><minimum_age>18 Years</minimum_age>
</eligibility></clinical_study>
"""
PROTOCOL_JSON = {
    "id": "9",
    "title": TITLE,
    "description": PARAGRAPHS["Background"],
    "steps": "\n".join(f"{n}. {step}" for n, step in enumerate(STEPS, 1)),
}
CRATE = {
    "@context": "https://w3id.org/ro/crate/1.1/context",
    "@graph": [
        {
            "@id": "ro-crate-metadata.json",
            "@type": "CreativeWork",
            "about": {"@id": "./"},
            "conformsTo": {"@id": "https://w3id.org/ro/crate/1.1"},
        },
        {"@id": "./", "@type": "Dataset", "hasPart": [{"@id": "./one"}], "name": "export"},
        {
            "@id": "./one",
            "@type": "Dataset",
            "name": TITLE,
            "text": f"<h1>Goal</h1><p>{NOTE}</p>",
            "dateCreated": "2025-06-03T10:00:00+09:00",
            "author": {"@id": "#tanabe"},
            "hasPart": [],
        },
        {"@id": "#tanabe", "@type": "Person", "givenName": "Aoi", "familyName": "Tanabe"},
    ],
}


def _eln(path: Path) -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("export/ro-crate-metadata.json", _json(CRATE))
        archive.writestr("export/one/notes.txt", NOTE)


# Format -> file name and what stands in it.
TEXTS = {
    "csv": ("colonies.csv", "\n".join(",".join(row) for row in TABLE) + "\n"),
    "uniprot_flat": ("Q9LQ12.txt", UNIPROT_FLAT),
    "uniprot_json": ("Q9LQ12.json", _json(UNIPROT_JSON)),
    "uniprot_xml": ("Q9LQ12.xml", UNIPROT_XML),
    "genbank": ("LQ000012.gb", GENBANK),
    "gtf": ("genes.gtf", GTF),
    "bibtex": ("library.bib", BIBTEX),
    "ris": ("library.ris", RIS),
    "csl_json": ("library.json", _json(CSL)),
    "embl": ("LQ000012.embl", EMBL),
    "fasta": ("Q9LQ12.fasta", FASTA),
    "ensembl_json": ("ENSG00000999901.json", _json(ENSEMBL_JSON)),
    "medline": ("export.nbib", MEDLINE),
    "pubmed_xml": ("export.xml", PUBMED_XML),
    "opentrons": ("transfer.py", OPENTRONS),
    "script": ("counts.R", SCRIPT),
    "trial_json": ("NCT09999901.json", _json(TRIAL_JSON)),
    "trial_xml": ("NCT09999901.xml", TRIAL_XML),
    "protocol_json": ("protocol.json", _json(PROTOCOL_JSON)),
    "json": ("instrument.json", _json({"instrument": "Reader", "operator": AUTHOR, "gain": [80]})),
}


def _writer(text: str) -> object:
    return lambda path: path.write_text(text, encoding="utf-8")


WRITERS = {name: (file, _writer(text)) for name, (file, text) in TEXTS.items()}
WRITERS["eln"] = ("export.eln", _eln)
