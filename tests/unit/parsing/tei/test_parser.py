"""TEI: what GROBID writes, and texts encoded by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from aliquot.errors import ParseError
from aliquot.parsing.tei.parser import TeiParser
from aliquot.types import Block, BlockType, Document, DocumentKind, DocumentStatus, SectionClass

AUTHOR = "<author><persName>{}<surname>{}</surname></persName></author>"
SMITH = AUTHOR.format('<forename type="first">Ann</forename><forename>B</forename>', "Smith")
HEADER = f"""<teiHeader xml:lang="en"><fileDesc><titleStmt><title level="a" type="main">On TP53
</title></titleStmt><publicationStmt><availability><licence/></availability>
<date type="published" when="2019-03-01"/></publicationStmt><sourceDesc><biblStruct><analytic>
{SMITH}<author><affiliation><orgName>Far University</orgName></affiliation></author>
<title level="a" type="main">On TP53</title></analytic><monogr><title level="j">J Test</title>
<imprint><date type="published" when="2018"/></imprint></monogr>
<idno type="MD5">AB</idno><idno type="DOI">10.1/x</idno></biblStruct></sourceDesc></fileDesc>
<profileDesc><textClass><keywords><term>cancer</term></keywords></textClass>
<abstract><div><head>Background</head><p><s>One.</s><s>Two.</s></p></div></abstract></profileDesc>
</teiHeader>"""
WORK = """<biblStruct xml:id="b0"><analytic><title level="a" type="main">A title</title>{}
<idno type="DOI">https://doi.org/10.2/y</idno></analytic><monogr><title level="j">Nature</title>
<imprint><biblScope unit="volume">4</biblScope><biblScope unit="page" from="5" to="9"/>
<date type="published" when="2001"/></imprint></monogr></biblStruct>"""


def parse(tmp_path: Path, text: str, *, header: str = HEADER) -> Document:
    path = tmp_path / "a.tei.xml"
    path.write_text(
        f'<TEI xmlns="http://www.tei-c.org/ns/1.0">{header}<text>{text}</text></TEI>', "utf-8"
    )
    [document] = TeiParser().parse(path)
    return document


def body(tmp_path: Path, inner: str) -> Document:
    return parse(tmp_path, f"<body>{inner}</body>")


def of(document: Document, type: BlockType) -> list[Block]:
    return [block for block in document.blocks if block.type is type]


def test_header_gives_identity_and_where_it_was_found(tmp_path: Path) -> None:
    document = body(tmp_path, "<div><p>x</p></div>")
    assert (document.kind, document.title) == (DocumentKind.PAPER, "On TP53")
    assert document.authors == ("Smith, Ann B",)
    assert (document.year, document.journal, document.doi) == (2018, "J Test", "10.1/x")
    assert document.provenance["doi"] == "TEI header"
    assert "pmid" not in document.provenance


def test_abstract_keeps_its_parts_and_the_space_between_sentences(tmp_path: Path) -> None:
    document = body(tmp_path, "<div><p>x</p></div>")
    block = next(block for block in document.blocks if block.text == "One. Two.")
    assert block.section_path == ("Abstract", "Background")
    assert block.section_class is SectionClass.ABSTRACT


def test_number_of_a_heading_tells_its_level(tmp_path: Path) -> None:
    document = body(
        tmp_path,
        '<div><head n="2">Methods</head></div><div><head n="2.1.">Cells</head><p>x</p></div>',
    )
    assert document.blocks[-1].section_path == ("2 Methods", "2.1. Cells")
    assert document.blocks[-1].section_class is SectionClass.METHODS


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        ('CO<hi rend="subscript">2</hi>, 10<hi rend="superscript">-6</hi> M', "CO₂, 10⁻⁶ M"),
        ("one<lb/>two<lb break='no'/>fold", "one twofold"),
        ("遺伝子<lb/>編集", "遺伝子編集"),
        ("<choice><sic>teh</sic><corr>the</corr></choice> <del>gone</del>kept", "the kept"),
        ('as shown <ref type="bibr" target="#b0">[1]</ref>.', "as shown [1]."),
        ('<formula notation="TeX">\\frac{a}{b}</formula>', "a/b"),
    ],
)
def test_inline_markup_stays_readable(tmp_path: Path, source: str, shown: str) -> None:
    [block] = of(body(tmp_path, f"<div><p>{source}</p></div>"), BlockType.PARAGRAPH)[1:]
    assert block.text == shown


def test_notes_stand_behind_the_paragraph_that_calls_them(tmp_path: Path) -> None:
    document = body(
        tmp_path, '<div><p>Text<note place="foot" n="3">A <hi>note</hi>.</note> more.</p></div>'
    )
    assert [block.text for block in document.blocks[-2:]] == ["Text³ more.", "A note."]
    assert document.blocks[-1].type is BlockType.FOOTNOTE
    assert document.blocks[-1].marker == "3"


def test_figures_and_tables_keep_captions_and_cells(tmp_path: Path) -> None:
    document = body(
        tmp_path,
        """<figure><head>Figure 1 .</head><label>1</label><figDesc>Growth.</figDesc></figure>
        <figure type="table"><head/><label>1</label><figDesc>Doses</figDesc><table>
        <row role="label"><cell>Drug</cell><cell>Dose</cell></row>
        <row><cell rows="2">A</cell><cell>1</cell></row><row><cell>2</cell></row></table>
        <note>n = 3</note></figure>""",
    )
    captions = [block.text for block in of(document, BlockType.CAPTION)]
    assert captions == ["Figure 1. Growth.", "Table 1. Doses"]
    [table] = of(document, BlockType.TABLE)
    assert table.grid == (("Drug", "Dose"), ("A", "1"), ("A", "2"))
    assert table.caption == "Table 1. Doses"
    assert [block.text for block in of(document, BlockType.FOOTNOTE)] == ["n = 3"]


def test_formula_has_its_number_as_marker(tmp_path: Path) -> None:
    [block] = of(body(tmp_path, "<div><formula>y = ax<label>(1)</label></formula></div>"),
                 BlockType.FORMULA)  # fmt: skip
    assert (block.text, block.marker) == ("y = ax", "(1)")


def test_lists_are_numbered_and_nested(tmp_path: Path) -> None:
    document = body(
        tmp_path,
        """<div><list type="ordered"><item>one<list><item>in</item></list></item>
        <item>two</item></list></div>""",
    )
    items = [(block.text, block.level) for block in of(document, BlockType.LIST_ITEM)]
    assert items == [("1. one", 1), ("in", 2), ("2. two", 1)]


@pytest.mark.parametrize(
    ("work", "shown"),
    [
        (
            WORK.format(AUTHOR.format("<forename>C</forename>", "Lee")),
            "Lee C (2001). A title. Nature 4:5–9. doi:10.2/y",
        ),
        (WORK.format('<note type="raw_reference">As printed.</note>'), "As printed."),
        ("<bibl>Lee, <title>Nature</title> 2001.</bibl>", "Lee, Nature 2001."),
    ],
)
def test_cited_works_are_references(tmp_path: Path, work: str, shown: str) -> None:
    back = f'<back><div type="references"><listBibl>{work}</listBibl></div></back>'
    document = parse(tmp_path, f"<body><div><p>x</p></div></body>{back}")
    [reference] = of(document, BlockType.REFERENCE)
    assert reference.text == shown
    assert reference.section_class is SectionClass.REFERENCES


def test_heading_of_a_part_is_written_once(tmp_path: Path) -> None:
    back = "<back><div type='acknowledgement'><div><head>Thanks</head><p>x</p></div></div></back>"
    document = parse(tmp_path, f"<body><div><p>x</p></div></body>{back}")
    headings = [block.text for block in of(document, BlockType.HEADING)]
    assert headings == ["Abstract", "Background", "Thanks"]


def test_header_without_a_body_is_partial(tmp_path: Path) -> None:
    document = parse(tmp_path, "<body/>")
    assert document.status is DocumentStatus.PARTIAL
    assert "no body" in document.warnings[0]


def test_text_that_is_no_article_is_not_called_one(tmp_path: Path) -> None:
    header = """<teiHeader><fileDesc><titleStmt><title>研究ノート</title><author>鈴木 一郎</author>
    </titleStmt><publicationStmt><date>2015</date></publicationStmt></fileDesc></teiHeader>"""
    text = "<body><div><head>序論</head><p>本文。</p></div></body>"
    document = parse(tmp_path, text, header=header)
    assert (document.kind, document.title) == (DocumentKind.OTHER, "研究ノート")
    assert (document.authors, document.year, document.language) == (("鈴木 一郎",), 2015, "ja")


def test_corpus_gives_a_document_for_each_text(tmp_path: Path) -> None:
    path = tmp_path / "corpus.xml"
    tei = f"<TEI>{HEADER}<text><body><div><p>x</p></div></body></text></TEI>"
    path.write_text(f'<teiCorpus xmlns="http://www.tei-c.org/ns/1.0">{tei}{tei}</teiCorpus>')
    assert len(TeiParser().parse(path)) == 2


def test_nothing_to_read_is_an_error_with_a_remedy(tmp_path: Path) -> None:
    with pytest.raises(ParseError) as raised:
        parse(tmp_path, "", header="<teiHeader/>")
    assert raised.value.status == "empty"
    assert raised.value.hint
