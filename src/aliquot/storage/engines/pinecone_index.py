"""A Pinecone index: its namespaces, and waiting until what was written is seen.

Enters: records and ids. Leaves: records as the service gives them, once its searches and look-ups
have come as far as the last write. Knows no chunks. Source: Pinecone documentation, Data freshness,
Operation limits, Identifier limits.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import numpy as np
import numpy.typing as npt

from aliquot.errors import ConfigError, StoreError
from aliquot.storage.engines.engine import CollectionSettings
from aliquot.storage.engines.index import batched
from aliquot.storage.engines.opening import shown
from aliquot.storage.engines.pinecone_records import KEY, numbers, requests_of
from aliquot.storage.engines.pinecone_rest import Patience, PineconeRest, Reply

__all__ = ["PineconeIndex", "Record"]

Floats = npt.NDArray[np.float32]
Record = Mapping[str, Any]

DELETED_AT_A_TIME = 1_000
LISTED_AT_A_TIME = 100
# A request may name 1,000, but in its address: 200 ids are some 5 KB, and every proxy takes 8.
FETCHED_AT_A_TIME = 200
SCHEME = "pinecone"
# As the service's own client reads it: another control plane.
CONTROLLER, CONTROL_PLANE = "PINECONE_CONTROLLER_HOST", "https://api.pinecone.io"
CLOUD, REGION = "aws", "us-east-1"
INDEX_NAME = re.compile(r"[a-z0-9]([a-z0-9-]{0,43}[a-z0-9])?")
LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
# Vectors have unit length: their inner product is their cosine.
METRICS = frozenset({"cosine", "dotproduct"})
# The number of a write, and of the last write that a search could see, each under two names: the
# first is documented, the second the service's own client falls back to.
WRITTEN = ("x-pinecone-request-lsn", "x-pinecone-lsn-committed")
SEARCHED = ("x-pinecone-max-indexed-lsn", "x-pinecone-lsn-reconciled")


class PineconeIndex:
    """One index of a project, which may not be there yet."""

    def __init__(self, settings: CollectionSettings, patience: Patience) -> None:
        """Connect.

        Args:
            settings: `location` is `pinecone://NAME` or the host; `options` are `index`, the name
                where there is no location, and `cloud` and `region` of a new index.
            patience: How long the service is waited for.

        Raises:
            ConfigError: There is no address or no key, or they cannot be right.
            StoreError: The service cannot be reached, or the index takes other vectors.
        """
        location = settings.location or f"{SCHEME}://{settings.options.get('index', '')}"
        self.where = shown(location, Path())
        # For where any vector will do: the service takes none of zeros.
        self.axis = np.eye(1, settings.dimension, dtype=np.float32)[0]
        self._settings = settings
        self._patience = patience
        self._name, self._host = _address(location)
        self._rest = PineconeRest(self.where, patience)
        try:
            self._find()
        except StoreError:
            self.close()
            raise

    @property
    def is_there(self) -> bool:
        """Whether the project holds it."""
        return bool(self._host)

    def stats(self) -> Record:
        """Return the service's own counts, which come later than searches."""
        return self._post("/describe_index_stats", {}).body

    def close(self) -> None:
        """Release the connections."""
        self._rest.close()

    # -------------------------------------------------------------------------- reading

    def search(
        self, namespace: str, vector: Floats, k: int, wanted: Record | None = None
    ) -> list[Record]:
        """Return the `id` and `score` of the nearest records.

        Args:
            namespace: May not be there yet.
            vector: Of any length but 0.
            k: At most 10,000.
            wanted: A filter of the metadata.

        Raises:
            StoreError: The service cannot be reached or refuses.
        """
        return self._searched(namespace, vector, k, wanted)[0]

    def _searched(
        self, namespace: str, vector: Floats, k: int, wanted: Record | None
    ) -> tuple[list[Record], int | None]:
        """Return matches, and the number of the last write that the search could see."""
        body: dict[str, Any] = {"namespace": namespace, "vector": numbers(vector), "topK": k}
        if wanted:
            body["filter"] = wanted
        reply = self._rest.post(self._url("/query"), body)
        if reply is None:
            # Of a namespace that is not there, unless the index is not.
            self.stats()
            return [], None
        return list(reply.body.get("matches") or ()), reply.number(*SEARCHED)

    def fetch(self, namespace: str, ids: Sequence[str]) -> dict[str, Record]:
        """Return those records that are there, whole, by id."""
        found: dict[str, Record] = {}
        for some in batched(ids, FETCHED_AT_A_TIME):
            reply = self._get("/vectors/fetch", {"ids": some, "namespace": namespace})
            found |= reply.body.get("vectors") or {} if reply else {}
        return found

    def ids(self, namespace: str) -> Iterator[list[str]]:
        """Yield the ids of all records, a page at a time."""
        parameters = {"namespace": namespace, "limit": str(LISTED_AT_A_TIME)}
        while True:
            reply = self._get("/vectors/list", parameters)
            page = reply.body if reply else {}
            yield [one["id"] for one in page.get("vectors") or ()]
            following = (page.get("pagination") or {}).get("next")
            if not following:
                return
            parameters["paginationToken"] = following

    # -------------------------------------------------------------------------- writing

    def put(
        self, namespace: str, records: Sequence[Record], is_new: Callable[[Record], bool]
    ) -> None:
        """Write records, and wait until searches and look-ups see the last of them.

        Args:
            namespace: Created with the first record.
            records: At least one, each with its id in the metadata, at `KEY`.
            is_new: Tells what was written from what stood at the last one's id before.

        Raises:
            StoreError: The service cannot be reached or refuses, or does not show them in time.
        """
        written = None
        for body in requests_of(namespace, records):
            written = self._post("/vectors/upsert", body).number(*WRITTEN)
        last = str(records[-1]["id"])

        def is_seen() -> bool:
            if not self._has_come(namespace, written, last, is_there=True):
                return False
            found = self.fetch(namespace, [last])
            return last in found and is_new(found[last])

        self._await_write(is_seen)

    def remove(self, namespace: str, ids: Sequence[str]) -> None:
        """Remove records, and wait until the last is gone; those not there are passed over.

        Raises:
            StoreError: The service cannot be reached or refuses, or shows it for too long.
        """
        written = None
        for some in batched(ids, DELETED_AT_A_TIME):
            written = self._delete(namespace, {"ids": some})
        if ids:
            self._await_removed(namespace, written, ids[-1])

    def clear(self, namespace: str) -> None:
        """Remove all records, and wait until they are gone.

        Raises:
            StoreError: The service cannot be reached or refuses, or shows them for too long.
        """
        known = next(self.ids(namespace))
        written = self._delete(namespace, {"deleteAll": True})
        self._await_removed(namespace, written, known[0] if known else None)

    def _delete(self, namespace: str, what: Record) -> int | None:
        reply = self._rest.post(self._url("/vectors/delete"), {"namespace": namespace, **what})
        # A namespace without a record is none, and is not found.
        return reply.number(*WRITTEN) if reply else None

    # -------------------------------------------------------------------------- being seen

    def _has_come(
        self, namespace: str, written: int | None, record_id: str | None, *, is_there: bool
    ) -> bool:
        """Tell whether searches have come as far as a write.

        By the numbers of writes; where the service gives none, by whether the record is found.
        """
        wanted = None if record_id is None else {KEY: {"$eq": record_id}}
        matches, searched = self._searched(namespace, self.axis, 1, wanted)
        if written is not None and searched is not None:
            return searched >= written
        return bool(matches) == is_there

    def _await_removed(self, namespace: str, written: int | None, record_id: str | None) -> None:
        def is_seen() -> bool:
            if not self._has_come(namespace, written, record_id, is_there=False):
                return False
            return record_id is None or not self.fetch(namespace, [record_id])

        self._await_write(is_seen)

    def _await_write(self, is_seen: Callable[[], bool]) -> None:
        self._until(is_seen, self._patience.visible_s, "does not show what was written")

    # -------------------------------------------------------------------------- being there

    def _find(self) -> None:
        """Look where the named index is; one of other vectors has a sister for these.

        A library may have embedders whose vectors differ in length, and an index takes one length.
        """
        if self._name:
            self._host = _host(self._described())
            if self._host and self.stats().get("dimension") != self._settings.dimension:
                self._name = f"{self._name}-{self._settings.dimension}"
                self.where = f"{SCHEME}://{self._name}"
                self._host = _host(self._described())
        if self._host:
            self._assert_fits()

    def _described(self) -> Record:
        reply = self._rest.get(f"{_control_plane()}/indexes/{self._name}")
        return reply.body if reply else {}

    def create(self) -> None:
        """Create it, serverless, and wait until it takes requests.

        Raises:
            StoreError: The service has no such region, or does not make it ready.
        """
        options = self._settings.options
        cloud, region = options.get("cloud", CLOUD), options.get("region", REGION)
        vectors = {
            "type": "dense_vector",
            "dimension": self._settings.dimension,
            "metric": "cosine",
        }
        body = {
            "name": self._name,
            # A schema of this one field is an index of the interface for vectors.
            "schema": {"fields": {"_values": vectors}},
            "deployment": {"deployment_type": "managed", "cloud": cloud, "region": region},
        }
        if self._rest.post(f"{_control_plane()}/indexes", body) is None:
            raise StoreError(
                f"Pinecone has no region {region} of the cloud {cloud}.",
                hint="Put a cloud and a region it has under [vectors.options].",
            )
        self._until(
            lambda: _is_ready(self._described()),
            self._patience.ready_s,
            "has not made the index ready",
        )
        self._host = _host(self._described())

    def _assert_fits(self) -> None:
        """Refuse an index of other vectors.

        Raises:
            StoreError: It is one.
        """
        stats = self.stats()
        dimension, metric = stats.get("dimension"), stats.get("metric", "cosine")
        if dimension == self._settings.dimension and metric in METRICS:
            return
        raise StoreError(
            f"{self.where} takes vectors of {dimension} numbers compared by {metric}, and these "
            f"have {self._settings.dimension} numbers, compared by cosine.",
            hint="Name an index that is not there yet, and it is created: "
            'location = "pinecone://NAME" under [vectors].',
        )

    def _until(self, is_so: Callable[[], bool], limit_s: float, what_if_not: str) -> None:
        """Look again and again, less and less often.

        Raises:
            StoreError: It was not so within the limit.
        """
        give_up_at = time.monotonic() + limit_s
        pause = self._patience.poll_s
        while not is_so():
            if time.monotonic() + pause > give_up_at:
                raise StoreError(
                    f"Pinecone at {self.where} {what_if_not}, after {limit_s:g} s.",
                    hint="Nothing is lost. Run 'aliquot sync' again later: it goes on from here.",
                )
            time.sleep(pause)
            pause = min(2 * pause, self._patience.longest_poll_s)

    # -------------------------------------------------------------------------- requests

    def _url(self, path: str) -> str:
        if not self._host:
            raise self._missing()
        return self._host + path

    def _get(self, path: str, parameters: Record) -> Reply | None:
        return self._rest.get(self._url(path), parameters)

    def _post(self, path: str, body: Record | bytes) -> Reply:
        reply = self._rest.post(self._url(path), body)
        if reply is None:
            raise self._missing()
        return reply

    def _missing(self) -> StoreError:
        return StoreError(
            f"There is no index {self.where}.",
            hint="Check location under [vectors]; an index that is only named is created by "
            "'aliquot sync'.",
        )


