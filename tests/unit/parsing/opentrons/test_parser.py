"""Robots' protocols are read as sentences, never run."""

from __future__ import annotations

from pathlib import Path

import pytest

from aliquot.backends import load
from aliquot.parsing.sniff import sniff
from aliquot.types import BlockType, Document, DocumentKind, DocumentStatus

HEAD = """
from opentrons import protocol_api
metadata = {"protocolName": "Bead clean-up", "author": "Mika Tanabe <mika@example.org>",
            "description": "Cleans   DNA.", "apiLevel": "2.13"}
def run(ctx: protocol_api.ProtocolContext):
    mag = ctx.load_module("magnetic module gen2", "1")
    plate = mag.load_labware("nest_96_wellplate_2ml_deep", "sample plate")
    res = ctx.load_labware("nest_12_reservoir_15ml", "2", "reservoir")
    tips = [ctx.load_labware("opentrons_96_tiprack_300ul", slot) for slot in ["4", "5"]]
    p300 = ctx.load_instrument("p300_multi_gen2", "left", tip_racks=tips)
    volume = 2 * 25
"""


def parse(tmp_path: Path, source: str, name: str = "beads_v2.py") -> Document:
    path = tmp_path / name
    path.write_text(source, "utf-8")
    assert sniff(path) == "opentrons"
    [document] = load("parsers", "opentrons")().parse(path)
    assert all(block.text == block.span.of(document.text) for block in document.blocks)
    return document


def steps(tmp_path: Path, *lines: str) -> list[str]:
    body = "".join(f"    {line}\n" for line in lines)
    document = parse(tmp_path, HEAD + body)
    return [block.text for block in document.blocks if block.type is BlockType.STEP]


def section(document: Document, heading: str) -> list[str]:
    return [b.text for b in document.blocks[1:] if b.section_path[-1] == heading][1:]


def test_metadata_and_deck(tmp_path: Path) -> None:
    document = parse(tmp_path, HEAD)
    assert document.kind is DocumentKind.PROTOCOL
    assert (document.title, document.authors) == ("Bead clean-up", ("Tanabe, Mika",))
    assert document.extra["version"] == "2"
    assert "Cleans DNA." in document.text
    assert section(document, "Labware") == [
        "sample plate: nest_96_wellplate_2ml_deep on mag",
        "reservoir: nest_12_reservoir_15ml in slot 2",
        "tips: opentrons_96_tiprack_300ul on 4, 5",
    ]
    assert section(document, "Pipettes") == ["p300: p300_multi_gen2 on the left mount"]
    assert section(document, "Modules") == ["mag: magnetic module gen2 in slot 1"]


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("p300.transfer(100, res['A1'], plate.columns()[0])",
         "Transfer 100 µL from reservoir A1 to sample plate A1–H1."),
        ("p300.transfer(volume, res.wells()[2], plate.rows()[0][:3], new_tip='always')",
         "Transfer 50 µL from reservoir A3 to sample plate A1–A3 (new tip: always)."),
        ("p300.distribute(20, res.wells_by_name()['A2'], [plate['A1'], plate['C5']])",
         "Distribute 20 µL from reservoir A2 to sample plate A1, C5."),
        ("p300.mix(5, volume * 0.8, plate['A1'].bottom(2))",
         "Mix 5 times with 40 µL in sample plate A1."),
        ("p300.aspirate(volume, plate['A1'])", "Aspirate 50 µL from sample plate A1."),
        ("ctx.delay(minutes=5, msg='Incubating')", "Wait 5 min. Incubating"),
        ("ctx.delay(seconds=30)", "Wait 30 s."),
        ("ctx.pause('Seal   the plate\\n\\n')", "Pause: Seal the plate"),
        ("ctx.comment(f'Volume {volume}')", "Message: Volume 50"),
        ("mag.engage(height=7.5)", "Engage mag at 7.5 mm."),
        ("ctx.move_labware(plate, 'D1')", "Move sample plate to slot D1."),
    ],
)  # fmt: skip
def test_command_is_a_sentence(tmp_path: Path, line: str, sentence: str) -> None:
    assert steps(tmp_path, line) == [f"1. {sentence}"]


def test_temperature_profile(tmp_path: Path) -> None:
    found = steps(
        tmp_path,
        "tc = ctx.load_module('thermocycler')",
        "profile = [{'temperature': 95, 'hold_time_seconds': 15},"
        " {'temperature': 60, 'hold_time_minutes': 1}]",
        "tc.set_block_temperature(4, hold_time_minutes=3)",
        "tc.execute_profile(steps=profile, repetitions=30)",
    )
    assert found == [
        "1. Bring the block of tc to 4 °C for 3 min.",
        "2. Run 30 cycles on tc: 95 °C for 15 s, 60 °C for 1 min.",
    ]


