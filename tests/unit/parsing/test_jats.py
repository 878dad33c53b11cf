"""JATS articles: front matter, sections, tables, readable inline text."""

from __future__ import annotations

from pathlib import Path

import pytest

from aliquot.errors import ParseError
from aliquot.parsing.jats.parser import JatsParser
from aliquot.types import Block, BlockType, Document, DocumentKind, DocumentStatus, SectionClass

FRONT = """<front><journal-meta><journal-title-group><journal-title>J Test</journal-title>
</journal-title-group></journal-meta><article-meta>
<article-id pub-id-type="doi">10.1/x</article-id><article-id pub-id-type="pmid">123</article-id>
<article-id pub-id-type="pmc">456</article-id>
<title-group><article-title>On <italic>TP53</italic><xref ref-type="fn">*</xref></article-title>
</title-group>
<contrib-group><contrib contrib-type="author"><name><surname>Smith</surname>
<given-names>Ann B</given-names></name></contrib>
<contrib contrib-type="author"><collab>The Team</collab></contrib>
<contrib contrib-type="editor"><name><surname>Ed</surname></name></contrib></contrib-group>
<pub-date pub-type="collection"><year>2021</year></pub-date>
<pub-date pub-type="epub"><year>2020</year></pub-date>
<permissions><license xmlns:xlink="http://www.w3.org/1999/xlink"
 xlink:href="http://creativecommons.org/licenses/by/4.0/"><license-p>Open.</license-p></license>
</permissions>%s</article-meta></front>"""
ABSTRACT = """<abstract><sec><title>Background</title><p>Why.</p></sec>
<sec><title>Methods</title><p>NCT00848692.</p></sec></abstract>"""


def parse(
    tmp_path: Path, body: str, *, front: str = "", kind: str = "research-article"
) -> Document:
    path = tmp_path / "a.xml"
    path.write_text(f'<article article-type="{kind}">{FRONT % front}{body}</article>', "utf-8")
    [document] = JatsParser().parse(path)
    return document


def texts(document: Document, type: BlockType) -> list[str]:
    return [block.text for block in document.blocks if block.type is type]


def paragraph(tmp_path: Path, inner: str) -> str:
    document = parse(tmp_path, f"<body><sec><title>R</title><p>{inner}</p></sec></body>")
    return texts(document, BlockType.PARAGRAPH)[0]


def only(document: Document, type: BlockType) -> Block:
    [block] = [block for block in document.blocks if block.type is type]
    return block


def test_front_matter_becomes_fields(tmp_path: Path) -> None:
    document = parse(tmp_path, "<body><p>x</p></body>")
    assert document.kind is DocumentKind.PAPER
    assert document.title == "On TP53"
    assert document.authors == ("Smith, Ann B", "The Team")
    assert (document.year, document.journal, document.doi) == (2020, "J Test", "10.1/x")
    assert (document.pmid, document.pmcid, document.licence) == ("123", "PMC456", "CC BY 4.0")
    assert document.extra["article_type"] == "research-article"


def test_title_and_article_type_are_searchable_text(tmp_path: Path) -> None:
    document = parse(tmp_path, "<body><p>x</p></body>", kind="retraction")
    fields = texts(document, BlockType.FIELD)
    assert fields[0] == "On TP53"
    assert fields[1].startswith("Article type: retraction\n")


def test_structured_abstract_stays_abstract(tmp_path: Path) -> None:
    document = parse(
        tmp_path, "<body><sec><title>Results</title><p>x</p></sec></body>", front=ABSTRACT
    )
    block = next(block for block in document.blocks if block.text == "NCT00848692.")
    assert block.section_path == ("Abstract", "Methods")
    assert block.section_class is SectionClass.ABSTRACT


def test_body_without_headings_is_not_abstract(tmp_path: Path) -> None:
    document = parse(tmp_path, "<body><p>Letter.</p></body>", front=ABSTRACT)
    block = next(block for block in document.blocks if block.text == "Letter.")
    assert block.section_class is SectionClass.OTHER


