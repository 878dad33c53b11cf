"""Amounts are found where a text states them, with their value and their exact place."""

from __future__ import annotations

import math

import pytest

from aliquot.quantities import find_quantities
from aliquot.types import QuantityKind as Kind

NIGHT = (43_200, 64_800)
ROOM = (20, 25)


def found(text: str) -> list[tuple[str, Kind, float, float]]:
    return [(q.span.of(text), q.kind, q.low, q.high) for q in find_quantities(text)]


def only(text: str) -> tuple[str, Kind, float, float]:
    [one] = found(text)
    return one


@pytest.mark.parametrize(
    ("text", "written", "celsius"),
    [
        ("Incubate at 37 °C.", "37 °C", 37),
        ("Warm to 37C", "37C", 37),
        ("a 37 degree C water bath", "37 degree C", 37),
        ("at 4 deg.", "4 deg.", 4),
        ("Spin at 4 degrees for it", "4 degrees", 4),
        ("a 37 deg C bath", "37 deg C", 37),
        ("place at 4 degC", "4 degC", 4),
        ("in a 37oC incubator", "37oC", 37),
        ("94 oC", "94 oC", 94),
        ("heat to 42ºC", "42ºC", 42),
        ("dry at 37 ˚C", "37 ˚C", 37),
        ("at 95 ° C", "95 ° C", 95),
        ("increased to 240°", "240°", 240),
        ("stored at −80 °C", "−80 °C", -80),
        ("store at - 80 °C", "- 80 °C", -80),
        ("kept frozen (- 20°C)", "- 20°C", -20),
        ("Denaturation - 95 °C", "95 °C", 95),
        ("分注して-80 °Cで保存", "-80 °C", -80),
        ("分注し－80℃で保存", "－80℃", -80),
        ("stored at –20 °C", "–20 °C", -20),
        ("into a -80 C Freezer", "-80 C", -80),
        ("Incubate at -20.", "-20", -20),
        ("the -80 freezer", "-80", -80),
        ("Store plates at 4C, inverted", "4C", 4),
        ("grow at 37 C with shaking", "37 C", 37),
        ("98.6 °F", "98.6 °F", 37),
        ("kept on ice", "on ice", 0),
        ("crush on dry ice", "on dry ice", -78.5),
        ("37℃で", "37℃", 37),
        ("３７℃で培養", "３７℃", 37),
        ("56度で静置", "56度", 56),
        ("氷上に置く", "氷上", 0),
        ("dissolve at 45,5 °C", "45,5 °C", 45.5),
    ],
)
def test_temperature(text: str, written: str, celsius: float) -> None:
    assert only(text) == (written, Kind.TEMPERATURE, pytest.approx(celsius), pytest.approx(celsius))


@pytest.mark.parametrize(
    "text",
    ["at RT", "at r.t.", "room temperature", "at room temp", "室温で", "@RT", "Room Temperature",
     "ambient temperature"],
)  # fmt: skip
def test_room_temperature(text: str) -> None:
    assert only(text)[1:] == (Kind.TEMPERATURE, *ROOM)


