"""Who documents are, through the whole ingest: bibliographies, quarantine, copies, notices."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import ClassVar

import pytest

from aliquot.assembly import reading as assembly
from aliquot.config import LookupConfig
from aliquot.errors import ConfigError
from aliquot.ingest.identity import Identities
from aliquot.library import Library
from aliquot.metadata.resolvers.seam import LookupFailedError, Question
from aliquot.storage.catalog import Catalog
from aliquot.types import Document, Reference, RelationKind

TITLE = "Light is made by lumenin in the tentacles of Lumenella"
DOI = "10.5555/lum.2020.1"
ARTICLE = """<article article-type="{type}"><front>
<journal-meta><journal-title>Lett Photobiol</journal-title></journal-meta>
<article-meta><article-id pub-id-type="doi">{doi}</article-id>
<title-group><article-title>{title}</article-title></title-group>
<contrib-group><contrib contrib-type="author"><name><surname>Tanabe</surname>
<given-names>Mika</given-names></name></contrib></contrib-group>
<pub-date><year>2020</year></pub-date>{related}</article-meta></front>
<body><sec><title>Results</title><p>{text}</p></sec></body></article>"""
BIB = """@article{{tanabe2020, title = {{{title}}}, author = {{Tanabe, Mika}},
  journal = {{Lett Photobiol}}, year = {{2020}}, doi = {{{doi}}}, file = {{{file}}}}}
