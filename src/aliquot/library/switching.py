"""Build a library's vector indexes beside those in use, prove them, then switch in one step.

A new index follows the catalog's change log from its beginning, so that what was stopped goes on
and what is added meanwhile is not missed. Until the settings name the new indexes, everything is
answered from the old ones; the settings are one file, put in place of another in one step.
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path

from aliquot.assembly import (
    VectorSpace,
    embedder_names,
    make_embedder,
    open_vectors,
    vectors_place,
)
from aliquot.config import Config, load_config
from aliquot.errors import ConfigError, StoreError
from aliquot.library.beside import Standing, address_of, read_beside, write_beside
from aliquot.library.folder import CONFIG_NAME, INDEX_NAME
from aliquot.library.parts import Parts
from aliquot.library.settings_file import (
    assert_of_file,
    read_settings,
    settings_with,
    write_durably,
)
from aliquot.library.verifying import MIN_OVERLAP, Verified, verify
from aliquot.library.writing import sole_writer
from aliquot.protocols import Embedder, Progress, ProgressEvent, VectorIndex
from aliquot.storage.catalog import Catalog
from aliquot.storage.encodings import DenseEncoding
from aliquot.storage.engines.index import EngineVectorIndex
from aliquot.storage.following import Follower, apply_page, catch_up
from aliquot.storage.lock import writer_lock

__all__ = ["Switch", "Switched", "standing_of"]

# Pages of the change log between two flushes, 4,000 chunks: other writers wait seconds at most.
PAGES = 2
# Texts embedded between two commits: a kill costs seconds.
TEXTS = 256
# What others are told meanwhile.
MOVING = "moving vectors"


@dataclass(frozen=True, slots=True)
class Switched:
    """What a switch did.

    Attributes:
        config: The settings from now on.
        before: Where vectors were.
        now: Where they are.
        legs: What was found of each new index.
        embedded: Texts embedded.
        seconds: How long it took.
    """

    config: Config
    before: Standing
    now: Standing
    legs: tuple[Verified, ...]
    embedded: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Target:
    """A new index, while it is built.

    Attributes:
        space: Whose vectors it holds.
        index: Holds them.
        follower: The index, with its embedder.
        reference: The index in use of the same vectors, where there is one.
    """

    space: VectorSpace
    index: VectorIndex
    follower: Follower
    reference: VectorIndex | None


def standing_of(config: Config, embedders: Mapping[str, Embedder]) -> Standing:
    """Return where a config says vectors are, and whose they are.

    Args:
        config: Names engine and legs.
        embedders: Of every leg, by name.
    """
    spaces = tuple(
        VectorSpace(name, embedders[name].id, embedders[name].dimension)
        for name in embedder_names(config)
    )
    return Standing(address_of(config), config.embedding.legs, spaces, was_used=True)


class Switch:
    """One change of where, or whose, a library's vectors are."""

    def __init__(
        self,
        library: Path,
        catalog: Catalog,
        config: Config,
        wanted: Config,
        parts: Parts | None,
        progress: Progress,
    ) -> None:
        """Plan a switch; nothing is opened or written yet.

        Args:
            library: The library's folder.
            catalog: Holds the vectors.
            config: The settings in force.
            wanted: The settings to be in force.
            parts: What the library answers with; `None` where its indexes cannot be reached.
            progress: Told after each batch.

        Raises:
            ConfigError: The settings in force are not those of the file.
            MissingExtraError: A package is not installed.
        """
        self._library = library
        self._catalog = catalog
        self._config = config
        self._wanted = wanted
        self._parts = parts
        self._in_use = {one.name: one for one in (parts.dense if parts else ())}
        self._progress = progress
        self._embedders = self._all_embedders()
        self.before = standing_of(config, self._embedders)
        self.now = replace(standing_of(wanted, self._embedders), was_used=False)
        self.text = self._new_text()

    def _all_embedders(self) -> dict[str, Embedder]:
        names = [*embedder_names(self._config), *embedder_names(self._wanted)]
        return {
            name: self._in_use[name].embedder
            if name in self._in_use
            else make_embedder(name, self._config)
            for name in dict.fromkeys(names)
        }

    def _new_text(self) -> str:
        """Return the new settings file.

        Raises:
            ConfigError: What is in force is set elsewhere than in the file, or it cannot be edited.
        """
        path = self._library / CONFIG_NAME
        text, said = read_settings(path), load_config(path)
        if self._config.vectors != self._wanted.vectors:
            address = self.now.address
            values = {
                "backend": address.backend,
                "location": address.location,
                "options": dict(address.options),
            }
            assert_of_file("vectors", values, is_same=said.vectors == self._config.vectors)
            text = settings_with(text, "vectors", values)
        if self._config.embedding.legs != self._wanted.embedding.legs:
            is_same = said.embedding.legs == self._config.embedding.legs
            assert_of_file("embedding", ["legs"], is_same=is_same)
            text = settings_with(text, "embedding", {"legs": list(self._wanted.embedding.legs)})
        return text

    @property
    def new_spaces(self) -> list[VectorSpace]:
        """The legs whose index is another one than in use."""
        old = self.before
        return [one for one in self.now.spaces if not old.holds(one, self.now.address)]

    def lacking(self) -> dict[str, int]:
        """Count the texts that are to be embedded, by leg."""
        counts = {
            one.name: self._catalog.vectors.lacking_count(one.embedder) for one in self.now.spaces
        }
        return {name: count for name, count in counts.items() if count}

    # -------------------------------------------------------------------------- the story

    def run(self, *, may_embed: bool) -> Switched:
        """Embed what is missing, build, prove and switch; stopped at any moment, it can go on.

        Args:
            may_embed: Whether chunks that lack a vector are embedded.

        Raises:
            ConfigError: Another process is doing the same, or nothing would change.
            ModelError: An embedder cannot be run.
            StoreError: An engine cannot be reached, or does not hold or find what it should.
        """
        began = time.monotonic()
        if not self.new_spaces and self.before.spaces == self.now.spaces:
            raise ConfigError("The vectors are there already.", hint="See 'aliquot status'.")
        with writer_lock(self._library / "move.lock", doing=MOVING):
            self._note(self.now)
            with ExitStack() as opened:
                targets = [self._target(one, opened) for one in self.new_spaces]
                embedded = self._embed(targets) if may_embed else 0
                for one in targets:
                    self._fill(one)
                opened.enter_context(sole_writer(self._library, self._catalog, MOVING))
                embedded += self._embed(targets) if may_embed else 0
                found = [self._proved(one) for one in targets]
                self._note(self.before)
                write_durably(self._library / CONFIG_NAME, self.text)
        return Switched(
            self._wanted,
            self.before,
            replace(self.now, was_used=True),
            tuple(found),
            embedded,
            time.monotonic() - began,
        )

    def _note(self, standing: Standing) -> None:
        """Keep in mind what stands, or will stand, beside what is in use."""
        known = read_beside(self._library)
        was_used = standing.was_used or any(one.was_used for one in known if one.is_same(standing))
        write_beside(self._library, [*known, replace(standing, was_used=was_used)])

    # -------------------------------------------------------------------------- its parts

    def _embed(self, targets: Sequence[Target]) -> int:
        """Embed what chunks lack, batch by batch, each committed."""
        fresh = {one.space for one in targets if one.index.sequence == 0}
        return sum(self._embed_leg(one, is_new=one in fresh) for one in self.now.spaces)

    def _embed_leg(self, space: VectorSpace, *, is_new: bool) -> int:
        vectors = self._catalog.vectors
        encoding = DenseEncoding(self._embedders[space.name])
        done = total = 0
        while batch := vectors.lacking_texts(space.embedder, TEXTS):
            total = total or vectors.lacking_count(space.embedder)
            hashes = [text_hash for text_hash, _ in batch]
            encoded = encoding.encode([text for _, text in batch])
            vectors.put_encoded(space.embedder, hashes, encoded)
            if not is_new:
                # It has gone past these chunks already, without their vectors.
                self._catalog.announce(hashes)
            done += len(batch)
            self._progress(ProgressEvent("embed", done, max(total, done), space.name))
        return done

    def _target(self, space: VectorSpace, opened: ExitStack) -> Target:
        """Open a new index, to be closed with the others."""
        index = open_vectors(
            space,
            self._wanted.vectors,
            self._library / INDEX_NAME,
            lambda: self._catalog.sequence,
            self._catalog.id,
        )
        opened.callback(index.close)
        used = self._in_use.get(space.name)
        is_same = used is not None and used.embedder.id == space.embedder
        reference = used.index if used is not None and is_same else None
        return Target(space, index, Follower(index, self._embedders[space.name]), reference)

    def _fill(self, target: Target) -> None:
        """Give a new index the catalog's changes, a batch at a time; between two, others write."""
        index = target.index
        while True:
            pages = 0
            while pages < PAGES and apply_page(self._catalog, target.follower) is not None:
                pages += 1
            if not pages:
                return
            with sole_writer(self._library, self._catalog, MOVING):
                index.flush()
            last = max(self._catalog.sequence, index.sequence)
            self._progress(ProgressEvent("move", index.sequence, last, target.space.name))

    def _proved(self, target: Target) -> Verified:
        """Bring a new index to the last change and verify it; nobody writes meanwhile.

        Raises:
            StoreError: It does not hold or find what it should.
        """
        catch_up(self._catalog, target.follower, is_durable=True)
        if self._parts is not None:
            self._parts.followers.catch_up()
        found = verify(self._catalog, target.space, target.index, target.reference)
        if not found.is_whole:
            self._let_go(target)
            raise StoreError(
                f"The new index of {found.leg} holds {found.vectors:,} vectors of "
                f"{found.expected:,}, and {found.unlike} of {found.sampled} looked at are others.",
                hint="It was dropped; the old one stays in use. Run the command again.",
            )
        if not found.is_like_the_old:
            raise StoreError(
                f"The new index of {found.leg} finds {found.overlap:.2f} of what the old one "
                f"finds, and {MIN_OVERLAP} is asked for: the old one stays in use.",
                hint="Raise ef_construction and ef_search under [vectors] and move again after "
                "'aliquot move --drop-old'.",
            )
        return found

    def _let_go(self, target: Target) -> None:
        """Drop a new index that is not as it should be: the next begins anew."""
        if isinstance(target.index, EngineVectorIndex):
            target.index.drop()
            return
        backend = self._wanted.vectors.backend
        place = vectors_place(self._library / INDEX_NAME, backend, target.space.name)
        shutil.rmtree(place, ignore_errors=True)