def test_section_levels_nest(tmp_path: Path) -> None:
    document = parse(
        tmp_path,
        "<body><sec><label>2</label><title>Methods</title><sec><title>Cells</title><p>x</p></sec>"
        "</sec></body>",
    )
    assert document.blocks[-1].section_path == ("2 Methods", "Cells")
    assert document.blocks[-1].section_class is SectionClass.METHODS


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        ("10<sup>−6</sup> M, Ca<sup>2+</sup>", "10⁻⁶ M, Ca²⁺"),
        ("CO<sub>2</sub> and V<sub>max</sub>", "CO₂ and Vmax"),
        ("p16<sup>INK4a</sup>", "p16INK4a"),
        ("37<sup>o</sup>C", "37°C"),
        ("as shown<sup><xref ref-type='bibr'>12</xref></sup>.", "as shown[12]."),
        ("<xref ref-type='bibr'>1</xref><xref ref-type='bibr'>2</xref>", "1, 2"),
        ("one<break/>two", "one two"),
        ("value<inline-formula><math><mfrac><mn>1</mn><mn>2</mn></mfrac></math></inline-formula>",
         "value1/2"),
    ],
)  # fmt: skip
def test_inline_markup_stays_readable(tmp_path: Path, source: str, shown: str) -> None:
    assert paragraph(tmp_path, source) == shown


def test_paragraph_is_cut_around_what_stands_inside_it(tmp_path: Path) -> None:
    document = parse(
        tmp_path,
        "<body><p>before <fig><label>Fig 1</label><caption><title>T.</title><p>C.</p></caption>"
        "</fig> after</p></body>",
    )
    kinds = [(block.type, block.text) for block in document.blocks[-3:]]
    assert kinds == [
        (BlockType.PARAGRAPH, "before"),
        (BlockType.CAPTION, "Fig 1. T. C."),
        (BlockType.PARAGRAPH, "after"),
    ]


def test_table_spans_are_filled_and_headers_merged(tmp_path: Path) -> None:
    document = parse(
        tmp_path,
        """<body><table-wrap><label>Table 1</label><caption><p>Doses.</p></caption><table>
        <thead><tr><th rowspan="2">Drug</th><th colspan="2">Dose</th></tr>
        <tr><th>low</th><th>high</th></tr></thead>
        <tbody><tr><td rowspan="2">A</td><td>1</td><td>2</td></tr><tr><td>3</td><td>4</td></tr>
        <tr><td colspan="3">total</td></tr></tbody></table>
        <table-wrap-foot><fn><p>n = 3</p></fn></table-wrap-foot></table-wrap></body>""",
    )
    table = only(document, BlockType.TABLE)
    assert table.caption == "Table 1. Doses."
    assert table.grid == (
        ("Drug", "Dose low", "Dose high"),
        ("A", "1", "2"),
        ("A", "3", "4"),
        ("total", "", ""),
    )
    assert texts(document, BlockType.CAPTION) == ["Table 1. Doses."]
    assert texts(document, BlockType.FOOTNOTE) == ["n = 3"]


def test_absurd_spans_do_not_fill_the_memory(tmp_path: Path) -> None:
    cells = '<td colspan="99999" rowspan="99999">x</td>' * 50
    document = parse(
        tmp_path, f"<body><table-wrap><table><tr>{cells}</tr></table></table-wrap></body>"
    )
    grid = only(document, BlockType.TABLE).grid
    assert grid is not None
    assert len(grid[0]) <= 1000


def test_references_are_put_together_from_parts(tmp_path: Path) -> None:
    document = parse(
        tmp_path,
        """<body><p>x</p></body><back><ref-list><ref><label>1</label><element-citation>
        <person-group><name><surname>Lee</surname><given-names>C</given-names></name></person-group>
        <year>2001</year><article-title>A title</article-title><source>Nature</source>
        <volume>4</volume><fpage>5</fpage><lpage>9</lpage>
        <pub-id pub-id-type="doi">10.2/y</pub-id></element-citation></ref></ref-list></back>""",
    )
    reference = only(document, BlockType.REFERENCE)
    assert reference.text == "Lee C (2001). A title. Nature 4:5–9. doi:10.2/y"
    assert reference.section_class is SectionClass.REFERENCES
    assert reference.marker == "1"


