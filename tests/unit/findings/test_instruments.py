from __future__ import annotations

import pytest

from aliquot.findings.instruments import Instruments
from aliquot.types import Block, BlockType, Chunk, Document, DocumentKind, Finding, Span
from cpu_time import cpu_time
from instrument_names import names_of


def found(text: str, block: BlockType = BlockType.PARAGRAPH) -> list[Finding]:
    span = Span(0, len(text))
    document = Document(
        kind=DocumentKind.PROTOCOL,
        title="T",
        text=text,
        blocks=(Block(type=block, text=text, span=span),),
        id="t",
    )
    chunk = Chunk(id="t#1", document_id="t", text=text, header="", span=span)
    return list(Instruments().extract(document, [chunk]))


def values(text: str, block: BlockType = BlockType.PARAGRAPH) -> list[str]:
    return [one.value for one in found(text, block)]


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("run on a NovaSeq 6000 and a MiSeq", ["NovaSeq 6000", "MiSeq"]),
        ("on an Illumina HiSeq2000 at depth", ["Illumina HiSeq2000"]),
        ("a Zeiss LSM 880 confocal microscope was", ["Zeiss LSM 880 confocal microscope"]),
        ("an Eppendorf 5424 R centrifuge", ["Eppendorf 5424 R centrifuge"]),
        ("an Agilent 1200 HPLC system was", ["Agilent 1200 HPLC system"]),
        ("on a FACSAria™ III cell sorter", ["FACSAria™ III cell sorter"]),
        ("on the Bio-Rad CFX 96 Connect Real-Time PCR System", 1),
        ("by a 10AF manual injector and an FRC-10A fraction collector", 2),
    ],
)
def test_model_is_found_with_its_number_maker_and_kind(
    sentence: str, expected: list[str] | int
) -> None:
    names = values(sentence)
    assert (len(names) if isinstance(expected, int) else names) == expected


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("with an inverted microscope (Leica, Wetzlar, Germany)", "inverted microscope"),
        ("in a plate reader (Infinite M200 PRO; Tecan)", "Infinite M200 PRO"),
        ("an inline heater (SH-27B, Warner Instruments, New Haven, CT)", "SH-27B"),
        ("by a spectrophotometer (UV-1800) at 600 nm", "UV-1800"),
        ("quantified (Qubit fluorometer, Invitrogen)", "Qubit fluorometer"),
        ("an H-type file of size 30 or 40 (Dentsply, Ballaigues, Switzerland)", "H-type file"),
        ("on a multichannel polygraph (Grass 7D, USA) from the left", "Grass 7D"),
        ("a pressure transducer (Gould Statham P23ID) and", "Gould Statham P23ID"),
        ("a microscope (Leica DM1000 LED, Leica Microsystems, Germany)", "Leica DM1000 LED"),
        ("by a spectrophotometer (model 680; Bio-Rad, Hercules, CA)", "680"),
        ("a cryostat (CM1850, Leica, Germany)", "CM1850"),
        ("the output monitor CARDIOSYS CO-101 (Experimetria, Hungary)", "CARDIOSYS CO-101"),
        ("a centrifuge 5810R (Eppendorf, Hamburg)", "centrifuge 5810R"),
        ("counted by a MicroBeta JET (PerkinElmer Life Sciences)", "MicroBeta JET"),
        ("in a 4700 Proteomics Analyzer (Applied Biosystems)", "4700 Proteomics Analyzer"),
        ("a column C18, 5 μm, 250 × 4.6 mm (Phenomenex)", "column C18, 5 μm, 250 × 4.6 mm"),
        ("through an affinity column of ZEA (Vicam, USA)", "affinity column of ZEA"),
        ("The centrifuge was purchased from Eppendorf", "centrifuge"),
    ],
)
def test_thing_is_found_where_its_maker_or_model_stands_in_brackets(
    sentence: str, expected: str
) -> None:
    assert values(sentence) == [expected]


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("using the QIAEX II gel extraction kit (Qiagen)", ["QIAEX II gel extraction kit"]),
        ("(Plant DNA extraction kit, Qiagen)", ["Plant DNA extraction kit"]),
        ("the QIAamp DNA blood mini-kit", ["QIAamp DNA blood mini-kit"]),
        (
            "a premade TAQMAN genotyping assay (Applied Biosystems, USA)",
            ["TAQMAN genotyping assay"],
        ),
        (
            "the KAPA HyperPrep and Library Quantification kits",
            ["KAPA HyperPrep", "KAPA Library Quantification"],
        ),
        ("Agencourt AMPure XP beads were", ["Agencourt AMPure XP beads"]),
        ("one of two ERCC RNA “spike-in” mixes", ["ERCC RNA “spike-in” mixes"]),
        ("The TUNEL assay kit was purchased from Roche, USA", ["TUNEL assay kit"]),
        ("ABC staining kit and sera (mouse) were procured from Sigma", ["ABC staining kit"]),
        ("the plant Mini kit following guidelines (Qiagen, USA)", ["plant Mini kit"]),
        ("an RT-PCR Kit with SYBR Green (BIO-RAD)", ["RT-PCR Kit with SYBR Green"]),
        ("the DNeasy Blood and Tissue Kit was", ["DNeasy Blood and Tissue Kit"]),
        ("In Situ Cell Death Detection Kit (Roche)", ["In Situ Cell Death Detection Kit"]),
        ("by Pierce 660nm Protein Assay Reagent", ["Pierce 660nm Protein Assay Reagent"]),
    ],
)
def test_kit_is_found_whole_and_without_the_sentence_before(
    sentence: str, expected: list[str]
) -> None:
    assert values(sentence) == expected


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("a 70 µm cell strainer (BD Falcon)", ["70 µm cell strainer"]),
        ("a 0.22-μm syringe filter unit (Millipore, USA)", ["0.22-μm syringe filter unit"]),
        ("sterile 1 mL insulin syringe (Any Private Limited)", ["1 mL insulin syringe"]),
        ("in a tissue culture plate (Becton Dickinson and Company)", ["tissue culture plate"]),
        ("through Whatman filter paper No. 1 (Whatman Ltd.)", ["Whatman filter paper No. 1"]),
        ("on Merck (Essen) silica gel plates at", ["Merck (Essen) silica gel plates"]),
        ("through filter paper (Whatman International, UK)", ["filter paper"]),
        ("through filter paper (Whatman No. 4)", ["Whatman No. 4"]),
        ("in 2 mL Protein LoBind tubes filled", ["2 mL Protein LoBind tubes"]),
        ("on the plates (Corning) and membranes (Pall)", []),
        ("transferred to 15-mL Falcon tubes", []),
    ],
)
def test_ware_is_told_by_its_maker_and_named_with_its_size(
    sentence: str, expected: list[str]
) -> None:
    assert values(sentence) == expected