@pytest.mark.parametrize(
    ("text", "written", "seconds"),
    [
        ("for 30 s", "30 s", 30),
        ("30s.", "30s", 30),
        ("45 sec at", "45 sec", 45),
        ("a 15-minute wash", "15-minute", 900),
        ("2-h incubation", "2-h", 7_200),
        ("for 10minutes", "10minutes", 600),
        ("1.5 hours", "1.5 hours", 5_400),
        ("1,5 h", "1,5 h", 5_400),
        ("½ h", "½ h", 1_800),
        ("1½ hours", "1½ hours", 5_400),
        ("1 h 30 min", "1 h 30 min", 5_400),
        ("1h30", "1h30", 5_400),
        ("1 hour and 30 minutes", "1 hour and 30 minutes", 5_400),
        ("140 for 1:30 hours", "1:30 hours", 5_400),
        ("for 15' at", "15'", 900),
        ("half an hour", "half an hour", 1_800),
        ("for one hour", "one hour", 3_600),
        ("twenty minutes", "twenty minutes", 1_200),
        ("7 d later", "7 d", 604_800),
        ("after 14d", "14d", 1_209_600),
        ("3 days", "3 days", 259_200),
        ("2 weeks", "2 weeks", 1_209_600),
        ("5 ms", "5 ms", 0.005),
        ("30分静置", "30分", 1_800),
        ("30分間遠心", "30分", 1_800),
        ("1時間30分", "1時間30分", 5_400),
        ("４５秒", "４５秒", 45),
        ("3日間培養", "3日", 259_200),
        ("2週間", "2週", 1_209_600),
    ],
)
def test_time(text: str, written: str, seconds: float) -> None:
    assert only(text) == (written, Kind.TIME, seconds, seconds)


