"""What `deploy/` holds agrees with what is built, and with what the server believes."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from aliquot.config import ServeConfig

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"


def sources_of_wheel() -> list[str]:
    """Return what has to be there for the wheel to be built."""
    told = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    wheel = told["tool"]["hatch"]["build"]["targets"]["wheel"]
    named = [told["project"]["readme"], *wheel.get("packages", ["src"]), *wheel["force-include"]]
    return ["pyproject.toml", *named, *told["project"]["license-files"]]


@pytest.mark.parametrize("source", sources_of_wheel())
def test_the_image_is_built_from_all_that_the_wheel_needs(source: str) -> None:
    text = (DEPLOY / "Dockerfile").read_text("utf-8")
    copied = [
        one for line in re.findall(r"^COPY (?!--from)(.+) \S+$", text, re.M) for one in line.split()
    ]
    assert any(source == one or source.startswith(f"{one}/") for one in copied), source


@pytest.mark.parametrize("file", ["nginx.conf", "Caddyfile"])
def test_a_proxy_throws_away_what_browsers_say_of_themselves(file: str) -> None:
    text = (DEPLOY / file).read_text("utf-8")
    for name in (ServeConfig().user_header, ServeConfig().groups_header):
        assert re.search(rf'(proxy_set_header {name} "";|header_up -{name}$)', text, re.M), name


@pytest.mark.parametrize("file", ["nginx.conf", "Caddyfile"])
def test_a_proxy_passes_answers_on_as_they_come(file: str) -> None:
    text = (DEPLOY / file).read_text("utf-8")
    assert re.search(r"proxy_buffering off;|flush_interval -1", text)


def test_a_service_is_given_longer_to_end_than_answers_are() -> None:
    from aliquot.web.serving import GRACE_S

    unit = (DEPLOY / "aliquot.service").read_text("utf-8")
    compose = (DEPLOY / "compose.yaml").read_text("utf-8")
    for found in (
        re.search(r"TimeoutStopSec=(\d+)", unit),
        re.search(r"grace_period: (\d+)s", compose),
    ):
        assert found is not None
        assert int(found[1]) > GRACE_S