@pytest.mark.parametrize(
    "sentence",
    [
        "ELISA kits were compared and a PCR kit was used.",
        "IEDCR uses many different kits; in the Qiagen kits this is AE.",
        "Zeiss ZEN software, the Illumina BaseSpace platform and Illumina Bcl2fastq",
        "DMEM (Gibco), Tween-20 (Sigma-Aldrich, USA), an anti-CD3 antibody (Abcam)",
        "Sigma P1234, Abcam ab1234, Invitrogen A11001 and Merck 12345",
        "Aurora kinase, Typhoon Haiyan, the VICTOR trial, Maxwell J, solid samples",
        "Rinse with Milli-Q water in a CO2 incubator; use a P10 micropipette.",
        "the Hamilton Depression Rating Scale-24; Malvern Instruments; Molecular Probes, Roche",
        "the Biostatistics Unit (Cambridge, UK) and the Event Reporting System",
        "In body weight and under a light cycle",
        "by a light microscope (Figure S1) and a camera (Smith 2004)",
        "in an incubator (37 °C, 5% CO2) under a lens (40X, oil)",
        "the intensive care unit (University Hospital, Leiden, The Netherlands)",
        "ten rats (Charles River Laboratories, Wilmington, MA) and LY294002 (Calbiochem)",
    ],
)
def test_generic_things_programs_reagents_and_people_are_none(sentence: str) -> None:
    assert values(sentence) == []


def test_spellings_of_one_thing_are_one_finding() -> None:
    text = (
        "An Illumina HiSeq 2500 sequencer was used. The HiSeq2500 and the HiSeq-2500 run daily. "
        "The Hi Seq 2500 system is HiSeq 2500®."
    )
    (one,) = found(text)
    assert one.normalised == "hiseq 2500"


def test_family_alone_means_the_model_named_in_full() -> None:
    assert values("on the NanoDrop ND-1000. The Nanodrop was blanked.") == ["NanoDrop ND-1000"]
    assert values("on the MiSeq with a MiSeq v2 flow cell") == ["MiSeq", "MiSeq v2 flow cell"]


def test_second_model_behind_a_stroke_has_the_family_of_the_first() -> None:
    assert values("HiSeq 2500 RR/X 10") == ["HiSeq 2500", "HiSeq X 10"]
    assert values("on a PowerLab 8/30 (ADInstruments)") == ["PowerLab 8/30"]


