"""Markdown as a reader sees it."""

from __future__ import annotations

from pathlib import Path

import pytest

from aliquot.errors import ParseError
from aliquot.parsing.markdown.parser import MarkdownParser
from aliquot.types import BlockType, Document


def parse(tmp_path: Path, text: str) -> Document:
    path = tmp_path / "a note.md"
    path.write_text(text, "utf-8")
    [document] = MarkdownParser().parse(path)
    return document


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        ("add 5 &micro;L at 56&#176;C", "add 5 µL at 56°C"),
        ("**bold** _it_ `code`", "bold it code"),
        ("see [UCSC](https://g.org/)", "see UCSC (https://g.org/)"),
        ("<https://g.org/>", "https://g.org/"),
        ("[https://g.org](https://g.org/)", "https://g.org"),
        ("10<sup>-6</sup> and CO<sub>2</sub>", "10⁻⁶ and CO₂"),
        ("one\ntwo", "one two"),
        ("培養\nする", "培養する"),
        ("**遺伝子座 (hg19)**の地図", "遺伝子座 (hg19)の地図"),
        ("![gel of the digest](a.png)", "[image: gel of the digest]"),
        ("![gel](a.png){#fig-1 width=50%}", "[image: gel]"),
        ("$\\mu = 5_1 * x_2$ and 10$^{-6}$ M", "μ = 5₁ * x₂ and 10⁻⁶ M"),
        ("costs $5 and $6 or $7", "costs $5 and $6 or $7"),
        ("seen[^1] and told[^later]", "seen¹ and told[later]"),
    ],
)
def test_inline_markup_is_read_as_shown(tmp_path: Path, source: str, shown: str) -> None:
    assert parse(tmp_path, source).text == shown


def test_nameless_pictures_leave_nothing(tmp_path: Path) -> None:
    source = "![スクリーンショット 2023-01-10 17 04 59](a.png)\n\ntext ![image.png](b.png)"
    assert parse(tmp_path, source).text == "text"


def test_true_numbers_and_depth_of_lists(tmp_path: Path) -> None:
    document = parse(tmp_path, "3. three\n4. four\n   - inner\n     1) deep\n\n   more of four\n")
    assert [(b.text, b.level, b.marker) for b in document.blocks] == [
        ("3. three", 1, "3."),
        ("4. four", 1, "4."),
        ("inner", 2, "•"),
        ("1) deep\nmore of four", 3, "1)"),
    ]


def test_heading_levels_make_the_path(tmp_path: Path) -> None:
    document = parse(tmp_path, "# A\n\n### B\n\nx\n\n## C\n\ny")
    assert document.title == "A"
    assert document.blocks[-1].section_path == ("A", "C")


@pytest.mark.parametrize("heading", ["Reagents", "Protocols", "REAGENTS"])
def test_a_heading_that_an_export_would_leave_in_small_letters_stays(
    tmp_path: Path, heading: str
) -> None:
    document = parse(tmp_path, f"# Title\n\n## {heading}\n\nTris 10 mM\n\n## Steps\n\nMix.\n")
    tris = next(block for block in document.blocks if "Tris" in block.text)
    assert tris.section_path[-1] == heading


def test_tables_and_code_are_blocks(tmp_path: Path) -> None:
    document = parse(tmp_path, "| a | b |\n|---|---|\n| 1 µL | 2 |\n\n```\nx = 1\n```\n")
    table, code = document.blocks
    assert table.grid == (("a", "b"), ("1 µL", "2"))
    assert (code.type, code.text) == (BlockType.CODE, "x = 1")


def test_front_matter_names_the_document(tmp_path: Path) -> None:
    document = parse(
        tmp_path, '---\ntitle: "My note"\nauthors:\n  - A Smith\n  - 鈴木\ndate: 2021-05-01\n---\nx'
    )
    assert (document.title, document.year) == ("My note", 2021)
    assert document.authors == ("Smith, A", "鈴木")
    assert document.blocks[-1].text == "x"
    assert "authors" not in document.text