"""


@pytest.fixture
def lab(tmp_path: Path) -> Path:
    folder = tmp_path / "lab"
    folder.mkdir()
    return folder


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    settings = {"embedding": {"legs": ["fake"]}, "ingest": {"workers": 1}}
    with Library.create(tmp_path / "library", settings) as made:
        yield made


def article(
    path: Path,
    text: str = "The light is blue.",
    *,
    title: str = TITLE,
    doi: str = DOI,
    type: str = "research-article",
    related: str = "",
) -> Path:
    whole = ARTICLE.format(type=type, doi=doi, title=title, related=related, text=text)
    path.write_text(whole, encoding="utf-8")
    return path


def note(path: Path, title: str = TITLE) -> Path:
    path.write_text(f"# {title}\n\nThe light is blue and weak.\n", encoding="utf-8")
    return path


def bibliography(path: Path, *, file: str, title: str = TITLE) -> Path:
    path.write_text(BIB.format(title=title, doi=DOI, file=file), encoding="utf-8")
    return path


def of(library: Library, path: Path) -> Document:
    receipt = library.receipt(path)
    return library.document(receipt.documents[0].id)


# ------------------------------------------------------------------------------ bibliographies


def test_a_bibliography_beside_a_file_says_who_it_is(library: Library, lab: Path) -> None:
    file = note(lab / "a.md")
    bibliography(lab / "library.bib", file="a.md")
    library.add(lab)
    document = of(library, file)
    assert (document.doi, document.year, document.journal) == (DOI, 2020, "Lett Photobiol")
    assert document.provenance["doi"] == "library.bib"
    assert library.receipt(file).documents[0].verdict == "agrees"


def test_a_bibliography_that_comes_later_speaks_of_what_is_there(
    library: Library, lab: Path
) -> None:
    file = note(lab / "a.md")
    library.add(lab)
    assert of(library, file).doi == ""
    bibliography(lab / "library.bib", file="a.md")
    report = library.sync()
    assert of(library, file).doi == DOI
    assert (report.added, report.updated, report.unchanged) == (1, 1, 0)


def test_a_bibliography_that_goes_takes_its_word_with_it(library: Library, lab: Path) -> None:
    file = note(lab / "a.md")
    bibliography(lab / "library.bib", file="a.md")
    library.add(lab)
    (lab / "library.bib").unlink()
    library.sync()
    assert of(library, file).doi == ""


def test_an_unchanged_bibliography_reads_nothing_again(library: Library, lab: Path) -> None:
    note(lab / "a.md")
    bibliography(lab / "library.bib", file="a.md")
    library.add(lab)
    report = library.sync()
    assert (report.unchanged, report.updated) == (2, 0)


# ------------------------------------------------------------------------------ quarantine


def quarantined(library: Library, lab: Path) -> Path:
    """Bring in a file its bibliography takes for another paper."""
    file = note(lab / "a.md", "Freezing embryos of zebrafish in liquid nitrogen at last")
    bibliography(lab / "library.bib", file="a.md")
    library.add(lab)
    return file


def test_a_file_that_is_another_paper_is_kept_out(library: Library, lab: Path) -> None:
    file = quarantined(library, lab)
    receipt = library.receipt(file)
    assert receipt.status == "quarantined"
    assert "Freezing embryos" in receipt.reason
    assert f"aliquot add --trust {file}" in receipt.reason
    assert receipt.documents[0].verdict == "mismatch"
    assert not library.documents('title = "Freezing embryos"')
    assert all("zebrafish" not in one.chunk.text for one in library.search("zebrafish embryos"))


def test_a_single_file_is_vouched_for_without_being_watched_by_itself(
    library: Library, lab: Path
) -> None:
    file = quarantined(library, lab)
    assert library.restore(file) == []
    assert library.receipt(file).status == "quarantined"
    assert len(library.restore(file, trust=True)) == 1
    assert library.receipt(file).status == "ok"
    assert library.catalog.ledger.roots() == [str(lab)]


def test_a_file_the_user_vouches_for_comes_in_and_stays(library: Library, lab: Path) -> None:
    file = quarantined(library, lab)
    assert not library.add(file, trust=True).failed
    assert library.receipt(file).status == "ok"
    assert library.sync().unchanged == 2
    with file.open("a", encoding="utf-8") as handle:
        handle.write("\nOne more line.\n")
    assert library.sync().failed[0].status == "quarantined"


def test_a_mended_bibliography_ends_the_quarantine(library: Library, lab: Path) -> None:
    file = quarantined(library, lab)
    title = "Freezing embryos of zebrafish in liquid nitrogen at last"
    bibliography(lab / "library.bib", file="a.md", title=title)
    library.sync()
    assert library.receipt(file).status == "ok"


# ------------------------------------------------------------------------------ one work twice


def test_of_one_paper_in_two_files_one_stands(library: Library, lab: Path) -> None:
    short = article(lab / "a.xml")
    long = article(lab / "b.xml", "The light is blue. It lasts for an hour.")
    report = library.add(lab)
    assert (report.added, report.duplicates) == (1, 1)
    assert [one.source and one.source.path for one in library.documents()] == [str(long)]
    receipt = library.receipt(short)
    assert receipt.duplicate_of == str(long)
    assert "the same DOI" in receipt.reason
    assert library.sync().unchanged == 2


def test_the_other_file_stands_in_when_the_better_one_goes(library: Library, lab: Path) -> None:
    short = article(lab / "a.xml")
    long = article(lab / "b.xml", "The light is blue. It lasts for an hour.")
    library.add(lab)
    long.unlink()
    report = library.sync()
    assert (report.removed, report.added) == (1, 1)
    assert library.receipt(short).status == "ok"


def test_the_other_file_comes_back_when_the_better_one_becomes_another_paper(
    library: Library, lab: Path
) -> None:
    short = article(lab / "a.xml")
    long = article(lab / "b.xml", "The light is blue. It lasts for an hour.")
    library.add(lab)
    article(long, title="Cooling slows the growth of polyps in spring", doi="10.5555/other.2")
    library.sync()
    assert library.receipt(short).status == "ok"
    assert len(library.documents()) == 2


# ------------------------------------------------------------------------------ relations


def test_a_retraction_marks_the_paper_until_it_goes(library: Library, lab: Path) -> None:
    paper = article(lab / "paper.xml")
    related = (
        f'<related-article related-article-type="retracted-article" ext-link-type="doi" '
        f'xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="{DOI}"/>'
    )
    notice = article(
        lab / "notice.xml",
        "The authors retract the paper.",
        title=f"Retraction: {TITLE}",
        doi="10.5555/lum.2021.9",
        type="retraction",
        related=related,
    )
    library.add(lab)
    document = of(library, paper)
    assert document.fields["notice"] == "retracted"
    assert [one.id for one in library.documents("notice = retracted")] == [document.id]
    [relation] = library.relations(document.id)
    assert relation.kind is RelationKind.NOTICE_OF
    notice.unlink()
    library.sync()
    assert "notice" not in of(library, paper).fields
    assert library.documents("notice = retracted") == []


def two_versions(lab: Path) -> tuple[Path, Path]:
    """Write the older and the newer version of one protocol."""
    paths = lab / "heat_shock_v1.md", lab / "heat_shock_v2.md"
    for version, (path, bath) in enumerate(zip(paths, ("blue", "white"), strict=True), start=1):
        text = (
            f"# Heat shock of polyps\n\nProtocol, version {version}\n\n## Steps\n\n"
            f"1. Warm the {bath} bath to 33 C.\n2. Add the polyps.\n3. Wait 10 min.\n"
        )
        path.write_text(text, encoding="utf-8")
    return paths


def test_two_versions_of_a_protocol_are_linked(library: Library, lab: Path) -> None:
    old, new = two_versions(lab)
    library.add(lab)
    [relation] = library.relations(of(library, old).id)
    assert (relation.kind, relation.other_id) == (RelationKind.VERSION_OF, of(library, new).id)


def test_a_citation_of_an_older_version_says_so(library: Library, lab: Path) -> None:
    old, _ = two_versions(lab)
    library.add(lab)
    answer = library.ask("To how many C is the blue bath warmed?")
    old_id = of(library, old).id
    marked = {one.document_id for one in answer.citations() if "superseded" in one.flags}
    assert marked == {old_id}
    assert any(hint.startswith(f"{old_id} has a newer version") for hint in answer.hints)


# ------------------------------------------------------------------------------ ended in between


def end_at(monkeypatch: pytest.MonkeyPatch, owner: object, name: str) -> None:
    """Let a run end at one of its steps, as a kill would."""

    def ended(*arguments: object, **options: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(owner, name, ended)


def test_copies_are_found_by_the_run_after_one_that_was_ended(
    library: Library, lab: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    article(lab / "a.xml")
    article(lab / "b.xml", "The light is blue. It lasts for an hour.")
    end_at(monkeypatch, Catalog, "set_aside")
    with pytest.raises(KeyboardInterrupt):
        library.add(lab)
    assert len(library.documents()) == 2
    monkeypatch.undo()
    assert library.sync().duplicates == 1
    assert len(library.documents()) == 1


def test_a_bibliography_speaks_though_its_run_was_ended(
    library: Library, lab: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = note(lab / "a.md")
    library.add(lab)
    bibliography(lab / "library.bib", file="a.md")
    end_at(monkeypatch, Identities, "affected")
    with pytest.raises(KeyboardInterrupt):
        library.sync()
    monkeypatch.undo()
    assert of(library, file).doi == ""
    library.sync()
    assert of(library, file).doi == DOI


# ------------------------------------------------------------------------------ wholes and parts


def thesis(lab: Path, chapter: str = "The polyps glow blue.") -> tuple[Path, Path]:
    """Write a main file and the chapter it brings in."""
    main, part = lab / "main.tex", lab / "chapter.tex"
    main.write_text(
        "\\documentclass{article}\\title{On polyps}\\begin{document}\\maketitle\n"
        "\\section{Aim}To see light.\n\\input{chapter}\n\\end{document}\n",
        encoding="utf-8",
    )
    part.write_text(f"\\section{{Light}}\n{chapter}\n", encoding="utf-8")
    return main, part


def test_a_chapter_is_read_with_its_main_file_and_not_again(library: Library, lab: Path) -> None:
    main, part = thesis(lab)
    report = library.add(lab)
    assert (report.added, report.failed) == (1, ())
    assert "glow blue" in of(library, main).text
    receipt = library.receipt(part)
    assert (receipt.status, receipt.duplicate_of) == ("part", str(main))
    assert not receipt.needs_a_look
    assert library.sync().unchanged == 2


def test_a_changed_chapter_is_read_with_its_main_file(library: Library, lab: Path) -> None:
    main, _ = thesis(lab)
    library.add(lab)
    thesis(lab, chapter="The polyps glow green.")
    assert library.sync().updated == 1
    assert "glow green" in of(library, main).text


def test_a_chapter_without_its_main_file_says_what_to_add(library: Library, lab: Path) -> None:
    _, part = thesis(lab)
    report = library.add(part)
    assert report.failed[0].status == "part"
    assert "Add main.tex" in report.failed[0].reason


# ------------------------------------------------------------------------------ look-ups


class Service:
    """A look-up service that knows one paper, or is out of reach."""

    name = "Service"
    version = "1"
    asks_by = frozenset({"doi", "title"})
    is_local = False
    asked: ClassVar[list[str]] = []
    is_down = False

    def __init__(self, client: object, *, email: str = "") -> None:
        del client, email

    def ask(self, question: Question) -> list[Reference]:
        self.asked.append(question.by)
        if self.is_down:
            raise LookupFailedError("it cannot be reached")
        return [Reference(title=TITLE, doi=DOI, year="2020", container="Lett", origin=self.name)]


@pytest.fixture
def connected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Library]:
    pytest.importorskip("httpx", reason="look-ups need the extra 'lookup'")
    usual = assembly.load
    monkeypatch.setattr(
        assembly, "load", lambda seam, name: Service if seam == "resolvers" else usual(seam, name)
    )
    monkeypatch.setattr(Service, "asked", [])
    settings = {
        "embedding": {"legs": ["fake"]},
        "ingest": {"workers": 1},
        "lookup": {"services": ["crossref"]},
    }
    with Library.create(tmp_path / "connected", settings) as made:
        yield made


def paper_without_doi(path: Path) -> Path:
    return article(path, doi="")


def test_a_service_completes_what_a_paper_does_not_state(connected: Library, lab: Path) -> None:
    file = paper_without_doi(lab / "a.xml")
    assert connected.add(lab).notes == ()
    assert of(connected, file).doi == DOI
    assert of(connected, file).provenance["doi"] == "Service"


def test_a_service_that_comes_later_is_asked_about_papers_that_are_there(
    connected: Library, lab: Path
) -> None:
    file = paper_without_doi(lab / "a.xml")
    note(lab / "b.md", "A note that is no paper")
    alone = connected.config.model_copy(update={"lookup": LookupConfig()})
    with Library.open(connected.path, alone) as before:
        before.add(lab)
        assert of(before, file).doi == ""
    assert connected.sync().updated == 1
    assert of(connected, file).doi == DOI
    assert connected.sync().updated == 0


def test_nothing_is_asked_twice(connected: Library, lab: Path) -> None:
    file = paper_without_doi(lab / "a.xml")
    connected.add(lab)
    asked = len(Service.asked)
    file.write_text(file.read_text("utf-8") + "\n", encoding="utf-8")
    assert connected.sync().updated == 1
    assert len(Service.asked) == asked


def test_a_service_out_of_reach_stops_nothing_and_is_noted(
    connected: Library, lab: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Service, "is_down", True)
    file = paper_without_doi(lab / "a.xml")
    report = connected.add(lab)
    assert report.added == 1
    assert report.notes == ("Service: it cannot be reached",)
    assert of(connected, file).doi == ""


def test_an_unknown_service_is_an_error_before_anything_is_read(tmp_path: Path, lab: Path) -> None:
    settings = {"embedding": {"legs": ["fake"]}, "lookup": {"services": ["crosref"]}}
    with (
        Library.create(tmp_path / "wrong", settings) as library,
        pytest.raises(ConfigError, match="crosref") as caught,
    ):
        library.add(lab)
    assert "crossref" in caught.value.hint
