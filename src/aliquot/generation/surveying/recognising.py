"""Tell a question that only every document answers; the rest of a survey is not needed for that."""

from __future__ import annotations

import re

from aliquot.generation.surveying.entries_meant import as_entries
from aliquot.types import Understanding

__all__ = ["DOCUMENTS", "is_survey", "without_preamble"]

DOCUMENTS = (
    r"(?:documents?|papers?|articles?|publications?|protocols?|trials?|studies|records?|entries"
    r"|entry|files?|slides?|slide decks?|presentations?|notes|tables?|spreadsheets?|reviews?"
    r"|notices?|reports?|notebooks?|workbooks?)"
)
# Plural, or one of many: "which trial" and "the paper" ask for one.
MANY = (
    r"(?:documents|papers|articles|publications|protocols|trials|studies|slide\s+decks|slides|notes"
    r"|records|entries|notebooks|spreadsheets|workbooks|files)"
)
ONE = (
    r"(?:document|paper|article|publication|protocol|trial|study|record|entry|notebook"
    r"|spreadsheet|file)"
)
# What documents name, where they are asked for it together.
THINGS = (
    r"(?:cell\s+lines?|organisms?|strains?|species|antibod(?:y|ies)|reagents?|chemicals?"
    r"|instruments?|kits?"
    r"|plasmids?|primers?|vectors?|buffers?|enzymes?|accessions?(?:\s+(?:numbers?|codes?))?)"
)
LIBRARY = (
    r"(?:library|collection|lab|archive|folder|files|documents|papers|protocols|notes|trials"
    r"|notebooks)"
)
PEOPLE = r"(?:we|anyone|anybody|someone|somebody|you|our\s+(?:lab|group|team)|the\s+lab)"
SHORT, LONGER = r"(?:[\w/-]+\s+){0,3}?", r"(?:[\w/-]+\s+){0,6}?"
# Documents a question names in the plural without more; "studies" and "records" are also events.
PLURAL = (
    r"(?:documents|papers|articles|protocols|trials|notebooks|slides|spreadsheets|publications)"
)
# What documents state, asked for in the plural: of one, a single value is asked.
VALUES = (
    r"(?:temperatures|concentrations|dilutions|doses|dosages|volumes|amounts|durations|times"
    r"|versions"
    r"|statistical\s+tests|p[- ]values|speeds|settings|sponsors|primary\s+(?:outcomes|endpoints))"
)
DIFFER = r"(?:differ|disagree|agree|vary|conflict|contradict|compare|deviate)"
ORDERS = (
    r"(?:please\s+)?(?:can\s+you\s+)?(?:list|show|find|give|gimme|get|fetch|pull|count|tally"
    r"|tabulate"
    r"|enumerate|collect|compile|make|build|create)(?:\s+(?:me|us|up|out))*"
)
WHOLE = r"(?:all|every|each|the\s+full|the\s+complete)"
# "Which papers", but not "which do papers" and never "how many participants in the trials".
ENGLISH = (
    # Of studies a review counts its own.
    rf"^\W*(?!how\s+many\s+{SHORT}studies\b[^?]*\bdid\s+the\b)(?:so\s+)?(?:(?:in|of)\s+)?"
    rf"(?:which|how\s+many|what(?:\s+(?:are|all))?)\s+"
    rf"(?!(?:do|does|did|is|was|were|has|have)\b)(?:(?:all\s+)?(?:of\s+)?(?:the|our|my)\s+)?"
    rf"(?:(?!in\b|of\b|from\b|for\b|are\b|is\b|were\b|was\b|do\b|does\b"
    rf"|did\b)[\w/-]+\s+){{0,3}}?{MANY}\b",
    rf"^\W*{ORDERS}\s+(?:{WHOLE}|(?:the|our|a\s+(?:table|list|overview)\s+of(?:\s+(?:the|our"
    rf"|all))?))?\s*{LONGER}{MANY}\b",
    rf"^\W*{ORDERS}\s+(?:(?:the\s+)?(?:{WHOLE}|a\s+(?:table|list|overview)\s+of(?:\s+(?:the"
    rf"|our|all))?)\s+)"
    rf"{SHORT}(?:{THINGS}|{ONE})\b",
    rf"^\W*(?:{WHOLE}|any|no)\s+(?:of\s+)?(?:the\s+|our\s+)?{SHORT}(?:{MANY}|{ONE})\b(?!.*:)",
    rf"\ball\s+(?:the\s+|our\s+)?{DOCUMENTS}\s+(?:that|which|with|on|about)\b",
    rf"^\W*(?:is|are)\s+there\s+(?:any\s+)?{SHORT}(?:{MANY}\b|experiments\b)",
    rf"^\W*(?:do|does|did|have|has|are|were|is)\s+(?:any|all|none|some)\s+(?:of\s+)?(?:the\s+"
    rf"|our\s+)?{SHORT}{MANY}\b",
    rf"^\W*(?:which|what)\s+{SHORT}{MANY}\s+(?:do|have|did)\s+{PEOPLE}\b",
    r"\b(?:everything|anything|what(?:\s+(?:all|else))?)\s+(?:that\s+)?(?:do\s+|have\s+)?(?:we"
    r"|you|is|there|here)\b"
    r"[^?]{0,12}\b(?:on|about|touch\w*|regarding|concerning)\b",
    rf"\b(?:across|throughout|over)\s+(?:all|our|the|every)\s+(?:of\s+)?(?:our\s+|the\s+)?{MANY}\b",
    rf"^\W*(?:have|has|had|did)\s+{PEOPLE}\s+(?:in\s+\w+\s+\w+\s+|here\s+)?(?:ever|never"
    rf"|already|yet)\b",
    rf"^\W*(?:have|has)\s+{PEOPLE}\s+(?:in\s+\w+\s+\w+\s+|here\s+)?(?:tried|used|worked|tested)\b",
    rf"\b(?:have|has|did)\s+{PEOPLE}\s+never\b|\bdid\s+nobody\b|\bhas\s+nobody\b",
    r"^\W*who\s+(?:in|at|of)\s+(?:the|our)\s+(?:lab|group|team)\b",
    rf"^\W*(?:which|what|how\s+many)\s+{SHORT}{THINGS}\s+(?:did|do|does|have|has)\s+{PEOPLE}\b",
    rf"^\W*(?:which|what|how\s+many)\s+{SHORT}{THINGS}\s+(?:\w+\s+){{0,3}}?(?:in|from|of)\s+"
    rf"(?:the|our|all)\s+"
    rf"{SHORT}{LIBRARY}\b",
    rf"^\W*(?:which|what)\s+{SHORT}{THINGS}\s+(?:are|is|were)\s+(?:never|not)\b",
    rf"^\W*(?:in|over|during)\s+the\s+(?:last|past)\s+{SHORT}years?,?\s+(?:which|what"
    rf"|how\s+many)\b[^?]*\b{PEOPLE}\b",
    rf"^\W*{SHORT}{MANY}\s+(?:(?:that|which)\s+(?:do|does|did|have|use|mention|lack)\b|lacking"
    rf"|missing|without|w/o"
    r"|mentioning|using|giving|citing|testing)\b(?![^?]*[:.]\s)",
    rf"\bevery\s+{SHORT}{ONE}\s+(?:w/|with|that|which|about|on)",
    r"^\W*which\s+of\s+[^?]*(?:,|\band\b|\bor\b)[^?]*\b(?:have|did|has)\s+(?:we|nobody"
    r"|no\s+one|the\s+lab)\b",
)