def test_rule_at_the_top_is_not_front_matter(tmp_path: Path) -> None:
    assert parse(tmp_path, "---\n\nwords\n\n---\n").text == "words"


def test_byline_gives_author_and_year(tmp_path: Path) -> None:
    document = parse(tmp_path, "# P\n### Rupert A. Collins :: May 2021\n\ntext")
    assert (document.authors, document.year) == (("Collins, Rupert A.",), 2021)


def test_file_name_is_the_last_resort_for_a_title(tmp_path: Path) -> None:
    assert parse(tmp_path, "words").title == "a note"


def test_embedded_html_is_read_and_hidden_text_dropped(tmp_path: Path) -> None:
    document = parse(tmp_path, '<div><p>seen</p><p style="display:none">not</p></div>\n\nafter')
    assert [block.text for block in document.blocks] == ["seen", "after"]


def test_lettered_small_headings_are_sub_steps(tmp_path: Path) -> None:
    document = parse(tmp_path, "## Steps\n\n1. Combine 5 mL:\n\n### a. 2.4 mL water\n\n2. Pour\n")
    assert [b.section_path for b in document.blocks] == [("Steps",)] * 4


def test_blank_file_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ParseError) as raised:
        parse(tmp_path, " \n\n")
    assert raised.value.status == "empty"


def test_version_of_the_front_matter_wins(tmp_path: Path) -> None:
    document = parse(tmp_path, "---\ntitle: T\nversion: 1.3\n---\n\nVersion 2\n\nx")
    assert document.extra["version"] == "1.3"


def test_formula_on_its_own_is_a_block(tmp_path: Path) -> None:
    document = parse(tmp_path, "Before.\n\n$$\n\\frac{a}{b} = c\n$$\n")
    assert [(block.type, block.text) for block in document.blocks][1] == (
        BlockType.FORMULA,
        "a/b = c",
    )


def test_notes_below_the_text_are_footnotes(tmp_path: Path) -> None:
    source = "Seen.[^1]\n\n[^1]: First *note*.\n[^b]: Second\n    goes on.\n"
    notes = [(b.text, b.marker) for b in parse(tmp_path, source).blocks[1:]]
    assert notes == [("First note.", "1"), ("Second goes on.", "b")]
    assert all(b.type is BlockType.FOOTNOTE for b in parse(tmp_path, source).blocks[1:])


def test_note_of_one_word_is_no_address_of_a_link(tmp_path: Path) -> None:
    document = parse(tmp_path, "Seen[^1] [here].\n\n[^1]: Sigma\n\n[here]: https://a.org\n")
    assert [block.text for block in document.blocks] == ["Seen¹ here (https://a.org).", "Sigma"]


def test_boxes_to_tick_are_the_bullets_of_their_items(tmp_path: Path) -> None:
    items = parse(tmp_path, "- [ ] one\n- [x] two\n").blocks
    assert [(block.text, block.marker) for block in items] == [("one", "☐"), ("two", "☑")]


def test_fences_and_attributes_of_pandoc_leave_nothing(tmp_path: Path) -> None:
    document = parse(tmp_path, "# Growth {#sec-g .x}\n\n::: {.callout-note}\nCareful.\n:::\n")
    assert [block.text for block in document.blocks] == ["Growth", "Careful."]


def test_chunks_of_r_markdown_are_code(tmp_path: Path) -> None:
    document = parse(tmp_path, "```{r plot, echo=FALSE}\nplot(x)\n```\n")
    assert [(block.type, block.text) for block in document.blocks] == [(BlockType.CODE, "plot(x)")]


def test_front_matter_says_where_its_fields_were_found(tmp_path: Path) -> None:
    front = "---\ntitle: Growth\nauthor:\n  - name: Ann Smith\ndate: 2023-05-04\n---\nWords.\n"
    document = parse(tmp_path, front)
    assert document.provenance == dict.fromkeys(("title", "authors", "year"), "front matter")
