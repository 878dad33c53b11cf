"""What is asked of a trial's record, and the heading or label that answers it.

Source: the headings and labels of `aliquot.parsing.trials`, after the modules of
ClinicalTrials.gov; ways of asking from the tuning half of benchmarks/data/record_questions.jsonl.
"""

from __future__ import annotations

from aliquot.generation.extractive.aspect import Aspect

__all__ = ["TRIAL_ASPECTS"]

_TRIAL = r"\b(?:trial|study|NCT\d+)"

TRIAL_ASPECTS: tuple[Aspect, ...] = (
    Aspect(
        "inclusion",
        r"\binclusion criteri\w+|\beligib\w+(?: criteri\w+)?"
        r"|\bwho (?:may|can|could|is allowed to) (?:take part|join|participate|enrol\w*)(?: in)?"
        r"|\bincluded\b|参加(?:条件|資格|基準|できる)|適格|選択基準|組み?入れ基準",
        label=r"(?:\w+ )?inclusion criteria|eligibility",
    ),
    Aspect(
        "exclusion",
        r"\bexclusion criteri\w+|\b(?:is|are|was|were) excluded\b|\bwho (?:may|can) ?not\b"
        r"|\bexcluded\b|除外",
        label=r"(?:\w+ )?exclusion criteria",
    ),
    Aspect(
        "intervention",
        r"\b(?:which|what) (?:drug|treatment|intervention|therap|compound|vaccine|device|arm)\w*"
        rf"|\bwhat (?:is|was) (?:tested|given|compared)\b|\bcomparators?\b|{_TRIAL}\b.*\barms?\b"
        r"|介入|試験薬|投与(?:群|され)|比較対照|群構成",
        label=r"interventions?|arm",
    ),
    Aspect(
        "design",
        r"\bmask(?:ed|ing)\b|\bblind(?:ed|ing)?\b|\brandomi[sz](?:ed|ation)\b|\bopen[- ]label\b"
        r"|\bhow is .{1,40} designed|盲検|無作為|ランダム化|試験デザイン",
        label=r"masking|allocation|intervention model|observational model|study design",
    ),
    Aspect(
        "sites",
        rf"^\W*where (?:is|was)\b.*(?:{_TRIAL}|\brun\b|\bconducted\b|\bcarried out\b)"
        r"|\b(?:which|what) (?:countr|site|hospital|cent(?:re|er)|cit)\w*|実施(?:場所|施設|国|され)"
        r"|どこで(?:実施|行)|どの国",
        label=r"locations?",
    ),
    Aspect(
        "condition",
        rf"\b(?:which|what) (?:condition|disease|indication|illness)s?\b.*{_TRIAL}"
        r"|対象疾患|対象の病気",
        label=r"conditions?",
    ),
    Aspect(
        "why stopped",
        r"\bwhy\b.*\b(?:stopp?|terminat|withdr|halt|suspend)\w*|中止(?:の|し|さ)",
        label=r"why stopped",
    ),
    Aspect(
        "completion",
        r"\bwhen\b.*\b(?:end|finish|complet|over)\w*|終了(?:日|し|予定)|完了",
        label=r"(?:primary )?completion date",
    ),
    Aspect(
        "secondary outcome",
        r"\bsecondary (?:outcome|end-?point)s?|副次(?:的)?(?:評価|エンドポイント)",
        label=r"secondary outcome[^:]{0,20}",
    ),
    Aspect(
        "summary",
        rf"{_TRIAL}s?\b.*\babout\b|\babout\b.*{_TRIAL}\b.*\?$|(?:試験|研究)の(?:概要|目的)|何の(?:試験|研究)",
        label=r"summary|title",
    ),
)
