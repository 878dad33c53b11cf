"""What an author is found by beside the name as printed: the family name, where it can be told.

A name as printed enters, with case folded; other texts to store beside it leave. They are values
of the field like any other, so `=`, `!=` and `in` mean the same with or without them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

__all__ = ["other_names"]

# Kanji with their marks, and kana: given names such as さくら are in hiragana.
_KANJI = r"\u4e00-\u9fff\u3400-\u4dbf々〆ヶヵ"
_JAPANESE = re.compile(rf"[{_KANJI}ぁ-んァ-ヺー]+")
_TOGETHER = re.compile(rf"[{_KANJI}][{_KANJI}ぁ-んァ-ヺー]+")
# Bodies, not people; 佐藤学 is a person.
_BODY = re.compile(
    r"(?:大学|[学協]会|委員会|研究[所室会班科]|病院|会社|[財社]団|法人|[省庁局]|センター|グループ|チーム)$"
)
# Of a name of so many characters written together, the lengths the family name may have. Family
# names of one kanji (林), two (佐藤) and three (五十嵐), given names of one to three: which it is,
# no rule can tell, and one too many finds too much where one too few would hide a document.
_FAMILY_LENGTHS = {2: (1,), 3: (1, 2), 4: (1, 2, 3), 5: (2, 3), 6: (3,)}


def other_names(name: str) -> Iterator[str]:
    """Yield what else a printed name is found by.

    `Müller, Ada` is found by `Müller`, `佐藤 太郎` by `佐藤` and `佐藤太郎`, and `佐藤太郎` by the
    beginnings that may be its family name. A foreign name, `ジョン・スミス`, ends in it.
    """
    if "," in name:
        family, _, given = name.partition(",")
        yield family.strip()
        if _JAPANESE.fullmatch(together := family.strip() + given.strip()):
            yield together
    elif "・" in name:
        yield name.rsplit("・", 1)[1].strip()
    elif len(parts := name.split()) > 1 and _JAPANESE.fullmatch("".join(parts)):
        yield from (parts[0], "".join(parts))
    elif _TOGETHER.fullmatch(name) and not _BODY.search(name):
        yield from (name[:length] for length in _FAMILY_LENGTHS.get(len(name), ()))
