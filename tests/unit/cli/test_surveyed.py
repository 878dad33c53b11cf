"""How a survey looks on a terminal."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from rich.cells import cell_len

from aliquot.cli import surveyed
from aliquot.types import (
    Absence,
    Coverage,
    Disagreement,
    Survey,
    SurveyGroup,
    SurveyRow,
)
from made_surveys import UNREAD, made_citation, made_row, made_survey

Show = Callable[..., list[str]]
COVERAGE = "Coverage: 2 of 3 in scope were read, 1 could not be read."
LONG = made_citation("Flasks were kept warm for many days before the Vero cells were split. " * 9)
PAPER = SurveyRow(
    {"document": "2013-sato-on-cells", "title": "On cells" * 6, "year": "2013", "phase": ""},
    (LONG,),
    ("2013-sato-on-cells",),
)
PAPERS = ("document", "title", "year", "phase")


@pytest.fixture
def show(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Show:
    def shown(survey: Survey, limit: int = 50, width: int = 80) -> list[str]:
        monkeypatch.setenv("COLUMNS", str(width))
        surveyed.show_survey(survey, limit)
        return capsys.readouterr().out.splitlines()

    return shown


def test_few_columns_are_a_table_with_their_quotes_in_two_lines(show: Show) -> None:
    lines = show(made_survey(made_row("Vero", LONG), made_row("CHO")))
    assert lines[0] == "cell line  role  documents  quote"
    assert lines[1].startswith("Vero       used  1          “…")
    assert "Vero cells" in " ".join(lines[1:3])
    assert lines[3].split() == ["Sato", "et", "al.,", "2013,", "Methods,", "page", "3"]
    assert lines[4].startswith("CHO        used")


def test_wide_letters_keep_the_columns(show: Show) -> None:
    lines = show(made_survey(made_row("ヒト細胞株"), made_row("CHO")))
    starts = [cell_len(line[: line.index(word)]) for line in lines[:3] for word in ("role", "used")
              if word in line]  # fmt: skip
    assert len(set(starts)) == 1


def test_many_columns_are_cards_with_ids_that_can_be_copied(show: Show) -> None:
    lines = show(made_survey(PAPER, columns=PAPERS))
    assert lines[0] == "On cells" * 6
    assert lines[1] == "  2013-sato-on-cells  year: 2013"
    assert lines[2].startswith("  “…")
    assert lines[4] == "  Sato et al., 2013, Methods, page 3"
    assert lines[5] == ""


def test_a_card_of_several_documents_names_some_and_counts_the_rest(show: Show) -> None:
    row = replace(made_row("Vero"), documents=tuple(f"paper-{one}" for one in range(9)))
    lines = show(made_survey(row), width=50)
    assert "  in paper-0, paper-1, paper-2 and 6 more" in lines


def test_nothing_is_wider_than_the_terminal(show: Show) -> None:
    survey = replace(
        made_survey(made_row("Vero " * 30, LONG), PAPER),
        notes=("a note " * 90,),
        groups=(SurveyGroup("An author " * 9, ("a",), (), 3),),
        grouped_by="author",
        disagreements=(Disagreement("amount " * 30, (made_row("1 mM"), made_row("2 mM", LONG))),),
        absent=(Absence("HeLa " * 30, ("words",), ("HeLa S3",)),),
    )
    for width in (24, 40, 80, 132):
        assert max(map(cell_len, show(survey, width=width))) <= width


@pytest.mark.parametrize("rows", [(), (made_row(),), (PAPER, PAPER)])
def test_coverage_is_the_last_line_and_whole(show: Show, rows: tuple[SurveyRow, ...]) -> None:
    lines = show(made_survey(*rows, absent=(Absence("HeLa", ("words",)),)), width=132)
    assert lines[-1] == COVERAGE
    assert lines[-4:-1] == [
        "Not read:",
        "  /lab/scan.pdf",
        f"      {UNREAD.state}: {UNREAD.reason}",
    ]


def test_files_not_read_beyond_ten_are_counted(show: Show) -> None:
    coverage = Coverage(in_scope=30, read=0, failed=30, unread=(UNREAD,) * 30)
    assert "  and 20 more; --json has all" in show(made_survey(coverage=coverage))


def test_a_long_path_keeps_its_end(show: Show) -> None:
    unread = replace(UNREAD, source=f"/lab/{'folder/' * 20}scan.pdf")
    lines = show(made_survey(coverage=Coverage(in_scope=1, read=0, failed=1, unread=(unread,))))
    assert any(line.startswith("  …/folder/") and line.endswith("/scan.pdf") for line in lines)


def test_rows_left_out_are_counted_and_say_where_they_are(show: Show) -> None:
    lines = show(made_survey(*[made_row()] * 5), limit=2)
    assert "and 3 more rows; --limit, --export or --json give them" in lines


def test_groups_are_bars_with_their_denominators(show: Show) -> None:
    groups = (
        SurveyGroup("2020", ("a",) * 4, (), 40),
        SurveyGroup("2021", (), (), 7),
        SurveyGroup("", ("b",), (), 0),
    )
    lines = show(made_survey(grouped_by="year", groups=groups))
    start = lines.index("Documents by year")
    assert lines[start + 1] == f"2020     {'█' * 30} 4 of 40"
    assert lines[start + 2] == "2021     0 of 7"
    assert lines[start + 3] == f"no year  {'█' * 7} 1"


def test_years_of_which_nothing_was_read_are_one_line(show: Show) -> None:
    years = [SurveyGroup(str(year), (), (), 0) for year in range(1990, 2020)]
    groups = (SurveyGroup("1989", ("a",), (), 2), *years, SurveyGroup("2020", (), (), 3))
    lines = show(made_survey(grouped_by="year", groups=groups))
    start = lines.index("Documents by year")
    assert lines[start + 2 : start + 4] == ["1990 to 2019  0", "2020          0 of 3"]


def test_bars_are_ascii_where_the_terminal_is(show: Show, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rich.console.Console.encoding", "ascii")
    lines = show(made_survey(grouped_by="year", groups=(SurveyGroup("2020", ("a",)),)))
    assert f"2020  {'#' * 30} 1" in lines


def test_disagreements_stand_side_by_side(show: Show) -> None:
    one = Disagreement("EDTA: amount", (made_row("1 mM"), made_row("2 mM")))
    lines = show(made_survey(disagreements=(one,)))
    start = lines.index("Documents disagree on EDTA: amount")
    assert lines[start + 1].split("  ")[0] == "1 mM, used"
    assert "2 mM, used" in lines[start + 1]


def test_values_too_many_to_stand_abreast_stand_below_each_other(show: Show) -> None:
    one = Disagreement("EDTA: amount", tuple(made_row(f"{number} mM") for number in range(6)))
    lines = show(made_survey(disagreements=(one,)))
    assert [line for line in lines if " mM" in line] == [
        f"  {one} mM, used  2013-sato" for one in range(6)
    ]


def test_absences_say_how_they_were_searched_and_what_comes_near(show: Show) -> None:
    absent = (Absence("HEK293T", ("findings", "words"), ("HEK293",)), Absence("HeLa", ("words",)))
    lines = show(made_survey(absent=absent))
    assert "Absent (searched: findings, words)" in lines
    assert "  HEK293T  (near: HEK293)" in lines
    assert lines.index("Absent (searched: words)") + 1 == lines.index("  HeLa")


def test_what_is_a_row_is_not_told_again_as_absent(show: Show) -> None:
    lines = show(made_survey(made_row("HeLa"), absent=(Absence("HeLa", ("findings",)),)))
    assert sum("HeLa" in line for line in lines) == 1


def test_a_quote_that_is_not_verified_says_so(show: Show) -> None:
    lines = show(made_survey(made_row("Vero", made_citation(verified=False))))
    assert any(line.endswith("(not verified)") for line in lines)


def test_output_to_a_file_is_plain(show: Show) -> None:
    text = "\n".join(show(made_survey(made_row(), PAPER)))
    assert "\x1b" not in text
    assert not [line for line in text.splitlines() if line.endswith(" ")]


def test_nothing_in_a_survey_is_markup(show: Show) -> None:
    lines = show(made_survey(made_row("[bold]Vero[/]", made_citation("[red]x[/red]"))))
    assert lines[1].startswith("[bold]Vero[/]")
    assert "“[red]x[/red]”" in lines[1]