# Values of many documents, and what they state differently.
COMPARING = (
    rf"^\W*(?:at\s+|for\s+)?(?:which|what)\s+{SHORT}{VALUES}\b[^?]*\b(?:do|did|does|have"
    rf"|has)\s+(?:{PEOPLE}|our)\b",
    rf"^\W*(?:at\s+|for\s+)?(?:which|what)\s+{SHORT}{VALUES}\b(?:\s+(?:of|for)\s+(?:(?!the\b"
    rf"|this\b)[\w-]+\s+){{1,4}}?)?"
    r"\s*(?:are|were|have\s+been)\s+(?:used|given|stated|chosen)\b"
    r"(?!\s+to\b)(?!\s+(?:in|for|by|on|during)\s+(?:the|this|that|these|each)\b)",
    rf"^\W*{ORDERS}\s+(?:(?:the\s+)?(?:{WHOLE})\s+|the\s+(?=.*\b(?:our|all)\b)){SHORT}{VALUES}\b",
    rf"\bhow\s+(?:do|does|did)\s+(?:our|the|these|all)\s+{SHORT}{PLURAL}\s+{DIFFER}\b",
    rf"^\W*(?:do|does|did|is|are)\s+(?:our|all|any\s+of|the)\s+(?:the\s+"
    rf"|our\s+)?{SHORT}{PLURAL}\s+{DIFFER}\b",
    rf"^\W*(?:compare|(?:(?:what|which|list|show)\b[^?]*)?\bdifferences?\s+(?:between|among"
    rf"|in)|in\s+what)\b[^?]*"
    rf"\b(?:across|between|among|in|by|of|our|do)\s+(?:(?:our|the|all)\s+)*{SHORT}(?:protocols"
    rf"|documents|papers|notebooks)\b",
    rf"\b(?:in|for|by)\s+(?:each|every)\s+(?:of\s+(?:our|the)\s+)?{SHORT}(?:protocol|paper"
    rf"|document|notebook)\b",
    rf"^\W*who\s+(?:sponsors|funds|runs|wrote)\s+(?:the|our|all)\s+{SHORT}{PLURAL}\b",
    rf"^\W*(?:what|which)\s+[\w-]+\s+(?:do|does|did)\s+(?:the|our|all)\s+{SHORT}{PLURAL}\s+"
    rf"(?:have|use|state|give)\b",
)
# Documents named with what qualifies them, and what is there at all.
NAMING = (
    rf"^\W*(?:is|are)\s+there\s+(?:any|an?|some)\s+{SHORT}(?:protocols?|papers?|documents?"
    rf"|notebooks?|trials?)\s+"
    r"(?:on|about|for|that|which|in|with|of|using|from)\b",
    rf"^\W*(?:do|did)\s+(?:we|you)\s+(?:already\s+)?have\s+(?:any|an?|some|{PLURAL})\b",
    rf"^\W*(?:do|does|did|has|have|is|are|was|were)\s+any\s+(?:of\s+(?:our|the)\s+)?{SHORT}"
    r"(?:protocol|paper|document|notebook|trial)s?\b",
    rf"\bin\s+any\s+(?:of\s+)?(?:our|the)\s+{SHORT}{PLURAL}\b",
    r"^\W*where\s+(?:do|did|have)\s+(?:we|our)\s+(?:ever\s+)?(?:used?|mention(?:ed)?|tr(?:y"
    r"|ied))\b",
    r"^\W*everything\s+(?:about|on|we\s+have)\b",
    r"^\W*(?:is|are)\s+there\s+anything\s+(?:here\s+)?(?:about|on)\b[^?]*\b(?:archive|library"
    r"|collection|files)\b",
    r"^\W*what\s+do\s+we\s+have\s+(?:on|about|from)\b",
    r"^\W*did\s+(?:anyone|anybody|someone|somebody)\b",
    r"^\W*(?:which|what)\s+of\s+(?:these|the\s+following|the)\b[^?]*[,:][^?]*\b(?:used|tried"
    r"|tested|ordered)\b",
    r"^\W*(?:which|what)\s+of\s+these\b[^?:]*\b(?:used|tried|tested)\b[^?]*:",
    r"^\W*(?:among|out\s+of)\s+[^?]*(?:,|\band\b)[^?]*,\s*(?:which|what)\b[^?]*\b(?:used|tried"
    r"|tested|never)\b",
    rf"^\W*(?:(?:what|which)(?:\s+is|['’]s)?\s+)?(?:the\s+)?(?:total\s+)?(?:number|count"
    rf"|fraction|percentage|proportion|share)\s+of\s+"
    rf"(?:the\s+|our\s+|all\s+)?{SHORT}{PLURAL}\b",
    rf"^\W*(?:which|what|how\s+many)\s+{SHORT}(?:{THINGS}|genes|proteins)\s+(?:are|were|is)\s+"
    rf"(?:mentioned|used|listed|named|found)\s+"
    rf"(?:in|by|across)\s+(?:(?:the|our|all)\s+)*{SHORT}{PLURAL}\b",
    rf"^\W*(?:which|what|how\s+many)\s+{SHORT}(?:genes|proteins)\b[^?]*\b(?:in|from|of"
    rf"|across)\s+(?:the|our|all)\s+{SHORT}{LIBRARY}\b",
    rf"^\W*(?:an?|the)\s+(?:complete\s+|full\s+)?(?:list|table|overview)\s+of\s+(?:(?:all|our"
    rf"|the)\s+)*"
    rf"{SHORT}(?:{MANY}|{THINGS}|{VALUES})\b",
    rf"^\W*{SHORT}{PLURAL}\s+(?:by|per)\s+(?:year|author|version|phase)\b",
    # A title or a claim goes on with a verb or ends in a full stop.
    rf"^\W*(?!(?:the|a|an|how|why|what|which|who|do|does|did|is|are|can|could|should"
    rf"|in)\b){SHORT}{PLURAL}"
    r"(?:\s+(?:on|about|from|with|in|of|where|in\s+which|that|without|w/o|not|for|using"
    r"|testing|started|published|since|before|after)\b"
    r"(?:\s+[^\s:.]+){1,8})?\W?$(?<![.:])",
)