@pytest.mark.parametrize(
    "text", ["overnight", "Overnight", "over night", "o/n", "O/N", "一晩", "終夜", "オーバーナイト"]
)
def test_overnight(text: str) -> None:
    assert only(f"... {text} ...") == (text, Kind.TIME, *NIGHT)


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("10 µl", Kind.VOLUME, 1e-5),
        ("10 μL", Kind.VOLUME, 1e-5),
        ("20uL", Kind.VOLUME, 2e-5),
        ("0.01 mL", Kind.VOLUME, 1e-5),
        ("1,925 µL", Kind.VOLUME, 0.001925),
        ("add .5 ml", Kind.VOLUME, 5e-4),
        ("0,500 ml", Kind.VOLUME, 5e-4),
        ("2 L", Kind.VOLUME, 2),
        ("a 50-ml tube", Kind.VOLUME, 0.05),
        ("1 liter", Kind.VOLUME, 1),
        ("10 microlitres", Kind.VOLUME, 1e-5),
        ("0.4cm3", Kind.VOLUME, 4e-4),
        ("2 mm³ of tissue", Kind.VOLUME, 2e-6),
        ("10マイクロリットル", Kind.VOLUME, 1e-5),
        ("１０　ｍＬ", Kind.VOLUME, 0.01),
        ("5㎖", Kind.VOLUME, 0.005),
        ("2.5g", Kind.MASS, 2.5),
        ("Weigh 500 g", Kind.MASS, 500),
        ("5 mcg", Kind.MASS, 5e-6),
        ("~500 ng", Kind.MASS, 5e-7),
        ("5ミリグラム", Kind.MASS, 0.005),
        ("10 pmol", Kind.AMOUNT, 1e-11),
        ("20 mM", Kind.MOLARITY, 0.02),
        ("0.5M Tris", Kind.MOLARITY, 0.5),
        ("5 M NaCl", Kind.MOLARITY, 5),
        ("2 µM", Kind.MOLARITY, 2e-6),
        ("10^-6 M", Kind.MOLARITY, 1e-6),
        ("10⁻⁶ M", Kind.MOLARITY, 1e-6),
        ("10-6 M", Kind.MOLARITY, 1e-6),
        ("3 × 10⁻⁷ M", Kind.MOLARITY, 3e-7),
        ("5 mmol/L", Kind.MOLARITY, 0.005),
        ("1 N HCl", Kind.MOLARITY, 1),
        ("20 mg/ml", Kind.MASS_CONCENTRATION, 20),
        ("1 µg/µl", Kind.MASS_CONCENTRATION, 1),
        ("90 mg/dL", Kind.MASS_CONCENTRATION, 0.9),
        ("50 ng ml-1", Kind.MASS_CONCENTRATION, 5e-5),
        ("50 ng mL⁻¹", Kind.MASS_CONCENTRATION, 5e-5),
        ("50 ng·mL−1", Kind.MASS_CONCENTRATION, 5e-5),
        ("20 micrograms/ml", Kind.MASS_CONCENTRATION, 0.02),
        ("2 mg per ml", Kind.MASS_CONCENTRATION, 2),
        ("70% ethanol", Kind.FRACTION, 70),
        ("(14·8%)", Kind.FRACTION, 14.8),
        ("5·10^5 cells", Kind.COUNT, 5e5),
        ("4 mol% PE", Kind.FRACTION, 4),
        ("0.5%SDS", Kind.FRACTION, 0.5),
        ("1.5% w/v", Kind.FRACTION, 1.5),
        ("0.1 % (v/v) Tween", Kind.FRACTION, 0.1),
        ("5 percent", Kind.FRACTION, 5),
        ("７０％エタノール", Kind.FRACTION, 70),
        ("5 U Taq", Kind.ACTIVITY, 5),
        ("100 IU", Kind.ACTIVITY, 100),
        ("25 U/µl", Kind.ACTIVITY_CONCENTRATION, 25e6),
        ("100 units/ml", Kind.ACTIVITY_CONCENTRATION, 1e5),
        ("12,000 x g", Kind.ACCELERATION, 12_000),
        ("14,000xg", Kind.ACCELERATION, 14_000),
        ("5000 ×g", Kind.ACCELERATION, 5_000),
        ("12 000 × g", Kind.ACCELERATION, 12_000),
        ("12.000 x g", Kind.ACCELERATION, 12_000),
        ("14K RCF", Kind.ACCELERATION, 14_000),
        ("200 rcf", Kind.ACCELERATION, 200),
        ("13,000 rpm", Kind.ROTATION, 13_000),
        ("13 300 rpm", Kind.ROTATION, 13_300),
        ("1350 r.p.m.", Kind.ROTATION, 1_350),
        ("3000回転", Kind.ROTATION, 3_000),
        ("0.22 µm filter", Kind.LENGTH, 2.2e-7),
        ("0.80 micron", Kind.LENGTH, 8e-7),
        ("at 600 nm", Kind.LENGTH, 6e-7),
        ("35 mm dish", Kind.LENGTH, 0.035),
        ("110V", Kind.VOLTAGE, 110),
        ("1.8 kV", Kind.VOLTAGE, 1_800),
        ("-70 mV", Kind.VOLTAGE, -0.07),
        ("400 mA", Kind.CURRENT, 0.4),
        ("120W", Kind.POWER, 120),
        ("20 PSI", Kind.PRESSURE, 137_895.14),
        ("10,000 cells/ml", Kind.NUMBER_CONCENTRATION, 1e7),
        ("1 × 10^6 cells/mL", Kind.NUMBER_CONCENTRATION, 1e9),
        ("at 10,000/ml", Kind.NUMBER_CONCENTRATION, 1e7),
        ("5 CFU/ml", Kind.NUMBER_CONCENTRATION, 5_000),
        ("2E+7 cells", Kind.COUNT, 2e7),
        ("1x105 cells", Kind.COUNT, 1e5),
        ("5 × 10⁵ cells", Kind.COUNT, 5e5),
        ("5×107 viruses mL-1 do", Kind.NUMBER_CONCENTRATION, 5e10),
        ("about 106 cells/mL", Kind.NUMBER_CONCENTRATION, 1e9),
        ("30 cycles", Kind.COUNT, 30),
        ("3回洗浄", Kind.COUNT, 3),
        ("dilute 1:1000", Kind.RATIO, 0.001),
        ("a 24:1 mixture", Kind.RATIO, 24),
        ("(1:20, BD)", Kind.RATIO, 0.05),
        ("1:10,000", Kind.RATIO, 0.0001),
        ("10 µL/mL", Kind.RATIO, 0.01),
        ("10X buffer", Kind.FOLD, 10),
        ("1XTAE", Kind.FOLD, 1),
        ("1xPBS", Kind.FOLD, 1),
        ("0.2× SSC", Kind.FOLD, 0.2),
        ("a 100-fold excess", Kind.FOLD, 100),
        ("ten-fold", Kind.FOLD, 10),
        ("10倍希釈", Kind.FOLD, 10),
        ("pH 7.4", Kind.ACIDITY, 7.4),
        ("PH8.0", Kind.ACIDITY, 8),
        ("pH-7.5", Kind.ACIDITY, 7.5),
    ],
)
def test_value(text: str, kind: Kind, value: float) -> None:
    _, found_kind, low, high = only(text)
    assert (found_kind, low, high) == (kind, pytest.approx(value, rel=1e-12), low)


