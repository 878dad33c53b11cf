"""`Engines`: move a library's vectors to another engine, make them by another embedder, and back.

What a new engine is given comes from the catalog's vector cache: moving embeds nothing. The catalog
itself moves between a file and a database.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

from aliquot.assembly import embedder_names, make_embedder
from aliquot.backends import is_remote, load
from aliquot.config import Config
from aliquot.embedding.naming import parse_name
from aliquot.errors import ConfigError, MissingExtraError, StoreError
from aliquot.library.beside import Standing, address_of, config_of, drop_standing, read_beside
from aliquot.library.catalog_moving import CatalogMoved, drop_former, move_catalog
from aliquot.library.opened import Opened
from aliquot.library.parts import Parts
from aliquot.library.switching import Switch, Switched, standing_of
from aliquot.library.writing import sole_writer
from aliquot.protocols import Embedder, Progress, silent
from aliquot.storage.encodings import DenseEncoding
from aliquot.storage.engines.addresses import EngineAddress, parse_address

__all__ = ["EmbeddingPlan", "Engines", "MovePlan"]

# Texts embedded to measure how long all of them take; nothing of it is kept, so that a plan writes
# nothing.
MEASURED = 32
BYTES = 4


@dataclass(frozen=True, slots=True)
class MovePlan:
    """What a move would do.

    Attributes:
        before: Where vectors are.
        now: Where they would be.
        legs: The indexes that would be built.
        vectors: How many would be copied.
        bytes: What the vectors alone take there.
        standing: What stands beside the index in use already.
    """

    before: EngineAddress
    now: EngineAddress
    legs: tuple[str, ...]
    vectors: int
    bytes: int
    standing: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class EmbeddingPlan:
    """What embedding with other models would take.

    Attributes:
        legs: The embedders there would be.
        texts: How many texts are to be embedded, over all of them.
        seconds: How long that takes, measured over a few; `None` where they are sent away.
        remote: The embedders that are sent the texts.
    """

    legs: tuple[str, ...]
    texts: int
    seconds: float | None
    remote: tuple[str, ...]


class Engines:
    """Changes where, or whose, one library's vectors are; the old ones answer until the end."""

    def __init__(self, opened: Opened) -> None:
        """Take a library that is open."""
        self._opened = opened

    # -------------------------------------------------------------------------- another engine

    def plan(self, to: str) -> MovePlan:
        """Say what `move` would do; nothing is opened or written.

        Args:
            to: As `move` takes it.

        Raises:
            ConfigError: The address cannot be read, or vectors are there already.
            MissingExtraError: The engine's packages are not installed.
        """
        address = self._destination(to)
        switch = self._switch(self._moved(address), None, silent)
        vectors = self._opened.catalog.vectors
        counts = [(len(vectors.keys(one.embedder)), one.dimension) for one in switch.new_spaces]
        standing = read_beside(self._opened.path, switch.before)
        return MovePlan(
            before=switch.before.address,
            now=address,
            legs=tuple(one.name for one in switch.new_spaces),
            vectors=sum(count for count, _ in counts),
            bytes=sum(count * dimension * BYTES for count, dimension in counts),
            standing=tuple(str(one.address) for one in standing),
        )

    def move(self, to: str, progress: Progress = silent) -> Switched:
        """Copy the vectors to another engine, prove them there, and search there from now on.

        Nothing is embedded. Until the end the old index answers, and adding goes on; what was
        stopped half-way goes on where it was. The old index stands until `drop_old`.

        Args:
            to: Address of the engine, such as `qdrant`, `chroma://host:8000` or
                `postgresql://user@host/database`; secrets are read from the environment.
            progress: Told after each batch.

        Raises:
            ConfigError: The address cannot be read, or vectors are there already.
            MissingExtraError: The engine's packages are not installed.
            StoreError: An engine cannot be reached, or does not find what the old one finds.
        """
        return self._switched(self._moved(self._destination(to)), progress, may_embed=False)

    def back(self, progress: Progress = silent) -> Switched:
        """Return to the vectors used before the last move, brought up to date.

        Args:
            progress: Told after each batch.

        Raises:
            ConfigError: There is nothing to go back to.
            ModelError: What has come since cannot be embedded.
            StoreError: An engine cannot be reached, or does not hold what it should.
        """
        used = [one for one in read_beside(self._opened.path, self._in_use()) if one.was_used]
        if not used:
            raise ConfigError(
                "There is nothing to go back to: no earlier index stands.",
                hint="Move to any engine with: aliquot move --to ADDRESS",
            )
        wanted = config_of(self._opened.config, used[-1].address, used[-1].legs)
        return self._switched(wanted, progress, may_embed=True)

    def drop_old(self) -> list[str]:
        """Drop what earlier moves have left beside what is in use.

        Those are vector indexes, vectors of embedders no longer named, and the former catalog.

        Raises:
            StoreError: An engine or a server cannot be reached; what it holds can be dropped later.
        """
        opened = self._opened
        opened.close_retired()
        with sole_writer(opened.path, opened.catalog):
            dropped = drop_standing(opened.path, opened.catalog, opened.config, self._in_use())
            return dropped + drop_former(opened.path, opened.catalog, opened.config)

    def move_catalog(self, to: str, progress: Progress = silent) -> CatalogMoved:
        """Move the catalog into a database, or back into a file; indexes stay as they are.

        Every row is read back before the settings name the new catalog. The former one stays, and
        is written no more, until `drop_old`. What is stopped before that is begun again.

        Args:
            to: `postgresql://USER@HOST/DATABASE`, or `local` for a file in the library's folder.
            progress: Told after each table.

        Raises:
            ConfigError: The address cannot be read, or the catalog is there already.
            StoreError: Another process writes, the database holds something else, or cannot be
                reached; the catalog is then where it was.
        """
        opened = self._opened
        moved = move_catalog(opened.path, opened.catalog, opened.config, to, progress)
        opened.adopt(moved.config)
        return moved

    def _destination(self, to: str) -> EngineAddress:
        address = parse_address(to)
        # An engine that cannot be loaded is refused before anything is planned.
        load("vector_indexes", address.backend)
        if address.is_same_place(address_of(self._opened.config)):
            raise ConfigError(
                f"The vectors are in {address} already.",
                hint="To build them anew there, name another ?collection=NAME.",
            )
        return address

    def _moved(self, address: EngineAddress) -> Config:
        config = self._opened.config
        return config_of(config, address, config.embedding.legs)

    # -------------------------------------------------------------------------- other embedders

    def plan_embedding(self, names: Sequence[str]) -> EmbeddingPlan:
        """Say what `embed` would take, measured over a few texts.

        Nothing is sent away: where an embedder is remote, nothing is measured.

        Args:
            names: As `embed` takes them.

        Raises:
            ConfigError: No embedder has one of the names.
            MissingExtraError: Its packages are not installed.
            ModelError: It cannot be run.
        """
        switch = self._switch(self._renamed(names), None, silent)
        lacking = switch.lacking()
        remote = [one for one in lacking if is_remote("embedders", parse_name(one).backend)]
        local = {one: count for one, count in lacking.items() if one not in remote}
        seconds = sum(self._measured(name, count) for name, count in local.items())
        return EmbeddingPlan(
            legs=tuple(one.name for one in switch.now.spaces),
            texts=sum(lacking.values()),
            seconds=None if remote else seconds,
            remote=tuple(remote),
        )

    def embed(self, names: Sequence[str], progress: Progress = silent) -> Switched:
        """Embed every chunk with other models beside the old ones, then search with these.

        What was embedded once is kept, so that it can be stopped and gone on with; the old vectors
        answer meanwhile, and stay until `drop_old`.

        Args:
            names: Embedders, as under `embedding.legs`.
            progress: Told after each batch.

        Raises:
            ConfigError: No embedder has one of the names, or they are in use already.
            MissingExtraError: A package is not installed.
            ModelError: An embedder cannot be run; what was embedded stays.
            StoreError: An engine cannot be reached, or does not hold what it should.
        """
        return self._switched(self._renamed(names), progress, may_embed=True)

    def _renamed(self, names: Sequence[str]) -> Config:
        config = self._opened.config
        wanted = config_of(config, address_of(config), names)
        if not names or not embedder_names(wanted):
            raise ConfigError("No embedder is named.", hint="Name one with --model.")
        return wanted

    def _measured(self, name: str, count: int) -> float:
        """Return the seconds `count` texts take by one embedder; nothing is written."""
        embedder = make_embedder(name, self._opened.config)
        batch = self._opened.catalog.vectors.lacking_texts(embedder.id, MEASURED)
        if not batch:
            return 0.0
        # Loading the model is no part of the work.
        embedder.embed(["protein"], "document")
        began = time.perf_counter()
        DenseEncoding(embedder).encode([text for _, text in batch])
        took = time.perf_counter() - began
        return took / len(batch) * count

    # -------------------------------------------------------------------------- switching

    def _switched(self, wanted: Config, progress: Progress, *, may_embed: bool) -> Switched:
        """Switch to other settings, and let the open library go on with them."""
        self._opened.close_retired()
        switched = self._switch(wanted, self._reachable(), progress).run(may_embed=may_embed)
        self._opened.adopt(switched.config)
        return switched

    def _switch(self, wanted: Config, parts: Parts | None, progress: Progress) -> Switch:
        opened = self._opened
        return Switch(opened.path, opened.catalog, opened.config, wanted, parts, progress)

    def _reachable(self) -> Parts | None:
        """Return what the library answers with; its engine may be what one moves away from."""
        try:
            return self._opened.parts
        except (StoreError, MissingExtraError):
            return None

    def _in_use(self) -> Standing:
        config = self._opened.config
        embedders: dict[str, Embedder] = {
            name: make_embedder(name, config) for name in embedder_names(config)
        }
        return standing_of(config, embedders)
