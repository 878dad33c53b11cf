"""Questions for values: which temperatures, doses, concentrations, versions, and of what.

What enters: a question. What leaves: what kind of value it asks for, what a value's own sentence
has to be about, and whether documents are compared.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from aliquot.generation.surveying.japanese import known_in_english
from aliquot.generation.surveying.recognising import DOCUMENTS
from aliquot.types import Finding, FindingKind, QuantityKind

__all__ = [
    "COMPARED",
    "ValueQuestion",
    "is_comparison",
    "read_comparison",
    "read_values",
    "value_called",
]

# Of one solution, however much of it is taken; volumes and masses differ with the batch.
CONCENTRATIONS = frozenset(
    {
        QuantityKind.MOLARITY,
        QuantityKind.MASS_CONCENTRATION,
        QuantityKind.NUMBER_CONCENTRATION,
        QuantityKind.ACTIVITY_CONCENTRATION,
        QuantityKind.FRACTION,
        QuantityKind.FOLD,
        QuantityKind.RATIO,
    }
)
DOSE = "dose"
PORTIONS = frozenset({QuantityKind.VOLUME, QuantityKind.MASS, QuantityKind.AMOUNT})


@dataclass(frozen=True, slots=True)
class _Asked:
    """How a kind of value is asked for."""

    pattern: re.Pattern[str]
    kind: FindingKind
    column: str
    measures: frozenset[QuantityKind] = frozenset()
    detail: tuple[str, str] = ("", "")


def _words(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


_ASKED = (
    _Asked(
        _words(r"\b(?:concentrations?|dilutions?|strengths?)(?:\s+of)?\b|濃度|希釈(?:倍率|率)"),
        FindingKind.REAGENT,
        "concentration",
        CONCENTRATIONS,
    ),
    _Asked(
        _words(
            r"\bhow\s+much\b|\b(?:amounts?|volumes?|quantit(?:y|ies))(?:\s+of)?\b|使用量|液量|添加量"
        ),
        FindingKind.REAGENT,
        "amount",
        PORTIONS,
    ),
    _Asked(
        _words(r"\btemperatures?\b|\bhow\s+(?:hot|warm|cold)\b|温度|何度|何℃"),
        FindingKind.TEMPERATURE,
        "temperature",
    ),
    _Asked(
        _words(
            r"\bhow\s+long\b|\bfor\s+how\s+many\s+(?:seconds|minutes|hours|days)\b|\bdurations?\b"
            # "Incubation times", not "at the time of" nor "three times".
            r"|(?<=[a-z]ing )times?\b|(?<=ion )times?\b|(?<=shock )times?\b|(?<=sis )times?\b"
            r"|何(?:秒|分|時間|日)間?|(?<!\d)時間(?=は|を|の|が)|所要時間"
        ),
        FindingKind.DURATION,
        "duration",
    ),
    _Asked(_words(r"\b(?:doses?|dosages?)(?:\s+of)?\b|投与量|用量"), FindingKind.DOSE, DOSE),
    _Asked(
        _words(r"\bversions?(?:\s+of)?\b|(?:どの)?バージョン|版数"), FindingKind.VERSION, "version"
    ),
    _Asked(
        _words(r"\bstatistical\s+(?:tests?|methods?)\b|統計(?:検定|手法|解析法)|検定方?法"),
        FindingKind.STATISTIC,
        "test",
        detail=("statistic", "test"),
    ),
    _Asked(
        _words(r"\bp[- ]values?\b|P値|p値"),
        FindingKind.STATISTIC,
        "P value",
        detail=("statistic", "p"),
    ),
    _Asked(
        _words(r"\bsponsors?\b|スポンサー"),
        FindingKind.TRIAL,
        "sponsor",
        detail=("field", "sponsor"),
    ),
    _Asked(
        _words(r"\bprimary\s+(?:outcomes?|endpoints?)\b|主要(?:評価項目|アウトカム)"),
        FindingKind.TRIAL,
        "primary outcome",
        detail=("field", "primary outcome"),
    ),
)
# A value is asked for first; "which protocols use a temperature of ..." asks for documents.
_VALUE_FIRST = _words(
    r"^\W*(?:(?:please|at|in|for|to|with|by|and)\s+)*"
    r"(?:which|what|list|show|name|give|how|all|every)\b|[\u3041-\u30fa]"
)
_DOCUMENTS_FIRST = _words(
    rf"^\W*(?:in\s+)?(?:which|what|how\s+many|list|show|find)\s+(?:(?:me|all|every|the|our)\s+)*"
    rf"(?:[\w-]+\s+){{0,3}}?{DOCUMENTS}\b|どの(?:論文|文献|文書|資料|プロトコー?ル|臨床試験|試験)|何(?:件|報|本)"
    r"|(?:論文|文献|文書|資料|プロトコー?ル|試験)(?:は(?:どれ|何件|ありますか|？|\\?|$)"
    r"|を(?:すべて|全て|教え|挙げ|列挙|リスト|一覧))"
)
_COUNT = _words(r"^\W*how\s+many\s+(?!(?:seconds|minutes|hours|days)\b)")
_DIFFERENCE = (
    r"\bdiffer(?:s|ences?|ently|ing)?\b|\bdifferent\s+(?:between|among|across|in\s+our)\b"
    r"|\bdisagree\w*|\bconflict\w*|\binconsisten\w*|\bcontradict\w*"
    r"|違(?:い|う|っ)|食い違|矛盾|異な|不一致|ばらつ"
)
_DIFFERING = _words(_DIFFERENCE)
# A trial compares drugs, and only who asks compares trials.
_COMPARISON = _words(rf"{_DIFFERENCE}|\bcompar(?:e|es|ed|ing|ison)\b|\bversus\b|\bvs\b|比較")
_DOCUMENTS = _words(
    rf"\b(?:(?:in|across|between|among|by|from)\s+)?(?:all\s+)?(?:our|the|these|different)\s+{DOCUMENTS}\b"
    rf"|\bbetween\s+{DOCUMENTS}\b|(?:文書|論文|プロトコー?ル|試験|資料)(?:によって|ごとに|の間で|間で|で)"
)
# Words of no content within what is asked about, and those left before and behind it.
_IDLE = _words(
    r"\b(?:do|does|did|is|are|was|were|been|be|have|has|had|our|we|us|you|the|used?|given|gave)\b"
)
_EMPTY = (
    r"(?:how|why|which|what|show|list|give|tell|tabulate|compare|me|at|in|on|for|of|by|to|with|from|and|or|each|all|list|between|among"
    rf"|across|{DOCUMENTS})"
)
_AROUND = _words(rf"^(?:\W*{_EMPTY}\b)+\s*|\s*(?:\b{_EMPTY}\W*)+$")
# What is left of verbs in a Japanese question.
_ENDINGS = re.compile(
    r"(?:が|は|を|の)?(?:使(?:わ|い|用)|用い)[\u3041-\u3096]*|ますか|ですか|でしょうか|ましたか|ください"
    r"|教えて|して(?=$|[\s。？?])|どの|どれ|何|一覧|すべて|全て|(?:されて)?いますか"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ValueQuestion:
    """A question for values.

    Attributes:
        kind: Of the findings that hold them.
        column: What the values are called.
        measures: What they measure; empty for anything.
        detail: What has to stand among a finding's details, and as what; empty for anything.
        text: The question without the words for the value and for comparing.
    """

    kind: FindingKind
    column: str
    measures: frozenset[QuantityKind]
    detail: tuple[str, str]
    text: str

    @property
    def columns(self) -> tuple[str, ...]:
        """Names of the columns of its table."""
        is_of_thing = self.kind is FindingKind.REAGENT and self.column != DOSE
        return (*((self.kind.value,) if is_of_thing else ()), self.column, "documents")

    @property
    def of_drugs(self) -> ValueQuestion:
        """The same question put to masses of what is given: "500 mg twice a day"."""
        return replace(self, kind=FindingKind.REAGENT, measures=frozenset({QuantityKind.MASS}))

    def admits(self, finding: Finding) -> bool:
        """Tell whether a finding is of the kind of value asked for."""
        name, value = self.detail
        return finding.kind is self.kind and (not name or finding.details.get(name) == value)


def is_comparison(question: str) -> bool:
    """Tell whether a question asks what differs between documents."""
    return _COMPARISON.search(question) is not None


def read_values(question: str, subject: str) -> ValueQuestion | None:
    """Return which values a question asks for; `None` where it asks for something else.

    Args:
        question: As asked.
        subject: Without what restricts it.
    """
    if _COUNT.search(question) or not (_VALUE_FIRST.search(question) or is_comparison(question)):
        return None
    found = [(match.start(), one) for one in _ASKED if (match := one.pattern.search(subject))]
    if not found:
        return None
    asked = min(found, key=lambda one: one[0])[1]
    if _is_of_documents(question, asked):
        return None
    return _value_question(asked, subject)


def _value_question(asked: _Asked, text: str) -> ValueQuestion:
    for one in _ASKED:
        text = one.pattern.sub(" ", text)
    return ValueQuestion(
        kind=asked.kind,
        column=asked.column,
        measures=asked.measures,
        detail=asked.detail,
        text=without_comparing(text),
    )


# What a column is called that no question asks for by this word alone.
_COLUMNS = (
    _Asked(
        _words(
            r"\b(?:n|sample\s+sizes?|group\s+sizes?|replicates)\b|例数|標本数|サンプルサイズ|サンプル数"
        ),
        FindingKind.STATISTIC,
        "n",
        detail=("statistic", "n"),
    ),
    _Asked(_words(r"\btimes?\b|時間"), FindingKind.DURATION, "duration"),
)


def value_called(column: str) -> ValueQuestion | None:
    """Return the values a column's name stands for; `None` for none.

    Args:
        column: `concentration`, `annealing temperature`, `n`.
    """
    known = (*_ASKED, *_COLUMNS)
    found = [(match.end(), one) for one in known if (match := one.pattern.search(column))]
    if not found:
        return None
    # "Dose interval" and "sample temperature" are called by their last word.
    _, asked = max(found, key=lambda one: one[0])
    return _value_question(asked, asked.pattern.sub(" ", column))


def _is_of_documents(question: str, asked: _Asked) -> bool:
    """Tell whether documents are asked for, by the value they state, before any value is."""
    documents = _documents_first(question)
    value = asked.pattern.search(question)
    return documents is not None and not (value is not None and value.start() < documents.end())


def _documents_first(question: str) -> re.Match[str] | None:
    """Return where a question asks for documents; `None` where it asks in what they differ."""
    return None if _DIFFERING.search(question) else _DOCUMENTS_FIRST.search(question)


def read_comparison(question: str, subject: str) -> str | None:
    """Return in what a question compares documents; `None` where it does not compare them.

    Args:
        question: As asked.
        subject: Without what restricts it.
    """
    is_asked = is_comparison(question) and not _documents_first(question)
    return without_comparing(subject) if is_asked and not _COUNT.search(question) else None


# What documents are compared in where no kind of value is named.
COMPARED = tuple(
    ValueQuestion(kind=kind, column=column, measures=measures, detail=("", ""), text="")
    for kind, column, measures in (
        (FindingKind.REAGENT, "concentration", CONCENTRATIONS),
        (FindingKind.TEMPERATURE, "temperature", frozenset[QuantityKind]()),
        (FindingKind.DURATION, "duration", frozenset[QuantityKind]()),
        (FindingKind.DOSE, DOSE, frozenset[QuantityKind]()),
    )
)


def without_comparing(text: str) -> str:
    """Return a question without the words that compare and the documents it compares."""
    for pattern in (_DOCUMENTS, _COMPARISON, _ENDINGS, _IDLE):
        text = pattern.sub(" ", text)
    return _AROUND.sub("", " ".join(known_in_english(text).split()))
