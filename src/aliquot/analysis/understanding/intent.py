"""Tell what kind of answer a question wants, in English and Japanese."""

from __future__ import annotations

import re

from aliquot.types import Intent

__all__ = ["intent_of"]


def _rule(*patterns: str) -> re.Pattern[str]:
    return re.compile("|".join(patterns), re.IGNORECASE)


_DOCUMENTS = (
    r"(?:papers|articles|publications|trials|studies|protocols|documents|files|reports|reviews"
    r"|records|entries|slides|slide decks|presentations|notes)"
)
_TIMES = r"(?:years?|months?|weeks?|days?|hours?|minutes?|seconds?|times|µ?[gl]|m[lg]|grams?)"
# ------------------------------------------------------------------------------ English

_COMPARE = _rule(
    r"^\W*(?:please\s+)?(?:compare|contrast)\b",
    r"\bdifferences?\s+(?:\w+\s+){0,3}between\b",
    r"^\W*how\s+(?:do|does|did|is|are)\s.+\b(?:differ|compare[ds]?|different)\b",
    r"^\W*(?:which|what)\s.+\b(?:better|worse|faster|slower|cheaper|safer|(?:more|less)\s+\w+"
    r"|higher|lower|larger|smaller|longer|shorter)\b[^?]*[,:]\s[^?]*\bor\b",
)
_COUNT = _rule(
    rf"\bhow\s+many\s+(?!{_TIMES}\b)",
    r"\b(?:what\s+is\s+)?the\s+(?:total\s+)?number\s+of\b(?!.*\bper\b)",
    r"^\W*count\b",
)
_LIST = _rule(
    rf"^\W*(?:which|what)\s(?:(?!is\b|are\b|was\b|were\b|do\b|does\b|did\b|of\b|in\b|for\b)[\w/-]+\s)"
    rf"{{0,6}}?{_DOCUMENTS}\b",
    rf"\b(?:are\s+there|do\s+(?:we|you|i)\s+have)\s+(?:any\s+)?(?:[\w/-]+\s){{0,5}}?{_DOCUMENTS}\b",
    rf"^\W*(?:show|find|search|get)(?:\s+(?:me|for))?\s(?:[\w/-]+\s){{0,6}}?{_DOCUMENTS}\b",
    r"^\W*(?:please\s+)?(?:list|enumerate|name\s+(?:all|the|every|each|\w+\s+\w+s\b))",
    r"\bgive\s+(?:me\s+)?(?:a\s+list|all)\b",
    r"^\W*what\s+are\s+(?:all\s+)?(?:the\s+|some\s+)?(?:\w+\s+){0,2}?(?:types|kinds|symptoms|signs"
    r"|causes|treatments|therapies|genes|complications|steps|reagents|materials|side effects"
    r"|adverse effects|advantages|limitations|stages|subtypes|risk factors|genetic changes|members"
    r"|components|ingredients|functions|applications|targets|examples)\b",
    rf"^\W*(?:(?:early\s+)?phase\s+\S+\s+)?(?:clinical\s+)?{_DOCUMENTS}\s+(?:in|of|on|for|with|since"
    r"|after|before|between|from|about|by|published)\b(?!.*[.:]\s*$)",
)
# Asked for what was written, or a phrase without a verb: "Withdrawn trials since 2018".
_LIST_OF_WRITINGS = _rule(
    r"^\W*(?:any|(?:(?:i['’]?m|i am|we['’]re|we are)\s+)?looking\s+for|(?:i|we)\s+(?:need|want)"
    rf"|which\s+of\s+our)\s(?:[\w/-]+\s){{0,5}}?{_DOCUMENTS}\b",
    rf"^\W*(?:[\w/-]+\s+){{0,3}}?{_DOCUMENTS}\s+that\s+(?!.*[.?:]\s*$)",
    r"^\W*(?:(?:since|after|before|in)\s+\d{4},\s+)?what\s+(?:else\s+)?(?:has|have|did|was)\s[^?]{0,40}?\b(?:written|published|write|publish)\s+"
    r"(?:on|about|by|in|since)\b",
    rf"^\W*(?!(?:how|do|does|did|is|are|was|were|why|when|where|who)\b)(?:[\w/,-]+\s+){{1,6}}?{_DOCUMENTS}"
    r"\s+(?:in|of|on|for|with|without|since|after|before|between|from|about|by)\b"
    r"(?!.*(?:[.?:]\s*$|\b(?:is|are|was|were|has|have|had|did|does|do|show\w*|can|may|will)\b))",
)
# Asked for the amount, time or setting of ...
_SETTING = (
    r"(?:how\s+(?:much|long|often|fast|hot|many\s+times|many\s+(?:minutes|hours|seconds|days))"
    r"|(?:at|for|in|with|to)\s+(?:what|which)"
    r"|(?:what|which)\s+(?:\w+\s+)?(?:temperatures?|speeds?|volumes?|concentrations?|dilutions?|times?"
    r"|durations?|amounts?|buffers?|conditions?|settings?|medium|media|enzymes?|kit))\b"
)
# ... something done at the bench. Verbs as instructions and reports have them.
_BENCH = (
    r"(?:add(?:ed)?|centrifug\w+|spun|resuspend\w*|incubat\w+|vortex\w*|wash(?:ed|ing|es)?|elut\w+"
    r"|dissolv\w+|pipett\w+|dilut\w+|lys(?:is|ed|ing)|transfer(?:red)?|thaw\w*|pellet\w*|anneal\w*"
    r"|denatur\w+|precipitat\w+|homogeni[sz]\w+|digest(?:ed|ion)|ligat\w+|transform(?:ed|ation)"
    r"|transfect\w*|plated|seeded|passag\w+|stain(?:ed|ing)|block(?:ed|ing)|boil\w*|autoclav\w+"
    r"|sonicat\w+|extract(?:ed|ion)|gel|pcr|heat shock|aliquot\w*|mixed|filtered|used)\b"
)
_STEP = _rule(
    r"^\W*how\s+(?:do|should|can|must|would)\s+(?:i|we|you|one)\b",
    r"^\W*how\s+to\b",
    r"^\W*how\s+(?:do|does)\s+(?:our|my|the)\s+(?:\w+\s+)?protocols?\b",
    r"\b(?:next|first|last|previous|final)\s+step\b|\bstep\s+\d+\b|\bwhich\s+steps?\b",
    r"\b(?:procedure|protocol|instructions)\s+for\s+\w+ing\b",
    rf"^[^?]*\b{_SETTING}(?=[^?]*\b(?:is|are|was|were|do|does|should|be|into|the)\b)[^?]*\b{_BENCH}",
)
_POLAR = _rule(
    r"(?:^|[,:.?]\s+|--\s*|-\s+)\W*(?:in\s[^,?]+,\s*)?"
    r"(?:is|are|was|were|do|does|did|has|have|had|can|could|should|will|would|may|must)\s+"
    r"(?:not\s+)?(?!you\s+(?:please|tell|list|show))\w"
)
_ABSENT = _rule(
    r"^\W*(?:which|what|who|why|where|when)\b[^?]*\b(?:not|never|no longer|without|lack\w*"
    r"|fail(?:s|ed)?\s+to|absent|neither|avoid(?:ed)?)\b"
)
_DEFINITION = _rule(
    r"^\W*(?:please\s+)?define\b",
    r"\bwhat\s+(?:do|does|did)\s+.+\b(?:mean|stand\s+for)\b",
    r"\b(?:definition|meaning)\s+of\b",
    r"^\W*what(?:\s+is|\s+are|['’]s)\s+(?:meant\s+by\b|\(are\)\s|(?!the\b|our\b|my\b|known\b|being\b"
    r"|going\b)(?:(?:a|an)\s+)?(?:(?!of\b|for\b|in\b|on\b|to\b|from\b|with\b|by\b|used\b)[\w'’()/+α-ω-]+\s*)"
    r"{1,5}\s*\??\s*$)",
)

