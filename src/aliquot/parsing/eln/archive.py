"""Read exports of electronic lab notebooks: RO-Crate archives with the extension .eln.

What enters: a zip with `ro-crate-metadata.json`. What leaves: one `Document` per experiment or
record. Source: https://github.com/TheELNConsortium/TheELNFileFormat, version 1.1.
"""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

from aliquot.errors import ParseError
from aliquot.parsing.eln.crate import Crate
from aliquot.parsing.eln.record import write_record
from aliquot.parsing.files.bytes import decode
from aliquot.parsing.files.zips import open_zip, read_member
from aliquot.types import Document

__all__ = ["ElnParser"]

METADATA = "ro-crate-metadata.json"


class ElnParser:
    """Parse notebook exports."""

    name = "eln"
    version = "3"

    def parse(self, path: Path) -> list[Document]:
        """Return one document per experiment.

        Raises:
            ParseError: The archive is damaged, encrypted, or holds no record with text.
        """
        with open_zip(path) as archive:
            crate = _read_crate(archive, str(path))
            documents = [
                document
                for record in crate.records()
                if (document := write_record(crate, record, path, parser=self)) is not None
            ]
        if not documents:
            raise ParseError(
                "The notebook export holds no record with text.",
                source=str(path),
                status="empty",
                hint="Export the experiments again and check that their text is included.",
            )
        return documents


def _read_crate(archive: zipfile.ZipFile, source: str) -> Crate:
    names = [name for name in archive.namelist() if name.rpartition("/")[2] == METADATA]
    name = min(names, key=len, default="")
    data = read_member(archive, name)
    try:
        graph = json.loads(decode(data or b"", source=source))["@graph"]
        entities = [entity for entity in graph if isinstance(entity, dict)]
    except (ValueError, KeyError, TypeError, RecursionError) as exc:
        raise ParseError(
            f"The archive's {METADATA} cannot be read.",
            source=source,
            hint="Export the experiments again as .eln.",
        ) from exc
    return Crate(entities, archive, folder=name.removesuffix(METADATA))