# ------------------------------------------------------------------------------ addresses


def _control_plane() -> str:
    """Return the address that knows all indexes of a project.

    Raises:
        ConfigError: The key would go there in the clear.
    """
    address = os.environ.get(CONTROLLER, "").rstrip("/") or CONTROL_PLANE
    if _is_safe(address):
        return address
    raise ConfigError(f"{CONTROLLER} is no address with https.", hint=f"Unset {CONTROLLER}.")


def _address(location: str) -> tuple[str, str]:
    """Return the index's name and its host, one of them empty.

    Raises:
        ConfigError: It is no address of an index, or the key would go there in the clear.
    """
    address = location if "://" in location else f"https://{location}"
    scheme, _, name = address.rstrip("/").partition("://")
    if scheme == SCHEME and INDEX_NAME.fullmatch(name):
        return name, ""
    if _is_safe(address):
        return "", address.rstrip("/")
    raise ConfigError(
        "Pinecone needs the name of an index, or its host with https.",
        hint='Put location = "pinecone://NAME" under [vectors]: small letters, digits and "-"; an '
        "index that is not there is created.",
    )


def _is_safe(address: str) -> bool:
    """Tell whether a key may be sent to an address: encrypted, or within this machine."""
    parts = urlsplit(address)
    is_local = parts.scheme == "http" and parts.hostname in LOOPBACK
    return bool(parts.hostname) and not parts.username and (parts.scheme == "https" or is_local)


def _host(described: Record) -> str:
    """Return the address of a described index; the service leaves out the scheme."""
    host = str(described.get("host", ""))
    return host if not host or "://" in host else f"https://{host}"


def _is_ready(described: Record) -> bool:
    return bool((described.get("status") or {}).get("ready"))
