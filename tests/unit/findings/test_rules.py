"""No finder's rules change without its version, or libraries keep what old rules found."""

from __future__ import annotations

import ast
import subprocess
import sys

import finding_rules
from aliquot.findings.extracting import BuiltInExtractors


def test_record_of_rules_is_current() -> None:
    before, now = finding_rules.recorded(), finding_rules.current()
    changed = ", ".join(one for one in now if now[one] != before.get(one)) or "none"
    assert before == now, (
        f"rules or versions changed: {changed}. Raise `version` where other findings come out, "
        f"then run: {finding_rules.COMMAND}"
    )


def test_changed_rules_with_the_same_version_are_told() -> None:
    old = {"a": {"version": "1", "rules": "x"}, "b": {"version": "1", "rules": "x"}}
    new = {"a": {"version": "1", "rules": "y"}, "b": {"version": "2", "rules": "y"}}
    assert finding_rules.not_raised(old, new) == ["a"]


def test_digest_follows_rules_and_no_comments() -> None:
    def lines(code: str) -> list[str]:
        return list(finding_rules.written(ast.parse(code)))

    plain = "WORDS = {'a', 'b'}\ndef f():\n    return 1\n"
    said = '"""Say."""\n# Why.\nWORDS = {"a",\n "b"}\ndef f():\n    """Do."""\n    return 1\n'
    assert lines(plain) == lines(said)
    assert lines(plain) != lines(plain.replace("'b'", "'c'"))


def test_rules_reach_through_what_a_finder_imports() -> None:
    reached = finding_rules.reached("aliquot.findings.organisms")
    assert {"aliquot.findings.places", "aliquot.findings.vocabularies.viruses"} <= reached
    assert "aliquot.quantities.units" in finding_rules.reached("aliquot.findings.conditions")


def test_version_is_known_without_loading_vocabularies() -> None:
    code = (
        "import sys; from aliquot.findings.extracting import BuiltInExtractors;"
        "assert 'organisms/' in BuiltInExtractors().version;"
        "assert not [one for one in sys.modules if 'vocabularies' in one]"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_version_given_early_is_that_of_the_loaded_finders() -> None:
    built_in = BuiltInExtractors()
    assert built_in.version == built_in._loaded.version
