"""How questions about every document are worded, in English and Japanese.

Only patterns: what they take out of a question, and what that means, is `asking`.
"""

from __future__ import annotations

import re

from aliquot.generation.surveying.recognising import DOCUMENTS

__all__ = [
    "ABOUT",
    "AND",
    "APPOSED",
    "ASIDE",
    "ASKING",
    "BOTH",
    "BRACKETED",
    "CLOSING",
    "DENIED",
    "DOCUMENT_KINDS",
    "EITHER",
    "HEAD",
    "HELD",
    "IN_LIBRARY",
    "JAPANESE",
    "JA_TIES",
    "LATIN",
    "MENTION",
    "NAMED_DOCUMENTS",
    "NUMBERS",
    "OF_RECORD",
    "OF_RECORD_JA",
    "OF_SYMBOL",
    "PERIOD",
    "TALLY",
    "TIES",
    "USE",
]

IN_LIBRARY = re.compile(
    r"\b(?:in|from|of|within|across)\s+(?:the|this|our|my|all)\s+(?:\w+\s+)?"
    r"(?:collection|library|lab|folder|files|archive)\b",
    re.IGNORECASE,
)
# "..., and in which disease did each look for it?": asked of what was found, not what is found by.
ASIDE = re.compile(
    r",\s*(?:and\s+)?(?:(?:in|on|at|for|with|by)\s+)?(?:which|what|how|when|who)\b.*$"
    r"|(?:\band\s+)?\bwhy\W*$|\brather than\b.*$|、(?:また|それぞれ).*$",
    re.IGNORECASE | re.DOTALL,
)
# Words before the documents that say which kind they are, and nothing of what is in them.
CLASS = (
    r"(?:(?:gene|protein|trial|clinical|research|lab|other|own|such|stored|single|existing)\s+)*"
)
ASKS = (
    r"(?:which|what|whichever|list|show|find|name|give|gimme|get|pull|fetch|collect|gather|tabulate"
    r"|tally|count|enumerate|compile|make|create|build|draw|(?:a\s+)?(?:table|list|overview|tally)"
    r"|how\s+many|number|the|all|every|everything|anything|each|any|me|up|of|our|we|us|have|has|had"
    r"|got|do|does|did|are|is|was|were|there|here|a|an|so|and|please|pls|for|out|can|you|i"
    r"|want|need"
    r"|complete|full|whole|set|titles?|names?|who|wrote|authors?)"
)
HEAD = re.compile(
    # A sign before a number is the number's.
    rf"^(?!\W*[−–-]\d)\W*(?:{ASKS}\b[\s,:]*)*(?:{CLASS}{DOCUMENTS}\b)?"
    rf"\s*(?:do\s+we\s+have\b|are\s+there\b|that\b|which\b|who\b|whose\b|on\s+file\b|"
    rf"(?:in\s+)?here\b|out\b"
    r"|(?:is|are|was|were)\b)?",
    re.IGNORECASE,
)
# How people close what they ask: "trials of X, the lot".
CLOSING = re.compile(
    r"[\s,]*\b(?:the\s+lot|all\s+of\s+them|please|pls|thanks|in\s+(?:it|them)|in\s+total"
    r"|altogether)\W*$",
    re.IGNORECASE,
)
# Verbs by which a document is asked for by its subject, not by a sentence in it.
ABOUT = re.compile(
    r"\b(?:deals?|dealing)\s+with\b|\bstud(?:y|ies|ied|ying)\b|\b(?:is|are|was|were)?\s*about\b"
    r"|\binvestigat\w+|\bexamin(?:e|es|ed|ing)\b|\baddress(?:es|ed)?\b|\bfocus(?:es|ed)?\s+on\b"
    r"|\bdescrib(?:e|es|ed|ing)\b|\bdiscuss(?:es|ed)?\b|\bconcern(?:s|ed|ing)?\b|\btouch(?:es|ing)?"
    r"(?:\s+(?:on|upon))?\b|\bin\s+the\s+(?:field|area)\s+of\b"
    r"|を?扱(?:って(?:いる|います)?|う|った)|に関(?:する|して)|について(?:の)?|に関係(?:する|した|が?ある)"
    r"|に関連(?:する|した|が?ある)",
    re.IGNORECASE,
)
# How a trial is held, before who holds it or where: "sponsored by", "taking place in".
HELD = (
    r"(?:(?:sponsored|funded|run|conducted|held|led|organi[sz]ed|registered|located|based|done"
    r"|performed"
    r"|recruiting|taking\s+place|carried\s+out|written|authored|supported)"
    r"\s+(?:by|in|at|on|out\s+of))"
)
# What a record states of a thing itself: a trial's conditions and sponsor, an entry's organism.
OF_RECORD = re.compile(
    r"^\W*(?:of|in|on|for|about|into|from|out\s+of|by)\b"
    rf"|^\W*{HELD}\b|\b(?:belong(?:s|ing)?\s+to|come(?:s)?\s+from"
    r"|(?:is|are)\s+(?:from|of))\b",
    re.IGNORECASE,
)
# 感染症の臨床試験: right before the documents' noun.
OF_RECORD_JA = re.compile(
    r"の\s*(?:文書|臨床試験|治験|試験)|で\s*(?:参加者|被験者|患者)?を?\s*(?:文書|臨床試験|治験|試験)|(?:で|が)(?:実施|行わ|主導|募集|行な)|(?:を|が)?対象(?:と|に|の)"
)
# Verbs by which something was done, so that a sentence denying it is no example of it.
USE = re.compile(
    r"\b(?:us(?:e|es|ed|ing)|tr(?:y|ied|ies)|test(?:s|ed|ing)?|grow(?:n|s)?|grew|cultur(?:e|ed)"
    r"|order(?:ed)?|employ(?:s|ed)?|perform(?:s|ed)?|run|ran|transfect(?:ed)?|treat(?:ed)?"
    r"|work(?:s|ed)?\s+(?:with|on)|run\s+on|rely\s+on|call(?:s|ing)?\s+for|giv(?:e|es|ing)"
    r"|administer(?:s|ed|ing)?)\b"
    r"|を?使(?:用(?:して(?:いる|います)|した|する)|って(?:いる|います)|った|っ|い|う)"
    r"|を?用い(?:て(?:いる|います)|た|る)?|で?測定(?:して(?:いる|います)|した|する)",
    re.IGNORECASE,
)
# Verbs and nouns that only ask; what is left names what is looked for.
ASKING = re.compile(
    r"\bw/|\b(?:mention(?:s|ed|ing)?|contain(?:s|ed|ing)?|includ(?:e|es|ed|ing)|list(?:s|ed)?|among"
    r"|their|its|report(?:s|ed)?|stat(?:e|es|ed)|compar(?:e|es|ed|ing)|enrol(?:l|ls|led|s)?"
    r"|plan(?:s|ned)?|expect(?:s|ed)?|intend(?:s|ed)?|aim(?:s|ed)?|refer(?:s|red)?\s+to|things?|cover(?:s|ed)?|show(?:s|ed)?|need(?:s|ed)?|requir(?:e|es|ed)|ever|never"
    r"|link(?:s|ed)?(?:\s+(?:to|with))?|relat(?:e|es|ed|ing)\s+to|associat(?:ed|ion|ions)\s+with"
    r"|involv(?:e|es|ed|ing)|belong(?:s|ing)?\s+to|come(?:s)?\s+from|appear(?:s|ed|ing)?|occur"
    r"(?:s|red)?"
    r"|feature(?:s|d)?|(?:is|are|was|were)?\s*open\s+to|admit(?:s|ted|ting)?|recruit(?:s|ing)?"
    r"|accept(?:s|ing)?"
    r"|hold(?:s)?|held|located|based|written|made|meant|tell(?:s)?|speak(?:s)?\s+of|talk(?:s)?\s+about|documents?|patients\s+in"
    r"|(?:people|patients|persons|individuals|subjects|participants|volunteers|those|adults|children)\s+"
    r"(?:with|having|who\s+have|suffering\s+from)"
    r"|work(?:s|ed|ing)?(?:\s+(?:on|with))?|gets?|turns?\s+up|comes?\s+up|takes?|goes|said|says?"
    r"|named?|found|identified|not|n't|anyone|anybody|somebody|someone|before|already|yet|been"
    r"|we|us|our|lab|group|team"
    r"|number|count|total|different|(?:fraction|percentage|proportion|share)\s+of|where"
    r"|published|looked?\s+(?:at|into|for)"
    r"|looks\s+(?:at|into)|looking\s+(?:at|into)|talk(?:s|ing)?(?:\s+about)?|cit(?:e|es|ed"
    r"|ing)|exist(?:s|ing)?|register(?:ed)?"
    r"|conducted|carried\s+out|available|present|measur(?:e|es|ed|ing)|make\s+use\s+of|deal"
    r"(?:s|ing)?\s+with)\b"
    r"|NCT番号|どの|すべて|全て|一覧|何件|何報|何本|ありますか|あります|教えてください|教えて|論文|文献|文書|資料"
    r"|プロトコー?ル|臨床試験|試験|番号|登録予定人数|人数|ですか|いますか|ましたか|これまで(?:に)?|今まで"
    r"|(?:を|に)?(?:リストアップ|列挙|表示|挙げ|探し|見せ|調べ)(?:して|て|し)?(?:ください)?|ください"
    r"|リスト(?:に|化)?|全部|どれ|いくつ|(?:に)?触れて(?:いる|います)|(?:に)?言及(?:して(?:いる|います)|した|する)"
    r"|一度も|[一ひと]つも|まったく|全く|(?:で)?(?:実施|行わ)(?:されて?|れて?)(?:いる|います|た)?|(?:の)?(?:もの|うち)",
    re.IGNORECASE,
)
# Who asks what is mentioned asks for the word: "spin" does not mention a centrifuge.
MENTION = re.compile(
    r"\bmention\w*|\bthe\s+(?:word|term|name)s?\b|\bby\s+name\b|言及|触れ|という(?:語|言葉|単語)",
    re.IGNORECASE,
)
DENIED = re.compile(r"\bnever\b|\bnot\b|n't\b|\bwithout\b|ない|なかった|ません", re.IGNORECASE)
# "In the DNA extraction protocols": what documents are called, behind what they are about.
DOCUMENT_KINDS = {
    "protocols": "protocol",
    "papers": "paper",
    "articles": "paper",
    "trials": "trial",
    "slides": "slides",
    "notes": "notes",
}
NAMED_DOCUMENTS = re.compile(
    rf"(?<=\s)(?P<kind>{'|'.join(DOCUMENT_KINDS)})\b(?=\W*$|\s+(?:about|on|since|from|for)\b)", re.I
)
# "Both A and B": a document has to say each, wherever.
BOTH = re.compile(r"^(?:both|each\s+of)\s+(?P<things>.+)$", re.IGNORECASE)
AND = re.compile(r"\s*,\s*(?:and\s+)?|\s+and\s+|\s+as\s+well\s+as\s+", re.IGNORECASE)
# A Japanese "or" between two nouns.
EITHER = re.compile(
    r"\s+n?or\s+|または|もしくは|あるいは"
    r"|(?<=[A-Za-z0-9\u30a1-\u30fc\u4e00-\u9fff])や(?=[A-Za-z\u30a1-\u30fa\u4e00-\u9fff])",
    re.IGNORECASE,
)
JAPANESE = re.compile("[\u3041-\u30fa\u3400-\u9fff]")
# In a Japanese question what is written in Latin letters names what is looked for, and is all it
# shares with an English text.
LATIN = re.compile(r"(?=[0-9.+/-]*[A-Za-z])[A-Za-z0-9][A-Za-z0-9.+/-]+")
TALLY = re.compile(
    r"^\W*(?:please\s+)?(?:tally|count|(?:the\s+)?(?:total\s+)?number\s+of"
    r"|what(?:\s+is|['’]s)?\s+(?:the\s+)?(?:fraction|percentage|proportion|share"
    r"|number)\s+of)\b|いくつ(?:あり|ある)|何(?:件|報|本)|(?:件数|総数)(?:は|を)",
    re.IGNORECASE,
)
PERIOD = re.compile(
    r"\b(?:in|over|during|within)\s+the\s+(?:last|past)\s+(?:(?P<count>\d{1,2}|two|three|four|five"
    r"|six|seven|eight|nine|ten)\s+)?years?\b|(?:過去|この|最近)(?P<ja>\d{1,2})年間?",
    re.IGNORECASE,
)
NUMBERS = {
    word: number
    for number, word in enumerate(
        ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"), start=2
    )
}
# Particles about a Japanese name, and what only ties an English one to its verb.
JA_TIES = re.compile(
    r"(?:には|では|とは|など|[はがをにでの])(?=\s|$|[？?。])|^[はがをのにでと]+|[？?。]"
)
TIED = (
    r"of|in|on|for|with|to|about|into|from|by|at|out\s+of|and|or|is|are|was|were|be|been|being"
    r"|do|does|did"
    r"|has|have|had|there|where|which|that|who|still|currently|now|also|already|actively|ever"
)
TIES = re.compile(
    rf"^(?:(?:{TIED}|either|any|some|all|each|every|me|us|early|only)(?:\s+|$))+"
    rf"|(?:(?:^|\s+)(?:{TIED}|any\s*more|at\s+all|so\s+far|ever|yet|together|anywhere"
    rf"|somewhere|in\s+any|across|here|early"
    rf"|right\s+now|today))+$",
    re.IGNORECASE,
)
# "The retrovirus XMRV": the class of a thing before its symbol, which others may leave out.
APPOSED = re.compile(
    r"^(?:the|an?)\s+[a-z][a-z-]+(?:\s[a-z][a-z-]+)?\s+"
    r"(?P<name>[A-Za-z0-9-]*[A-Z0-9][A-Za-z0-9-]*)$"
)
# "HIV infection": behind a symbol what it is of, which others leave out.
OF_SYMBOL = re.compile(
    r"^(?P<name>[\w-]*[A-Z0-9]{2}[\w-]*)\s+(?:infections?|diseases?|virus(?:es)?|proteins?|genes?)$"
)
# "Parkinson disease (PARK)": a short name behind the long one names the same thing again.
BRACKETED = re.compile(r"[(（][^()（）]{1,30}[)）]")