# ------------------------------------------------------------------------------ Japanese

_JA_COMPARE = _rule(
    r"比較(?:して|すると|せよ)", r"(?:違い|相違点?|差)(?:は|を|について)", r"どちらが"
)
_JA_COUNT = _rule(
    r"何(?:人|件|本|報|種類|種|個|例|匹|頭|名|つ)", r"いくつ(?!か)", r"(?:件|人|個|例)数(?:は|を)"
)
_JA_LIST = _rule(
    r"一覧|列挙|リスト(?:を|に|アップ)|挙げ(?:て|よ)|すべて(?:教え|示)|全て(?:教え|示)",
    r"(?:募集中の|歳(?:以上|以下|未満).{0,12}|(?:開始|登録|完了|中止)された)試験[。？?]?\s*$",
    r"(?:論文|文献|試験|治験|プロトコー?ル|資料)(?:は|(?:で|のうち)(?!.*(?:最も|一番))[^。、]*(?:もの|の)は)"
    r"(?:どれ|何が)",
    r"どの(?:論文|文献|試験|臨床試験|プロトコー?ル|文書|資料|スライド)",
    r"(?:論文|文献|臨床試験|治験|相試験|プロトコー?ル)(?:を(?:教え|探|検索|見せ|示)|は(?:あります|何が)|があります"
    r"|[。？?]?\s*$)",
)
_JA_SETTING = (
    r"(?:条件|温度|時間|量|濃度|回転数|速度|何\s*(?:g|mg|µ?[lL]|mL|分|秒|時間|度|℃|回)"
    r"|どのくらい|どれくらい)"
)
_JA_BENCH = (
    r"(?:遠心|溶出|溶解|溶か|インキュベー|洗浄|添加|加え|混合|希釈|抽出|培養|染色|継代|加熱|煮沸|振とう|処理"
    r"|ボルテックス|アニーリング|変性|電気泳動|ライゲーション|形質転換|懸濁|沈殿)"
)
_JA_STEP = _rule(
    r"手順|やり方|どのように(?:して)?(?:調製|作製|行|実施|抽出|測定)|方法を教え|次のステップ|ステップ\s*\d",
    rf"{_JA_BENCH}.*{_JA_SETTING}",
    rf"{_JA_SETTING}.*{_JA_BENCH}",
)
_JA_DEFINITION = _rule(
    r"とは(?:(?:何|なに|どのような(?:もの|こと))(?:です|でしょう|か)?|どういう|[。？?]?\s*$)",
    r"って(?:何|なに)",
    r"の?(?:定義|意味)(?:は|を)",
    r"何の略",
)
_JA_OPEN = _rule(
    r"何|なに|なん(?:で|の)|どの|どれ|どこ|いつ|誰|だれ|いくつ|いくら|どう|なぜ|どちら|どんな"
)
_JA_POLAR = _rule(r"か[。？?]?\s*$")
_JA_ABSENT = _rule(
    r"(?:いない|なかった|ない|ません)(?:もの|の|理由|遺伝子|試薬)?(?:は|を).*(?:何|どれ|教え)"
)