DOCUMENTS_JA = (
    r"(?:論文|文献|文書|資料|プロトコー?ル|(?<=[\u3041-\u30fa\u3400-\u9fff])protocol"
    r"|臨床試験|治験|試験|スライド|実験ノート|ノート|エントリー?|レコード)"
)
THINGS_JA = (
    r"(?:細胞株|株化細胞|抗体|試薬|プラスミド|ベクター|プライマー|キット|機器|装置|生物種|菌株"
    r"|制限酵素|アクセッション(?:番号)?)"
)
# One document that stands before the reader: この論文の結論.
THIS_JA = r"(?<!この)(?<!その)(?<!本)(?<!当該)(?<!あの)"
EACH_JA = (
    r"(?:を|は)?(?:すべて|全て|全部|列挙|一覧|リスト|挙げ|教え"
    r"|表示|探し|検索|比較|表に|まとめ|見せ)"
)
VALUES_JA = (
    r"(?:温度|濃度|希釈(?:倍率|率)|投与量|用量|時間|回転数|バージョン"
    r"|統計(?:検定|手法)|検定方?法|スポンサー|主要評価項目)"
)
JAPANESE = (
    rf"どの{DOCUMENTS_JA}",
    rf"{THIS_JA}{DOCUMENTS_JA}(?:は|が|って)?(?:何(?:件|報|本|個)|いくつ|どのくらい|どれくらい"
    r"|どれ|ありますか|ある[か？?]|あります)",
    rf"何(?:件|報|本)の{DOCUMENTS_JA}",
    rf"(?:すべて|全て|各|全|あらゆる)の?{DOCUMENTS_JA}",
    rf"{THIS_JA}{DOCUMENTS_JA}{EACH_JA}",
    rf"{THIS_JA}{DOCUMENTS_JA}の?(?:数|件数|一覧|リスト)",
    # 「...する論文は？」
    rf"{THIS_JA}{DOCUMENTS_JA}は?[？?]?\s*$",
    rf"{DOCUMENTS_JA}のうち",
    rf"{THINGS_JA}(?:の?(?:一覧|リスト)|{EACH_JA})",
    rf"(?:使|用い|試し|培養|購入|扱)[^。？?]{{0,12}}{THINGS_JA}(?:は|を|って)",
    rf"どの{THINGS_JA}.{{0,20}}(?:使|用い|試し)",
    r"(?:使|用い|試し|試|扱|行)(?:っ|し)?た(?:こと|実験|例|人)(?:が|は)?(?:ある|あり|ない|い)",
    r"一度も|誰もまだ|まだ誰も|(?:誰|だれ)か.{0,30}(?:こと|人)が?(?:あり|ある|い)",
    rf"(?:ライブラリ|コレクション|ラボ).{{0,12}}(?:{THINGS_JA}|すべて|全て|一覧)",
    r"年(?:ごと|別)の(?:論文|試験|文書|件)",
    rf"{THIS_JA}{DOCUMENTS_JA}(?:のうち|の(?:中|なか)|に)?で?[^。？?]{{1,40}}(?:もの|やつ)(?:は|が|を|って|$|[？?])",
    rf"どの[^。？?]{{0,15}}{VALUES_JA}[^。？?]{{0,6}}(?:使|用い|試し|与え)",
    rf"{VALUES_JA}(?:の?(?:一覧|リスト)|{EACH_JA})",
    rf"{DOCUMENTS_JA}(?:によって|ごとに|の?間で)[^。？?]{{0,20}}(?:違|異な|ばらつ|食い違|一致)",
    rf"{VALUES_JA}は(?:何|どれ|どのような)[^。？?]{{0,4}}(?:が|を)(?:使|用い)",
)
SURVEYING = re.compile("|".join((*ENGLISH, *COMPARING, *NAMING, *JAPANESE)), re.IGNORECASE)
# Asked of what is known, not of what is held: a page on a disease answers it.
GENERAL = re.compile(r"\bbeing\s+done\b|\bpeople\s+are\s+affected\b", re.IGNORECASE)


