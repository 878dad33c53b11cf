"""Text is told from bytes that merely decode."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from aliquot.errors import ParseError
from aliquot.parsing.files.bytes import decode
from aliquot.parsing.sniff import sniff

ENGLISH = "Incubate at 37 °C for 16 h, then spin."
JAPANESE = "大腸菌を37度で16時間培養し、プラスミドを抽出する。"
FRENCH = "L’élève a dilué l’échantillon à 5 µL près – déjà vu, où ça ?"
TABLE = "well\tOD600\nA1\t0.12\nA2\t0.34\n"
SEQUENCE = ">seq1 luciferase\nATGGAAGACGCCAAAAACATAAAGAAAGGC\n"
REAL = [
    *((ENGLISH, encoding) for encoding in ("utf-8", "utf-8-sig", "utf-16", "cp1252")),
    *((JAPANESE, encoding) for encoding in ("utf-8", "utf-16", "cp932", "euc_jp", "iso2022_jp")),
    *((FRENCH, encoding) for encoding in ("utf-8", "utf-16", "cp1252")),
    *((TABLE, encoding) for encoding in ("ascii", "utf-16", "cp932")),
    # Headings of instruments have ideographs and no kana.
    *(("温度,時間\n37,10\n38,20\n", encoding) for encoding in ("utf-8", "cp932", "euc_jp")),
    ("①遠心する ②培養する", "euc_jisx0213"),
    ("It’s what we don’t know: “so” we can’t", "cp1252"),
    ("\x1b[32mPASS\x1b[0m 12 tests\n", "ascii"),
]


def random_files() -> list[bytes]:
    source = random.Random(20231105)
    return [source.randbytes(source.randint(50, 5_000)) for _ in range(2_000)]


def test_no_random_bytes_are_taken_for_text(tmp_path: Path) -> None:
    taken = []
    for number, content in enumerate(random_files()):
        path = tmp_path / f"{number}.dat"
        path.write_bytes(content)
        try:
            if sniff(path) is not None:
                taken.append(number)
        except ParseError:
            continue
    assert taken == []


def test_no_random_bytes_behind_a_byte_order_mark_are_text() -> None:
    for content in random_files()[:200]:
        for mark in (b"\xff\xfe", b"\xfe\xff", b"\xef\xbb\xbf"):
            with pytest.raises(ParseError):
                decode(mark + content)


@pytest.mark.parametrize(("text", "encoding"), REAL)
def test_short_text_is_taken_in_every_encoding(text: str, encoding: str, tmp_path: Path) -> None:
    path = tmp_path / "a.dat"
    path.write_bytes(text.encode(encoding))
    assert sniff(path) in ("text", "csv")
    assert decode(path.read_bytes()) == text.replace("\x1b", "")


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "utf-8-sig"])
def test_short_sequence_is_taken_in_every_encoding(encoding: str, tmp_path: Path) -> None:
    path = tmp_path / "a.dat"
    path.write_bytes(SEQUENCE.encode(encoding))
    assert sniff(path) == "fasta"
    assert decode(path.read_bytes()) == SEQUENCE


@pytest.mark.parametrize("encoding", ["utf-8", "cp932", "euc_jp"])
def test_few_lost_bytes_do_not_change_the_encoding(encoding: str) -> None:
    content = (JAPANESE * 20).encode(encoding) + b"\xff" + JAPANESE.encode(encoding)
    assert decode(content).startswith(JAPANESE)


def test_text_in_an_unknown_encoding_names_the_remedy() -> None:
    with pytest.raises(ParseError) as raised:
        decode("Инкубировать при 37 градусах в течение часа".encode("cp1251"))
    assert "UTF-8" in raised.value.hint
