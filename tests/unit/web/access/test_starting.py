"""What is refused at the start, what the log holds, and that nothing loads before its time."""

from __future__ import annotations

import json
import logging
import subprocess
import sys

import anyio
import pytest

from aliquot.config import Config
from aliquot.errors import ConfigError
from aliquot.types import Person
from aliquot.web.logging import JsonLines, RequestLog, TextLines
from aliquot.web.serving import check_serving

TOKEN = {"auth": ["token"]}


def config(**served: object) -> Config:
    return Config.model_validate({"serve": served})


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.1.2", "lab.example"])
def test_serving_others_without_auth_is_refused_with_the_remedy(host: str) -> None:
    with pytest.raises(ConfigError) as caught:
        check_serving(config(host=host))
    assert "auth = ['token']" in caught.value.hint
    check_serving(config(host=host, **TOKEN))


@pytest.mark.parametrize("host", ["127.0.0.1", "::1", "localhost"])
def test_serving_this_machine_needs_no_auth(host: str) -> None:
    check_serving(config(host=host))


def test_several_processes_need_postgresql() -> None:
    with pytest.raises(ConfigError) as caught:
        check_serving(config(workers=2))
    assert "PostgreSQL" in caught.value.hint
    shared = {"serve": {"workers": 2}, "catalog": {"url": "postgresql://db/aliquot"}}
    check_serving(Config.model_validate(shared))


def lines_of(path: bytes, person: Person | None, caplog: pytest.LogCaptureFixture) -> str:
    scope = {
        "type": "http",
        "method": "GET",
        "path": path.decode(),
        "raw_path": path,
        "query_string": b"q=secret-question",
        "headers": [],
        "state": {"person": person, "request_id": "r1", "address": "192.0.2.1"},
    }

    async def answer(_scope: object, _receive: object, send: object) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})  # type: ignore[operator]

    async def nothing(*_: object) -> None:
        return None

    caplog.set_level(logging.INFO, "aliquot.web.requests")
    anyio.run(RequestLog(answer), scope, nothing, nothing)  # type: ignore[arg-type]
    return "\n".join(JsonLines().format(record) for record in caplog.records)


def test_the_log_says_who_what_and_how_but_never_the_question(
    caplog: pytest.LogCaptureFixture,
) -> None:
    line = lines_of(b"/search", Person(name="ann"), caplog)
    said = json.loads(line)
    assert {
        "person": "ann",
        "status": 200,
        "path": "/search",
        "request_id": "r1",
    }.items() <= said.items()
    assert "secret-question" not in line


@pytest.mark.parametrize("name", ["a\nb", 'a"b', "a\x1b[31m", "a\u2028b"])
def test_nobody_writes_a_line_of_the_log_by_their_name(
    name: str, caplog: pytest.LogCaptureFixture
) -> None:
    lines_of(b"/", Person(name=name), caplog)
    assert all(record.getMessage().isprintable() for record in caplog.records)


@pytest.mark.parametrize("said", ["a\nINFO aliquot: all is well", "\x1b[2J", "a\u2028b", "a\rb"])
def test_nobody_writes_a_line_of_the_log_by_what_a_message_quotes(said: str) -> None:
    record = logging.LogRecord("aliquot", logging.WARNING, "", 1, "failed: %s", (said,), None)
    assert TextLines("%(levelname)s %(message)s").format(record).isprintable()
    assert len(JsonLines().format(record).split("\n")) == 1


def test_static_files_are_not_worth_a_line(caplog: pytest.LogCaptureFixture) -> None:
    assert lines_of(b"/static/x.js", None, caplog) == ""


def test_the_command_line_loads_no_server_before_it_serves() -> None:
    heavy = "('fastapi', 'uvicorn', 'authlib')"
    code = f"import sys, aliquot.cli.main; print([m for m in {heavy} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
