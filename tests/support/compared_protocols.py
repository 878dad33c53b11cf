"""A protocol as a lab writes it, and how two versions of one are compared in a test."""

from __future__ import annotations

from collections.abc import Callable

from aliquot.backends import load
from aliquot.generation.comparing.story import compare_documents
from aliquot.parsing.builder import DocumentBuilder
from aliquot.parsing.markdown.parser import write_markdown
from aliquot.types import Chunk, Document, DocumentKind, VersionComparison

PROTOCOL = """\
# DNA extraction from fin clips

Version 1 | 12 May 2021 | R. Collins

## Materials

- Nuclei Lysis Solution
- Proteinase K (20 mg/ml)
- 70% ethanol, -20 °C
- TE buffer

| Reagent | Volume | Supplier |
|---|---|---|
| Nuclei Lysis Solution | 200 µL | Promega |
| Proteinase K | 5 µL | Qiagen |
| Protein Precipitation Solution | 65 µL | Promega |

## Lysis

1. Cut about 2 mm of tissue and let the ethanol evaporate.
2. Add 200 µL of Nuclei Lysis Solution and 5 µL Proteinase K to a 1.5 mL tube.
3. Incubate in the dry bath at 56 °C for 1 h, vortexing every 30 min.
4. Centrifuge at 14,000 x g for 2 min.

## Precipitation

5. Add 65 µL of Protein Precipitation Solution and vortex at once.
6. Chill the samples on ice for 5 min.
7. Pour the clear lysate into a new tube and discard the debris.
8. Add 600 µL of cold ethanol and invert the tube 20 times.
9. Leave the pellet to dry overnight under a paper towel.
10. Resuspend the pellet in 55 µL TE buffer; repeat step 4 if debris is left.
"""

Compared = Callable[..., VersionComparison]
Made = tuple[Document, list[Chunk]]


def made(text: str, name: str = "doc") -> Made:
    """Return a Markdown protocol as a document with its chunks."""
    builder = DocumentBuilder()
    write_markdown(builder, text)
    title = text.partition("\n")[0].removeprefix("# ")
    document = builder.build(kind=DocumentKind.PROTOCOL, title=title, id=name)
    chunks: list[Chunk] = load("chunkers", "protocol")()(document)
    return document, chunks


def compared_texts(old: str, new: str) -> VersionComparison:
    """Return what differs between two Markdown protocols."""
    (older, older_chunks), (newer, newer_chunks) = made(old, "old"), made(new, "new")
    return compare_documents(older, newer, older_chunks, newer_chunks)
