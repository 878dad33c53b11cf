"""The reference is what the code says, and says all of it."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import typer

import aliquot
import generate
from aliquot import errors
from aliquot.backends import BACKENDS
from aliquot.cli.main import app
from aliquot.config import Config
from aliquot.types import FIELDS
from refpages.backends import docstring_of
from refpages.markdown import attributes

ROOT = Path(__file__).parents[2]
REFERENCE = ROOT / "docs" / "reference"

GROUP: Any = typer.main.get_command(app)


def page(name: str) -> str:
    return (REFERENCE / name).read_text(encoding="utf-8")


# ------------------------------------------------------------------------------ the generator


@pytest.mark.parametrize("name", [*generate.PAGES, *generate.DOCUMENTS])
def test_page_is_current(name: str) -> None:
    assert page(name) == generate.render(name), "run: python docs/generate.py"


def test_check_names_a_page_that_is_missing_or_old(tmp_path: Path) -> None:
    for name in (*generate.PAGES, *generate.DOCUMENTS):
        (tmp_path / name).write_text(generate.render(name), encoding="utf-8")
    (tmp_path / "cli.md").write_text("old", encoding="utf-8")
    (tmp_path / "errors.md").unlink()
    assert generate.stale(tmp_path) == ["cli.md", "errors.md"]


def test_check_exits_with_0_when_all_is_current() -> None:
    script = ROOT / "docs" / "generate.py"
    done = subprocess.run([sys.executable, str(script), "--check"], check=False)
    assert done.returncode == 0


def test_attributes_join_continued_lines() -> None:
    class Documented:
        """Summary.

        Attributes:
            one: First line
                and second.
            two: Other.

        After.
        """

    assert attributes(Documented) == {"one": "First line and second.", "two": "Other."}


# ------------------------------------------------------------------------------ completeness


@pytest.mark.parametrize("name", list(GROUP.commands))
def test_command_has_help_and_a_section(name: str) -> None:
    command = GROUP.commands[name]
    assert command.help
    assert f"\n## {name}\n" in page("cli.md")


@pytest.mark.parametrize("name", list(GROUP.commands))
def test_every_parameter_has_help_and_is_listed(name: str) -> None:
    section = page("cli.md").partition(f"\n## {name}\n")[2].partition("\n## ")[0]
    for parameter in GROUP.commands[name].params:
        assert parameter.help, parameter.name
        for option in parameter.opts:
            shown = option if option.startswith("-") else option.removesuffix("s").upper()
            assert shown in section, parameter.name


@pytest.mark.parametrize("section", list(Config.model_fields))
def test_every_setting_has_a_meaning(section: str) -> None:
    model: Any = Config.model_fields[section].annotation
    assert set(attributes(model)) == set(model.model_fields)


@pytest.mark.parametrize("name", errors.__all__)
def test_every_error_is_listed_and_importable(name: str) -> None:
    assert f"| `{name}` |" in page("errors.md")
    assert getattr(aliquot, name) is getattr(errors, name)


@pytest.mark.parametrize("field", list(FIELDS))
def test_every_field_is_listed(field: str) -> None:
    assert f"| `{field}` |" in page("filters.md")


@pytest.mark.parametrize(
    ("seam", "name"), [(seam, name) for seam, table in BACKENDS.items() for name in table]
)
def test_every_backend_is_there_and_says_what_it_does(seam: str, name: str) -> None:
    assert docstring_of(BACKENDS[seam][name].target)


# ------------------------------------------------------------------------------ the package


def test_exported_names_are_exact() -> None:
    assert set(aliquot.__all__) == {
        "Answer",
        "Chunk",
        "Citation",
        "Document",
        "IngestReport",
        "Library",
        "Receipt",
        "ScoredChunk",
        "Statement",
        "__version__",
        *errors.__all__,
    }


@pytest.mark.parametrize("name", aliquot.__all__)
def test_exported_name_is_importable(name: str) -> None:
    assert getattr(aliquot, name) is not None


def test_version_is_the_packaged_one() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert aliquot.__version__ == project["version"]


# ------------------------------------------------------------------------------ the other pages


def test_picture_of_the_floors_is_the_contract() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = settings["tool"]["importlinter"]["contracts"]
    [floors] = [one["layers"] for one in contracts if one["id"] == "floors"]
    architecture = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    picture = architecture.partition("```text\n")[2].partition("```")[0]
    assert picture.splitlines() == floors


def test_architecture_is_short() -> None:
    assert len((ROOT / "docs" / "architecture.md").read_text(encoding="utf-8").splitlines()) < 100


@pytest.mark.parametrize(
    "path", sorted((ROOT / "docs" / "adr").glob("0*.md")), ids=lambda p: p.stem
)
def test_decision_is_short_and_says_what_was_turned_down(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 40
    parts = re.findall(r"^## (.+)$", text, re.M)
    assert parts == ["Context", "Decision", "Consequences", "Turned down"]


@pytest.mark.parametrize("path", sorted((ROOT / "changes").iterdir()), ids=lambda p: p.name)
def test_change_fragment_is_one_line_of_a_known_kind(path: Path) -> None:
    assert re.fullmatch(r"[a-z0-9-]+\.(added|changed|fixed|removed)\.md", path.name)
    assert len(path.read_text(encoding="utf-8").splitlines()) == 1