def test_lists_keep_their_numbers_and_depth(tmp_path: Path) -> None:
    document = parse(
        tmp_path,
        """<body><list list-type="order"><list-item><p>one</p><list><list-item><p>inner</p>
        </list-item></list></list-item><list-item><p>two</p></list-item></list></body>""",
    )
    items = [(b.text, b.level, b.marker) for b in document.blocks if b.type is BlockType.LIST_ITEM]
    assert [item[1:] for item in items] == [(1, "1."), (2, "•"), (1, "2.")]


def test_front_matter_alone_is_partial(tmp_path: Path) -> None:
    assert parse(tmp_path, "", front=ABSTRACT).status is DocumentStatus.PARTIAL


def test_several_articles_give_several_documents(tmp_path: Path) -> None:
    path = tmp_path / "set.xml"
    article = f"<article>{FRONT % ''}<body><p>x</p></body></article>"
    path.write_text(f"<pmc-articleset>{article}{article}</pmc-articleset>")
    assert len(JatsParser().parse(path)) == 2


def test_xml_without_an_article_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "a.xml"
    path.write_text("<pmc-articleset/>")
    with pytest.raises(ParseError) as raised:
        JatsParser().parse(path)
    assert raised.value.status == "empty"


def test_figures_inside_figures_and_supplements_keep_their_captions(tmp_path: Path) -> None:
    caption = "<caption><p>{}</p></caption>"
    inner = f"<p><fig><label>S1</label>{caption.format('Inner.')}</fig></p>"
    document = parse(
        tmp_path,
        f"<body><fig><label>Fig 1</label>{caption.format('Outer.')}{inner}</fig>"
        f"<supplementary-material><media>{caption.format('Film.')}</media>"
        "</supplementary-material></body>",
    )
    assert texts(document, BlockType.CAPTION) == ["Fig 1. Outer.", "S1. Inner.", "Film."]


def test_list_numbers_stand_in_the_text(tmp_path: Path) -> None:
    document = parse(
        tmp_path,
        """<body><list list-type="alpha-lower"><list-item><p>one</p></list-item>
        <list-item><label>(x)</label><p>two</p></list-item></list></body>""",
    )
    assert texts(document, BlockType.LIST_ITEM) == ["a. one", "(x) two"]


def test_names_without_spaces_in_a_printed_reference_are_kept_apart(tmp_path: Path) -> None:
    document = parse(
        tmp_path,
        """<body><p>x</p></body><back><ref-list><ref><mixed-citation><name><surname>Qiu</surname>
<given-names>Z</given-names></name>, <name><surname>Wu</surname><given-names>D</given-names></name>
(2014) On rice. <comment>doi:10.2/y <object-id pub-id-type="pmid">123</object-id></comment>
</mixed-citation></ref></ref-list></back>""",
    )
    [reference] = texts(document, BlockType.REFERENCE)
    assert reference == "Qiu Z, Wu D (2014) On rice. doi:10.2/y pmid:123"


@pytest.mark.parametrize(
    ("links", "notice"),
    [
        (("correction-forward",), "corrected"),
        (("correction-forward", "retraction-forward"), "retracted"),
        (("expression-of-concern-forward",), "expression of concern"),
        (("corrected-article",), None),
        (("companion",), None),
    ],
)
def test_links_to_later_notices_mark_the_article(
    tmp_path: Path, links: tuple[str, ...], notice: str | None
) -> None:
    front = "".join(f'<related-article related-article-type="{link}"/>' for link in links)
    document = parse(tmp_path, "<body><p>x</p></body>", front=front)
    assert document.extra.get("notice") == notice


def test_readings_above_japanese_words_are_left_out(tmp_path: Path) -> None:
    ruby = "<ruby><rb>遺伝子</rb><rt>いでんし</rt></ruby>編集"
    assert paragraph(tmp_path, ruby) == "遺伝子編集"


def test_titles_in_other_languages_are_searchable(tmp_path: Path) -> None:
    title = "<trans-title-group><trans-title>遺伝子編集</trans-title></trans-title-group>"
    document = parse(tmp_path, "<body><p>x</p></body>", front=title)
    assert "Other titles: 遺伝子編集" in document.text


