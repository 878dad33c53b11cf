"""Config to what reads: the ingest story, chunkers, and look-up services."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path

from aliquot.analysis.abbreviations import with_other_forms
from aliquot.backends import available, load
from aliquot.chunking import CHUNKING_VERSION
from aliquot.config import Config
from aliquot.errors import MissingExtraError
from aliquot.ingest import Ingest
from aliquot.metadata.resolvers.lookups import Lookups
from aliquot.metadata.resolvers.retraction_watch import RetractionWatch
from aliquot.metadata.resolvers.seam import Resolver
from aliquot.parsing.sniff import sniff
from aliquot.protocols import Chunker, MetadataResolver
from aliquot.storage.catalog import Catalog
from aliquot.storage.following import Followers
from aliquot.types import Chunk, Document

__all__ = ["cutting_of", "make_ingest", "make_resolver", "parser_name"]

# Variables that hold the keys of look-up services.
KEYS = {"pubmed": "NCBI_API_KEY", "openalex": "OPENALEX_API_KEY"}


def make_ingest(config: Config, catalog: Catalog, followers: Followers) -> Ingest:
    """Build the ingest story."""
    settings = config.chunking
    if config.ingest.ocr and not available("recognisers", config.ingest.ocr):
        _check_named("recognisers", config.ingest.ocr)

    @cache
    def chunkers(kind: str) -> Chunker:
        chunker: Chunker = load("chunkers", kind)(
            target_tokens=settings.target_tokens,
            max_tokens=settings.max_tokens,
            overlap=settings.overlap,
        )

        def cut(document: Document) -> list[Chunk]:
            return with_other_forms(document.text, chunker(document))

        return cut

    return Ingest(
        catalog=catalog,
        followers=followers,
        chunkers=chunkers,
        sniff=sniff,
        parser_name=parser_name,
        cutting=cutting_of(config),
        config=config.ingest,
        resolver=make_resolver(config, catalog),
    )


def _check_named(seam: str, name: str) -> None:
    """Let pass what is only not installed; a scan will say what it needs.

    Raises:
        ConfigError: No backend has this name.
    """
    with suppress(MissingExtraError):
        load(seam, name)


def make_resolver(config: Config, catalog: Catalog) -> MetadataResolver | None:
    """Build what asks elsewhere who a paper is; `None` where nothing is to be asked.

    Raises:
        ConfigError: A service is unknown, or the Retraction Watch file cannot be read.
        MissingExtraError: httpx is not installed.
    """
    settings = config.lookup
    asked: list[Resolver] = []
    close: Callable[[], None] = lambda: None  # noqa: E731 -- replaced where there is a client
    makers = {name: load("resolvers", name) for name in settings.services}
    if makers:
        # Here and not above: httpx belongs to an extra.
        from aliquot.metadata.resolvers.client import PoliteClient

        client = PoliteClient()
        close = client.close
        for name, make in makers.items():
            key = {"key": os.environ.get(KEYS[name], "")} if name in KEYS else {}
            asked.append(make(client, email=settings.email, **key))
    if settings.retraction_watch:
        asked.append(RetractionWatch(Path(settings.retraction_watch).expanduser()))
    return Lookups(asked, catalog.lookups, close=close) if asked else None


def cutting_of(config: Config) -> str:
    """Return how documents are cut: what was cut otherwise is outdated."""
    settings = config.chunking
    sizes = f"{settings.target_tokens}/{settings.max_tokens}/{settings.overlap:g}"
    return f"{CHUNKING_VERSION} {sizes}"


@cache
def parser_name(format_name: str) -> str:
    """Return a format's name with the present version of its parser."""
    return f"{format_name} {load('parsers', format_name).version}"