# What people put before a question, and "in" before "which papers".
PREAMBLE = re.compile(
    # A sign before a number is the number's.
    r"^(?!\W*[−–-]\d)\W*(?:(?:hi|hello|hey|please|pls|ok(?:ay)?|so|also|now|then|and|well"
    r"|quick\s+question)\b[\s,:!-]*)*"
    r"(?:(?:can|could|would|will)\s+(?:you|someone|anyone|we)\s+(?:please\s+|kindly\s+)?"
    r"(?:help\s+me\s+)?"
    r"(?:tell|let)\s+(?:me|us)\s+(?:know\s+)?|(?:can|could|would|will)\s+(?:you|we)\s+"
    r"(?:please\s+|kindly\s+)?"
    r"|(?:do\s+you\s+know|tell\s+(?:me|us)|i(?:\s+was|\s+am|['’]m)?\s+wonder(?:ing)?"
    r"(?:\s+if\s+you\s+know)?)\s+"
    r"|(?:i|we)\s*(?:['’]d\s+(?:like|love)|would\s+(?:like|love)|want|need|wish)\s+"
    r"(?:to\s+(?:know|see|get|find(?:\s+out)?|have|list|count)\s+)?"
    r"|(?:i|we)\s*(?:['’](?:m|re)|am|are)\s+(?:looking|searching|after|interested)\s*(?:for|in)?\s+"
    r"|what\s+i\s+(?:want|need)\s+is\s+)?"
    r"(?:(?:in|on|for|of|at|with|from|by)\s+(?=(?:which|what|how\s+many)\b))?",
    re.IGNORECASE,
)


def without_preamble(question: str) -> str:
    """Return a question without what people put before it: "could you tell me ..."."""
    return PREAMBLE.sub("", question, count=1)


def is_survey(asked: Understanding) -> bool:
    """Tell whether a question can only be answered by every document; in doubt it is not."""
    question = as_entries(without_preamble(asked.question))
    return SURVEYING.search(question) is not None and GENERAL.search(question) is None
