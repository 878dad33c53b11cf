"""Serving a library: what is refused at the start, processes, and their orderly end.

Enters: a folder and settings. Leaves: nothing, once the server was told to end.
"""

from __future__ import annotations

import json
import os
import socket
import threading
import webbrowser
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

import uvicorn
from fastapi import FastAPI

from aliquot.config import Config, ServeConfig
from aliquot.errors import ConfigError
from aliquot.library.library import Library
from aliquot.web.access.addresses import is_loopback
from aliquot.web.access.connections import PatientProtocol
from aliquot.web.access.limits import MAX_HEAD
from aliquot.web.app import create_app
from aliquot.web.logging import set_up_log

__all__ = ["OPTIONS", "application", "check_serving", "serve"]

# Tells the processes of one server what they serve.
VARIABLE: Final = "ALIQUOT_SERVING"
# Answers being written get this long to end. Source: Kubernetes, terminationGracePeriodSeconds: 30.
GRACE_S = 20
# Longer than proxies keep a connection to reuse it. Source: nginx, keepalive_timeout: 60 s, with
# room, so that none sends into one that is just being closed.
KEEP_ALIVE_S = 75
# Connections at a time, idle ones too; each holds a descriptor and a few KiB.
MAX_CONNECTIONS = 1_000
BACKLOG = 256
# How connections are served, whoever serves them.
OPTIONS: Final[Mapping[str, Any]] = {
    "http": PatientProtocol,
    "ws": "none",
    "h11_max_incomplete_event_size": MAX_HEAD,
    # The socket's own peer decides who may speak for others; nothing rewrites it before.
    "proxy_headers": False,
    "server_header": False,
    "access_log": False,
    "log_config": None,
    "limit_concurrency": MAX_CONNECTIONS,
    "backlog": BACKLOG,
    "timeout_keep_alive": KEEP_ALIVE_S,
    "timeout_graceful_shutdown": GRACE_S,
}


def serve(
    folder: Path,
    settings: Mapping[str, Any],
    *,
    say: Callable[[str], None],
    opens_browser: bool = False,
) -> None:
    """Serve a library until told to end; an empty one is made where there is none.

    Args:
        folder: The library's.
        settings: Those of `[serve]` that stand over the file's.
        say: Tells who started it where it is and how it ends.
        opens_browser: Whether a browser is opened there.

    Raises:
        ConfigError: It must not be served so, or the address cannot be listened at.
        StoreError: The library cannot be opened.
    """
    with Library.create(folder, {"serve": dict(settings)}) as library:
        config = library.config
    check_serving(config)
    served = config.serve
    port = _free_port(served)
    os.environ[VARIABLE] = json.dumps({"folder": str(folder.resolve()), "serve": dict(settings)})
    address = served.public_url or _address(served.host, port)
    say(f"Aliquot is at {address}")
    say("Press Ctrl+C to stop.")
    if opens_browser:
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
    uvicorn.run(
        "aliquot.web.serving:application",
        factory=True,
        host=served.host,
        port=port,
        workers=served.workers,
        **OPTIONS,
    )


def application() -> FastAPI:
    """Return the application of one process of a server; its library closes as it ends."""
    given = json.loads(os.environ[VARIABLE])
    library = Library.open(given["folder"], {"serve": given["serve"]})
    set_up_log(library.config.serve.log)
    return create_app(library, owns_library=True)


def check_serving(config: Config) -> None:
    """Refuse what would open a library to anyone, or would lose what processes share.

    Args:
        config: Of the library.

    Raises:
        ConfigError: It must not be served so; the hint says what to do.
    """
    served = config.serve
    if not served.auth and not is_loopback(served.host):
        raise ConfigError(
            f"{served.host} is reached from other machines, and nobody would have to log in.",
            hint="Set auth in [serve] of aliquot.toml, such as auth = ['token'], and make a token "
            "with: aliquot token create; or listen at 127.0.0.1.",
        )
    if served.workers > 1 and not config.catalog.url:
        raise ConfigError(
            f"{served.workers} processes need one catalog that all of them write to.",
            hint="Put the catalog into PostgreSQL (url in [catalog] of aliquot.toml), or serve "
            "with one process: it answers several people at a time.",
        )


def _free_port(served: ServeConfig) -> int:
    """Return the port to listen at, having made sure that it can be."""
    family = socket.AF_INET6 if ":" in served.host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as tried:
        tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            tried.bind((served.host.strip("[]"), served.port))
        except OSError as exc:
            raise ConfigError(
                f"Nothing can listen at {served.host}:{served.port}: {exc.strerror}.",
                hint="Another server may be there; choose another port with --port.",
            ) from exc
        port: int = tried.getsockname()[1]
    return port


def _address(host: str, port: int) -> str:
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"