def test_bare_kit_means_the_one_named_in_full() -> None:
    text = "DNeasy Blood & Tissue Kit. Read the DNeasy kit instructions."
    assert values(text) == ["DNeasy Blood & Tissue Kit"]


def test_papers_of_one_grade_are_one_finding() -> None:
    text = "Whatman no. 1 paper. Whatman filter paper No. 1 and filter paper (Whatman No. 4)"
    assert [one.normalised for one in found(text)] == [
        "whatman no. 1 filter paper",
        "whatman no. 4 filter paper",
    ]


def test_kind_without_a_name_keeps_its_maker_in_the_one_spelling() -> None:
    (one,) = found("an inverted microscope (Nikon, Tokyo, Japan)")
    (other,) = found("a Nikon inverted microscope was")
    assert one.normalised == other.normalised == "nikon inverted microscope"


def test_names_of_one_test_are_merged_by_alias() -> None:
    (one,) = found("QuantiFERON-TB Gold In-Tube (Cellestis). The QFT-IT assay was read.")
    assert one.normalised == "quantiferon-tb gold in-tube"


@pytest.mark.parametrize(
    ("row", "value", "catalogue"),
    [
        ("| 200 µL filter tip (refill) | Starlab UK | S1120 |", "200 µL filter tip", "S1120"),
        ("| Commercial assay or kit | RNeasy Kit | Qiagen | 74104 |", "RNeasy Kit", "74104"),
        ("| Centrifuge 5424 | 1 | Eppendorf | 5404000010 |", "Centrifuge 5424", "5404000010"),
    ],
)
def test_row_of_parts_is_named_without_remarks(row: str, value: str, catalogue: str) -> None:
    (one,) = found(row, BlockType.TABLE)
    assert (one.value, one.details["catalogue"]) == (value, catalogue)


def test_substances_in_a_table_of_parts_are_the_reagents_part() -> None:
    assert values("| Proteinase K | 2 mL | Qiagen | 19131 |", BlockType.TABLE) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("RNAはRNeasy Mini Kit（QIAGEN社）で抽出した。", ["RNeasy Mini Kit"]),
        ("NanoDropで測定し、HiSeq 2500を用いた。", ["NanoDrop", "HiSeq 2500"]),
        ("ニコン社製の倒立型蛍光顕微鏡で観察した。", ["倒立型蛍光顕微鏡"]),
        ("遠心機（トミー精工）で遠心した。", ["遠心機"]),
        ("タカラバイオ製のDNA抽出キットを使った。", ["DNA抽出キット"]),
        ("遠心機で遠心し、顕微鏡で観察した。", []),
    ],
)
def test_japanese_names_are_found_as_they_are_written(text: str, expected: list[str]) -> None:
    assert values(text) == expected


def test_japanese_maker_tells_one_generic_thing_from_another() -> None:
    (one,) = found("ニコン社製の顕微鏡を使用した。")
    assert (one.normalised, one.details["maker"]) == ("ニコン 顕微鏡", "ニコン")


@pytest.mark.parametrize("text", ["", " ", "®™", "kit", "(Leica)", "キット", "| | |", "HiSeq"])
def test_scraps_of_text_raise_nothing(text: str) -> None:
    assert len(values(text)) <= 1


def test_time_grows_with_the_text_alone() -> None:
    hostile = "Leica A1 B2 C3 laser scanning " * 1000 + "Illumina " * 1000 + "(" * 1000
    with cpu_time() as spent:
        values(hostile)
    assert spent.seconds < 1.0


# ------------------------------------------------------------------------ rule of the benchmark


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Illumina HiSeq 2500 sequencer", "HiSeq2500"),
        ("QIAquick Gel Extraction Kit", "QIAGEN QIAquick® gel-extraction kits"),
        ("Qubit fluorometer, Invitrogen", "Qubit"),
        ("Leica TCS SP2", "TCS SP2 laser scanning confocal microscope"),
        ("C18 Jupiter analytical column", "Phenomenex Jupiter C18 column"),
        ("Axon 4000B scanner", "Axon GenePix 4000B"),
    ],
)
def test_score_takes_spellings_of_one_thing_as_one(one: str, other: str) -> None:
    assert names_of(one) & names_of(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("HiSeq", "HiSeq 2500"),
        ("Qubit", "Qubit dsDNA HS kit"),
        ("Qubit fluorometer", "Qubit kit"),
        ("Leica microscope", "Leica microtome"),
        ("MiSeq", "MiSeq v2 flow cell"),
        ("RNeasy Mini Kit", "RNeasy Plant Mini Kit"),
    ],
)
def test_score_takes_names_of_two_things_as_two(one: str, other: str) -> None:
    assert not names_of(one) & names_of(other)
