"""Names in questions: found in every spelling, and never where a word is meant."""

from __future__ import annotations

import pytest

from aliquot.analysis.synonym_file import read_synonyms
from aliquot.analysis.synonyms import NameGroup, SynonymBook

TP53 = NameGroup(
    ("TP53", "Cellular tumor antigen p53", "P04637", "Tumor suppressor p53"),
    "UniProt P04637",
    ("P04637", "TP53"),
)
TNF = NameGroup(
    ("TNF", "Tumor necrosis factor", "P01375", "TNFA", "TNF-alpha"), "UniProt P01375", ("TNF",)
)
WORDS = ("CAT", "MICE", "WAS", "SET", "REST", "IMPACT", "MET", "KIT", "AGE", "LARGE", "STEP")


def gene(symbol: str, *others: str, reason: str = "UniProt") -> NameGroup:
    return NameGroup((symbol, *others), reason, (symbol,))


def found(question: str, *groups: NameGroup) -> dict[str, tuple[str, ...]]:
    return {one.name: one.others for one in SynonymBook(groups).expansions(question)}


def test_symbol_brings_the_other_names_with_their_reason() -> None:
    (expansion,) = SynonymBook([TP53]).expansions("What does TP53 do?")
    assert expansion.name == "TP53"
    assert expansion.others == ("Cellular tumor antigen p53", "P04637", "Tumor suppressor p53")
    assert expansion.reason == "UniProt P04637"
    assert expansion.weight < 1


@pytest.mark.parametrize("spelling", ["TNF-α", "TNFα", "TNF alpha", "TNF-alpha", "tnf-α", "TNF‑α"])
def test_spellings_of_a_name_are_one(spelling: str) -> None:
    (expansion,) = SynonymBook([TNF]).expansions(f"levels of {spelling} in serum")
    assert expansion.name == spelling
    assert "TNFA" in expansion.others


def test_longest_name_wins() -> None:
    antigen = gene("CTA", "tumor antigen")
    assert list(found("the cellular tumor antigen p53 gene", TP53, antigen)) == [
        "cellular tumor antigen p53"
    ]


def test_name_inside_a_compound_is_found() -> None:
    assert list(found("TP53-mutant and anti-TNF-alpha-treated cells", TP53, TNF)) == [
        "TP53",
        "TNF-alpha",
    ]


def test_name_beside_japanese_is_found() -> None:
    assert list(found("TP53の機能は何ですか", TP53)) == ["TP53"]


@pytest.mark.parametrize("word", WORDS)
def test_words_are_no_symbols(word: str) -> None:
    group = gene(word, f"{word} protein one", "Q12345")
    lower = word.lower()
    for question in (f"the {lower} of it", f"{word.capitalize()} it first?", f"what {lower} 1 was"):
        assert found(question, group) == {}


@pytest.mark.parametrize("word", WORDS)
def test_words_written_as_the_symbol_are_the_symbol(word: str) -> None:
    assert list(found(f"mutations of {word} in humans", gene(word, "Q12345"))) == [word]


@pytest.mark.parametrize("word", WORDS)
def test_words_are_never_searched_for_a_gene(word: str) -> None:
    assert found("the sequence Q12345", gene(word, "Q12345")) == {}


def test_question_in_capitals_names_no_word() -> None:
    assert found("WHAT WAS THE AGE OF THE CAT", *(gene(word, "Q1Z345") for word in WORDS)) == {}


@pytest.mark.parametrize("name", ["A", "mb", "H3", "EC 3.6.5.2", "Predicted protein", "14-3-3"])
def test_short_and_general_names_are_left_alone(name: str) -> None:
    assert found(f"about {name} and more", gene("ABCD1", name)) == {}


def test_number_after_a_word_is_no_symbol() -> None:
    assert found("the cat 1 of group", gene("CAT1", "Q12345")) == {}
    assert list(found("CAT 1 and CAT1", gene("CAT1", "Q12345"))) == ["CAT 1"]


def test_name_of_several_genes_names_none() -> None:
    groups = gene("NEFA1", "CSP1", "Q11111"), gene("DNAJC5", "CSP1", "Q22222")
    assert found("what is CSP1", *groups) == {}
    assert found("what is NEFA1", *groups) == {"NEFA1": ("Q11111",)}


def test_case_tells_genes_of_one_spelling_apart() -> None:
    human, fly = gene("RHOX1", "Q11111"), gene("HSA9", "rhoX1", "Q22222")
    assert found("what is rhoX1", human, fly) == {"rhoX1": ("HSA9", "Q22222")}