_ENGLISH_RULES = (
    (_COMPARE, Intent.COMPARE),
    (_COUNT, Intent.COUNT),
    (_LIST, Intent.LIST),
    (_LIST_OF_WRITINGS, Intent.LIST),
    (_STEP, Intent.STEP),
    (_DEFINITION, Intent.DEFINITION),
    (_ABSENT, Intent.NEGATIVE),
)
_JAPANESE_RULES = (
    (_JA_COMPARE, Intent.COMPARE),
    (_JA_COUNT, Intent.COUNT),
    (_JA_LIST, Intent.LIST),
    (_JA_DEFINITION, Intent.DEFINITION),
    (_JA_ABSENT, Intent.NEGATIVE),
    (_JA_STEP, Intent.STEP),
)
_OPEN = _rule(
    r"^\W*(?:what|which|who|whom|whose|how|when|where|why|give|name|list|tell|under|at what)\b"
)


def intent_of(question: str, language: str) -> Intent:
    """Return what kind of answer a question wants.

    `negative` is a question whose answer may be no: "Was X detected?", "Which samples did not ...".
    """
    is_japanese = language == "ja"
    rules = _JAPANESE_RULES if is_japanese else _ENGLISH_RULES
    for pattern, intent in rules:
        if pattern.search(question):
            return intent
    if is_japanese:
        is_polar = bool(_JA_POLAR.search(question) and not _JA_OPEN.search(question))
    else:
        is_polar = bool(_POLAR.search(question) and not _OPEN.search(question))
    return Intent.NEGATIVE if is_polar else Intent.FACT