def test_loops_and_conditions_stand_above_what_they_hold(tmp_path: Path) -> None:
    found = steps(
        tmp_path,
        "for i in range(3):",
        "    p300.aspirate(volume, plate.wells()[i])",
        "for well in plate.columns()[1]:",
        "    if not dry_run:",
        "        p300.mix(2, 10, well)",
        "for _ in range(1):",
        "    ctx.delay(minutes=1)",
    )
    assert found == [
        "1. Repeat 3 times:",
        "1.1 Aspirate 50 µL from sample plate A1–H12 [i].",
        "2. For each well of sample plate A2–H2:",
        "2.1 If not dry_run:",
        "2.1.1 Mix 2 times with 10 µL in well.",
        "3. Wait 1 min.",
    ]


def test_what_a_loop_changes_is_no_constant(tmp_path: Path) -> None:
    found = steps(
        tmp_path,
        "while volume > 10:",
        "    p300.aspirate(volume, plate['A1'])",
        "    volume -= 10",
        "p300.dispense(volume, plate['A2'])",
    )
    assert found[1] == "1.1 Aspirate volume (µL) from sample plate A1."
    assert found[2] == "2. Dispense volume (µL) into sample plate A2."


def test_helper_is_described_once_and_called_with_its_values(tmp_path: Path) -> None:
    source = HEAD + (
        "    def wash(vol, times=2):\n"
        "        '''Wash the beads.'''\n"
        "        p300.transfer(vol, res['A5'], plate['A1'])\n"
        "    wash(200, times=3)\n"
    )
    document = parse(tmp_path, source)
    assert section(document, "Steps") == ["1. Do wash: 200; times = 3."]
    assert section(document, "Procedure: wash") == [
        "Given: vol, times.",
        "Wash the beads.",
        "1. Transfer vol (µL) from reservoir A5 to sample plate A1.",
    ]


def test_steps_have_amounts(tmp_path: Path) -> None:
    document = parse(tmp_path, HEAD + "    p300.transfer(100, res['A1'], plate['A1'])\n")
    [step] = [block for block in document.blocks if block.type is BlockType.STEP]
    assert [quantity.low for quantity in step.quantities] == [1e-4]


def test_liquids(tmp_path: Path) -> None:
    source = HEAD + (
        "    water = ctx.define_liquid(name='Water', description='Nuclease-free')\n"
        "    res['A1'].load_liquid(liquid=water, volume=10000)\n"
    )
    assert section(parse(tmp_path, source), "Liquids") == [
        "Water: Nuclease-free",
        "10000 µL of Water in reservoir A1",
    ]


def test_first_version_of_the_interface(tmp_path: Path) -> None:
    source = (
        "from opentrons import labware, instruments\n"
        "plate = labware.load('96-flat', '1')\n"
        "p300 = instruments.P300_Single(mount='left')\n"
        "p300.transfer(100, plate.wells('A1'), plate.wells('B1'))\n"
    )
    document = parse(tmp_path, source, "v1.py")
    assert section(document, "Steps") == ["1. Transfer 100 µL from plate A1 to plate B1."]


def test_nothing_is_executed(tmp_path: Path) -> None:
    mark = tmp_path / "ran"
    source = HEAD + f"    open({str(mark)!r}, 'w')\n    x = __import__('os').system('true')\n"
    parse(tmp_path, f"open({str(mark)!r}, 'w')\n{source}")
    assert not mark.exists()


@pytest.mark.parametrize(
    "line",
    ["x = 9 ** 9 ** 9", "x = 'a' * 10 ** 9", "x = [0] * 10 ** 9", "x = 10 ** 9 * 10 ** 9 * 10 ** 9",
     "x = 1 / 0", "x = 'a' - 1", "x = range(10 ** 12)", "x = range(0, 9, 0)", "x = '%s' % ()",
     "x = plate['A1':'B2']", "x = 'abc'[99]", "x = -'a'", "x, *y = 1, 2", "x: int", "x = y = 2",
     "lambda: (yield)", "x = min()", "x = {**{}}", "x = f'{1!r:>{10}}'", "x = 'a' * 'b'"],
)  # fmt: skip
def test_hostile_expressions_are_left_as_written(tmp_path: Path, line: str) -> None:
    assert steps(tmp_path, line, "ctx.delay(minutes=1)") == ["1. Wait 1 min."]


def test_endless_nesting_is_read_as_text(tmp_path: Path) -> None:
    document = parse(tmp_path, HEAD + f"    x = {'1 + ' * 3_000}y\n")
    assert document.status is DocumentStatus.PARTIAL


def test_file_that_is_no_python_3_is_read_as_text(tmp_path: Path) -> None:
    document = parse(tmp_path, 'from opentrons import robot\nprint "old"\n', "old.py")
    assert document.kind is DocumentKind.PROTOCOL
    assert document.status is DocumentStatus.PARTIAL
    assert document.warnings
    assert 'print "old"' in document.text