@pytest.mark.parametrize(
    ("text", "written", "low", "high"),
    [
        ("5–10 min", "5–10 min", 300, 600),
        ("5 - 10 min", "5 - 10 min", 300, 600),
        ("5 to 10 min", "5 to 10 min", 300, 600),
        ("between 5 and 10 min", "5 and 10 min", 300, 600),
        ("10 min to 1 h", "10 min to 1 h", 600, 3_600),
        ("10–15分", "10–15分", 600, 900),
        ("10～15分", "10～15分", 600, 900),
        ("10分から15分", "10分から15分", 600, 900),
        ("60 ± 5 s", "60 ± 5 s", 55, 65),
        ("60 s ± 5 s", "60 s ± 5 s", 55, 65),
        ("up to 10 min", "up to 10 min", 0, 600),
        ("< 10 min", "< 10 min", 0, 600),
        ("no longer than 2 h", "no longer than 2 h", 0, 7_200),
        ("at least 2 h", "at least 2 h", 7_200, math.inf),
        (">2 h", ">2 h", 7_200, math.inf),
        ("2時間以上", "2時間以上", 7_200, math.inf),
        ("2分以内", "2分以内", 0, 120),
        ("two to three hours", "two to three hours", 7_200, 10_800),
    ],
)
def test_range(text: str, written: str, low: float, high: float) -> None:
    assert only(text)[0].startswith(written)
    assert only(text)[1:] == (Kind.TIME, low, high)


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("at 2–8 °C", 2, 8),
        ("4°C-8°C", 4, 8),
        ("from 37 °C to 4 °C", 4, 37),
        ("37 ± 1 °C", 36, 38),
        ("37°C±1°C", 36, 38),
        ("about 40-60C)", 40, 60),
        ("at 50 ° - 56 ° C.", 50, 56),
        ("-80 to -20 °C", -80, -20),
        ("−20–−30 °C", -30, -20),
        ("below 4 °C", -273.15, 4),
    ],
)
def test_range_of_temperatures(text: str, low: float, high: float) -> None:
    assert only(text)[1:] == (Kind.TEMPERATURE, low, high)


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("at 3, 6 and 9 hours", [3, 6, 9]),
        ("after 4 or 8 h", [4, 8]),
        ("at 3 h, 6 h and 9 h", [3, 6, 9]),
        ("step 3 and 10 h", [10]),
        ("Fig. 2, 3 and 10 h", [10]),
    ],
)
def test_numbers_of_a_list_share_its_unit(text: str, seconds: list[int]) -> None:
    assert [low / 3_600 for _, _, low, _ in found(text)] == seconds


def test_power_of_ten_belongs_to_both_ends() -> None:
    assert only("1-5 × 10^6 cells")[2:] == (1e6, 5e6)
    assert only("0.5-1x105 cells/35 mm dish"[:16])[2:] == (5e4, 1e5)


def test_two_volumes_are_no_range() -> None:
    assert [low for _, _, low, _ in found("Add 10 µl to 50 µl of cells")] == [1e-5, 5e-5]