def test_formula_given_in_tex_is_readable(tmp_path: Path) -> None:
    tex = r"\documentclass{minimal}\begin{document}$$\frac{a}{b}$$\end{document}"
    document = parse(
        tmp_path, f"<body><disp-formula><tex-math>{tex}</tex-math></disp-formula></body>"
    )
    assert texts(document, BlockType.FORMULA) == ["a/b"]


def test_tables_that_are_pictures_are_counted(tmp_path: Path) -> None:
    wrap = "<table-wrap><label>Table 1</label><graphic/></table-wrap>"
    document = parse(tmp_path, f"<body>{wrap}{wrap}</body>")
    assert document.warnings[0].endswith("only the captions were read: 2.")


def test_front_matter_says_where_its_fields_were_found(tmp_path: Path) -> None:
    document = parse(tmp_path, "<body><p>x</p></body>")
    assert document.provenance["doi"] == "front matter"
    assert set(document.provenance) >= {"title", "authors", "year", "journal", "licence"}


def test_formula_given_in_mathml_is_readable(tmp_path: Path) -> None:
    math = "<math><mi>y</mi><mo>=</mo><msup><mi>x</mi><mn>2</mn></msup></math>"
    document = parse(
        tmp_path, f"<body><disp-formula>{math}<label>(1)</label></disp-formula></body>"
    )
    assert only(document, BlockType.FORMULA).text == "y = x²"
    assert only(document, BlockType.FORMULA).marker == "(1)"


@pytest.mark.parametrize(
    "article",
    [
        "<front/><body/>",
        "<front/><body><sec><p> </p></sec></body>",
        "<front/><body><sec><title>Results</title></sec></body><floats-group><fig/></floats-group>",
        "<front><article-meta><article-id pub-id-type='doi'>1</article-id></article-meta></front>",
        "<body/><sub-article article-type='reply'/>",
    ],
)
def test_article_of_labels_alone_is_empty(tmp_path: Path, article: str) -> None:
    path = tmp_path / "a.xml"
    path.write_text(f"<article article-type='letter'>{article}</article>", "utf-8")
    with pytest.raises(ParseError) as error:
        JatsParser().parse(path)
    assert error.value.status == "empty"


@pytest.mark.parametrize("body", ["<body/>", "<body><p/></body>", "<body><sec> </sec></body>"])
def test_title_without_text_in_the_body_is_partial(tmp_path: Path, body: str) -> None:
    document = parse(tmp_path, body)
    assert document.status is DocumentStatus.PARTIAL
    assert document.warnings == ("The XML holds no body: front matter only.",)


def test_where_data_lie_is_kept_when_only_the_front_matter_tells(tmp_path: Path) -> None:
    front = """<custom-meta-group><custom-meta><meta-name>Data Availability</meta-name>
    <meta-value>Data are available from GEO: GSE74860.</meta-value></custom-meta>
    <custom-meta><meta-name>Peer review</meta-name><meta-value>open</meta-value></custom-meta>
    </custom-meta-group>"""
    document = parse(tmp_path, "<body><p>Text.</p></body>", front=front)
    (block,) = [one for one in document.blocks if "GSE74860" in one.text]
    assert block.section_path == ("Data availability",)
    assert "open" not in document.text


def test_a_dataset_cited_in_a_section_is_a_line_of_words_apart(tmp_path: Path) -> None:
    dataset = """<element-citation publication-type="data"><person-group><name>
    <surname>Wolf</surname><given-names>G</given-names></name></person-group><year>2019</year>
    <data-title>Retrotransposon reactivation</data-title><source>NCBI GenBank</source>
    <pub-id pub-id-type="accession">MH449667</pub-id></element-citation>"""
    body = f"""<body><sec><title>Data availability</title><p>Generated:</p><p>{dataset}</p></sec>
    </body>"""
    *_, cited = texts(parse(tmp_path, body), BlockType.PARAGRAPH)
    assert cited.startswith("Wolf G (2019). Retrotransposon reactivation.")
    assert "NCBI GenBank" in cited
    assert cited.endswith("accession:MH449667")
