"""Print a count in the number formats of Word, those of Japanese documents included.

What enters: a count and the format's name. What leaves: the numeral. Source: ECMA-376 part 1,
section 17.18.59 (ST_NumberFormat).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from aliquot.parsing.writing.numerals import letters, roman

__all__ = ["numeral"]

AIUEO = (
    "アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲン"
)
IROHA = (
    "イロハニホヘトチリヌルヲワカヨタレソツネナラムウヰノオクヤマケフコエテ"
    "アサキユメミシヱヒモセスン"
)
STEMS = "甲乙丙丁戊己庚辛壬癸"
FULL_WIDTH = str.maketrans("0123456789", "０１２３４５６７８９")
KANJI = "〇一二三四五六七八九"
FORMAL = dict(zip("一二三十", "壱弐参拾", strict=True))
ORDINALS = {1: "st", 2: "nd", 3: "rd"}


def numeral(count: int, number_format: str) -> str:
    """Return a count as printed; in digits where the format is unknown or ends before it."""
    write = FORMATS.get(number_format)
    return (write(count) if write else "") or str(count)


def _from(characters: str) -> Callable[[int], str]:
    return lambda count: characters[count - 1] if 0 < count <= len(characters) else ""


def _block(first: str, last: int) -> Callable[[int], str]:
    """Return a writer for characters that Unicode lists in order of their number."""
    return lambda count: chr(ord(first) + count - 1) if 0 < count <= last else ""


def _counting(count: int) -> str:
    """Return 一, 十, 十一, 二十, 百二十三: as Japanese is counted, below a thousand."""
    if not 0 < count < 1000:
        return ""
    hundreds, rest = divmod(count, 100)
    tens, ones = divmod(rest, 10)
    return _place(hundreds, "百") + _place(tens, "十") + (KANJI[ones] if ones else "")


def _place(digit: int, name: str) -> str:
    return (KANJI[digit] if digit > 1 else "") + name if digit else ""


def _formal(count: int) -> str:
    return "".join(FORMAL.get(character, character) for character in _counting(count))


def _digits(count: int) -> str:
    return "".join(KANJI[int(digit)] for digit in str(count))


def _ordinal(count: int) -> str:
    teen = 10 < count % 100 < 20
    return f"{count}{'th' if teen else ORDINALS.get(count % 10, 'th')}"


FORMATS: Mapping[str, Callable[[int], str]] = {
    "aiueo": _from(AIUEO),
    "aiueoFullWidth": _from(AIUEO),
    "decimalEnclosedCircle": _block("①", 20),
    "decimalEnclosedCircleChinese": _block("①", 20),
    "decimalEnclosedFullstop": _block("⒈", 20),
    "decimalEnclosedParen": _block("⑴", 20),
    "decimalFullWidth": lambda count: str(count).translate(FULL_WIDTH),
    "decimalFullWidth2": lambda count: str(count).translate(FULL_WIDTH),
    "decimalZero": lambda count: f"{count:02d}",
    "chineseCounting": _counting,
    "chineseCountingThousand": _counting,
    "ideographDigital": _digits,
    "ideographEnclosedCircle": _block("㊀", 10),
    "ideographTraditional": _from(STEMS),
    "iroha": _from(IROHA),
    "irohaFullWidth": _from(IROHA),
    "japaneseCounting": _counting,
    "japaneseDigitalTenThousand": _digits,
    "japaneseLegal": _formal,
    "lowerLetter": letters,
    "lowerRoman": roman,
    "numberInDash": lambda count: f"- {count} -",
    "ordinal": _ordinal,
    "taiwaneseCounting": _counting,
    "upperLetter": lambda count: letters(count).upper(),
    "upperRoman": lambda count: roman(count).upper(),
}
