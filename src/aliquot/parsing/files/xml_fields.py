"""Reach into XML records whose parts may be missing; names are local, namespaces are ignored."""

from __future__ import annotations

from collections.abc import Iterator

from lxml import etree

__all__ = ["all_texts", "attribute", "find_all", "find_first", "raw_text", "text"]

Element = etree._Element


def find_all(element: Element, path: str) -> Iterator[Element]:
    """Yield the elements at `path`, such as `arm_group/description`, in any namespace."""
    return element.iterfind("/".join(f"{{*}}{name}" for name in path.split("/")))


def find_first(element: Element, path: str) -> Element | None:
    """Return the first element at `path`, or `None`."""
    return next(find_all(element, path), None)


def text(element: Element | None, path: str = "") -> str:
    """Return all text below the first element at `path`, white space collapsed."""
    found = find_first(element, path) if path and element is not None else element
    return "" if found is None else " ".join(raw_text(found).split())


def raw_text(element: Element) -> str:
    """Return all text below an element as it stands."""
    return "".join(map(str, element.itertext()))


def all_texts(element: Element, path: str) -> tuple[str, ...]:
    """Return the texts of all elements at `path`, each once, in order."""
    texts = (text(found) for found in find_all(element, path))
    return tuple(dict.fromkeys(part for part in texts if part))


def attribute(element: Element | None, name: str) -> str:
    """Return an attribute, or an empty string."""
    return "" if element is None else str(element.get(name, "")).strip()