def test_count_and_amount_stand_apart() -> None:
    assert [(kind, low) for _, kind, low, _ in found("Wash 2x 5 min and 3 × 10 min")] == [
        (Kind.COUNT, 2), (Kind.TIME, 300), (Kind.COUNT, 3), (Kind.TIME, 600),
    ]  # fmt: skip
    assert [(kind, low) for _, kind, low, _ in found("add 2 500 mL flasks")] == [(Kind.VOLUME, 0.5)]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Centrifuge for 1 min at 4,000 g.", Kind.ACCELERATION),
        ("Spin cells down at 350g for 3 min", Kind.ACCELERATION),
        ("Centrifuge all four jars at 1000G", Kind.ACCELERATION),
        ("beads @500g, 30s", Kind.ACCELERATION),
        ("遠心 300 g", Kind.ACCELERATION),
        ("Centrifuge 50 g of leaves", Kind.MASS),
        ("Spin down. Weigh 500 g", Kind.MASS),
        ("Dissolve 37.1 g salt", Kind.MASS),
    ],
)
def test_grams_and_gravity(text: str, kind: Kind) -> None:
    assert kind in [one[1] for one in found(text)]
    other = {Kind.ACCELERATION, Kind.MASS} - {kind}
    assert not other & {one[1] for one in found(text)}


@pytest.mark.parametrize(
    "text",
    [
        "p53", "IL-6", "5'-end", "the 3' UTR", "5' to 3'", "NCT01234567", "Fig. 2 A", "Figure 3g",
        "C57BL/6", "C57BL/6J mice", "Cas9", "4C", "4C-seq", "3C protease", "10X Genomics",
        "10x Chromium", "Cat. No. 15596 L", "S1615-5510 g", "HEK293T cells", "CD4 T cells",
        "RT-qPCR", "RT-PCR", "qRT", "add RT enzyme", "the 1990s", "16S rRNA", "16s rRNA",
        "4',6-diamidino-2-phenylindole", "2'-O-methyl", "13C-labelled", "14C", "3xFLAG", "6xHis",
        "2xYT", "40x objective", "1000X magnification", "30x coverage", "chromosome 2L",
        "Table 1 m", "lane 3 g", "Step 5", "Day 2", "v1.18.54", "12/13", "08.08.19/4", "2019",
        "1 ml/min", "10 mg/kg", "-1 oC per cycle", "10°/min", "50 µmol photons m-2 s-1",
        "U937", "H2O", "Na2HPO4", "1.2.3", "45° angle", "rotate by 90°", "35° N", "5M reads",
        "2n = 46", "2041-210X", "12S rRNA", "5 min-1", "2013", "Cell 27:1–3",
        "three times a week", "10 U.S. sheep", "the 1° cell fate",
        "25 E and 14 M-RG", "67.5 degrees", "25:24:1",
        "at 1:30 pm", "12:30", "70 bp", "10 kb", "30 kDa", "$5 g",
        "AMPure XP", "5-HT", "COVID-19", "2-mercaptoethanol", "G418", "T4 DNA ligase", "M13",
        "3分割", "2分の1", "3月5日", "5日目", "3回目", "第3日", "濃度", "十分に混ぜる", "PH20",
        "three times higher", "one of them", "pHrodo", "10 mm2", "677 C>T",
    ],
)  # fmt: skip
def test_what_is_no_amount(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize("text", ["", " ", "no number", "°C", "/ml", "±", "10^", "1,", "½", "x g"])
def test_fragments_give_nothing_and_do_not_fail(text: str) -> None:
    assert found(text) == []


def test_spans_begin_where_the_text_stands_in_its_document() -> None:
    [quantity] = find_quantities("at 4 °C", offset=100)
    assert (quantity.span.start, quantity.span.end) == (103, 107)


def test_same_amount_in_two_units_is_equal() -> None:
    texts = ("10 µl", "0.01 ml", "10マイクロリットル", "1e-2 mL", "0.00001 L")
    assert {only(text)[2] for text in texts} == {1e-5}
