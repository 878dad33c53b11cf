"""The page of backends: what can stand behind each seam."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from pathlib import Path

import aliquot
from aliquot.backends import BACKENDS
from refpages.markdown import code, table

__all__ = ["backends_page"]


SEAMS: Mapping[str, str] = {
    "parsers": "File to documents. The name is the format, which is told by content.",
    "recognisers": "Pictures to lines of text. Loaded with the first page that is a picture.",
    "japanese_words": "Japanese to words, beside character pairs.",
    "chunkers": "Document to chunks. The name is the document's kind.",
    "embedders": "Text to vectors. Named by `embedding.legs`, some with a model behind a colon.",
    "text_models": "Prompt to text, by a language model. Named by `model.name`, with a model behind"
    " a colon.",
    "resolvers": "Who a paper is, asked of a service. Named by `lookup.services`.",
    "rerankers": "Question and ranking to another order. Named by `retrieval.reranker`.",
    "sparse_encoders": "Text to weighted terms. Named by `embedding.sparse`.",
    "late_interaction_encoders": "Text to one vector per token. Named by `embedding.late`.",
    "faces": "Ways of serving a library. Loaded by `aliquot serve`.",
    "catalogs": "Servers that keep the catalog. Named by `catalog.url`; a file needs none.",
    "vector_indexes": "Nearest chunks to a vector. Named by `vectors.backend`.",
    "term_indexes": "Best chunks for words. Named by `terms.backend`.",
}


def backends_page() -> list[str]:
    """List what can stand behind each seam."""
    lines = [
        "# Backends",
        "",
        "A backend is a class, or a function that makes one, behind a seam of"
        " `aliquot.protocols`. It is imported when a config or a file names it, never before. A"
        " backend that is named and cannot load is an error, never a silent fallback.",
        "",
        "Other packages add embedders and indexes by an entry point in the group"
        " `aliquot.embedders`, `aliquot.vector_indexes` or `aliquot.term_indexes`; it is loaded"
        " only when a config names it.",
        "",
    ]
    for seam, backends in BACKENDS.items():
        lines += [f"## {seam}", "", SEAMS[seam], ""]
        rows = [
            (code(name), one.extra and code(f"aliquot[{one.extra}]"), docstring_of(one.target))
            for name, one in backends.items()
        ]
        lines += table(("name", "extra", "does"), rows)
    return lines


def docstring_of(target: str) -> str:
    """Return the first line of a target's docstring without importing it, extras or not."""
    module, _, name = target.partition(":")
    package = Path(aliquot.__file__).parent.parent
    place = package.joinpath(*module.split("."))
    found = find_definition(place / "__init__.py" if place.is_dir() else place, name)
    return (ast.get_docstring(found) or "").partition("\n")[0] if found else ""


Definition = ast.ClassDef | ast.FunctionDef


def find_definition(place: Path, name: str) -> Definition | None:
    """Find a class or function in a file, following one re-export to its origin."""
    path = place if place.suffix else place.with_suffix(".py")
    if not path.exists():
        return None
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, Definition) and node.name == name:
            return node
        if isinstance(node, ast.ImportFrom) and any(one.name == name for one in node.names):
            origin = str(node.module).split(".")[1:]
            return find_definition(Path(aliquot.__file__).parent.joinpath(*origin), name)
    return None