def test_entries_of_one_gene_are_joined() -> None:
    mouse = NameGroup(("Tp53", "P02340"), "UniProt P02340", ("P02340", "Tp53"))
    (expansion,) = SynonymBook([TP53, mouse]).expansions("TP53")
    assert "P02340" in expansion.others
    assert expansion.reason == "UniProt P04637, UniProt P02340"


@pytest.mark.parametrize("question", ['"TP53"', "“TP53 gene”", "「TP53」の機能", "『TP53』とは"])
def test_quoted_names_are_left_as_they_are(question: str) -> None:
    assert found(question, TP53) == {}


def test_name_does_not_reach_across_a_quotation() -> None:
    assert found('cellular tumor "x" antigen p53', TP53) == {}


def test_protein_written_like_a_word_is_found() -> None:
    rhodopsin = gene("RHO", "Rhodopsin", "P08100", "OPN2")
    assert found("structure of rhodopsin", rhodopsin) == {"rhodopsin": ("P08100", "OPN2")}


def test_names_the_question_holds_are_not_repeated() -> None:
    assert found("TP53 (P04637)", TP53)["TP53"] == (
        "Cellular tumor antigen p53",
        "Tumor suppressor p53",
    )


def test_japanese_name_of_the_users_finds_the_symbol_and_back() -> None:
    groups = read_synonyms("血管内皮増殖因子 = VEGF\n".encode(), "synonyms.txt").groups
    assert found("血管内皮増殖因子の役割は？", *groups) == {"血管内皮増殖因子": ("VEGF",)}
    assert found("VEGFの役割は？", *groups) == {"VEGF": ("血管内皮増殖因子",)}


def test_katakana_name_is_not_found_inside_a_word() -> None:
    groups = read_synonyms("ラット = Rattus norvegicus".encode(), "synonyms.txt").groups
    assert found("プラットフォームの選択", *groups) == {}
    assert list(found("ラットの肝臓", *groups)) == ["ラット"]


def test_the_users_words_may_be_any_words() -> None:
    groups = read_synonyms(b"heart attack = myocardial infarction", "synonyms.txt").groups
    assert found("after a Heart Attack", *groups) == {"Heart Attack": ("myocardial infarction",)}


def test_empty_book_and_hostile_questions_give_nothing() -> None:
    assert SynonymBook([]).expansions("TP53") == ()
    book = SynonymBook([TP53])
    for question in ("", '"', "“", "\0", "(" * 5000, "-" * 5000, "A-" * 5000, "「" * 100):
        assert book.expansions(question) == ()


# ------------------------------------------------------------------------------ the user's file


def test_bad_lines_are_named_and_the_others_kept() -> None:
    text = "# names\nVEGF = VEGFA\n\nlonely\nA = IL-6\nCD8 ＝ Lyt2\n"
    read = read_synonyms(text.encode(), "synonyms.txt")
    assert [group.names for group in read.groups] == [("VEGF", "VEGFA"), ("CD8", "Lyt2")]
    assert all(group.reason == "synonyms.txt" for group in read.groups)
    assert [problem.split(":")[0].split(" needs")[0] for problem in read.problems] == [
        "synonyms.txt, line 4",
        "synonyms.txt, line 5",
        "synonyms.txt, line 5",
    ]


def test_toml_is_read() -> None:
    read = read_synonyms(b'groups = [["VEGF", "VEGFA"], 3]', "synonyms.toml")
    assert [group.names for group in read.groups] == [("VEGF", "VEGFA")]
    assert read.problems == ("synonyms.toml, group 2 is no list of names in quotation marks.",)


@pytest.mark.parametrize("text", ["groups = [", "names = 1", ""])
def test_toml_without_groups_says_so(text: str) -> None:
    read = read_synonyms(text.encode(), "synonyms.toml")
    assert read.groups == ()
    assert len(read.problems) == 1


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp932"])
def test_encodings_of_editors_are_read(encoding: str) -> None:
    read = read_synonyms("血管内皮増殖因子 = VEGF".encode(encoding), "synonyms.txt")
    assert read.groups[0].names == ("血管内皮増殖因子", "VEGF")


def test_bytes_that_are_no_text_are_a_problem() -> None:
    read = read_synonyms(b"\x89PNG\r\n\x1a\n\0\0\0", "synonyms.txt")
    assert read.problems == ("synonyms.txt is not text: save it as UTF-8.",)
