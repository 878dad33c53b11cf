"""The folders of a library as a tree, open along the way to the one that is chosen."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import PurePath

from aliquot.web.pages.shelf import FileRow, is_in

__all__ = ["Folder", "folder_tree"]

# Folders shown side by side; the rest of a very wide folder is found by its files' names.
MAX_SHOWN = 200


@dataclass(frozen=True, slots=True)
class Folder:
    """A folder that files lie in.

    Attributes:
        path: Absolute.
        name: Its last part; of an outermost one, its path.
        files: How many lie in it, at any depth.
        troubled: How many of these need a look.
        is_open: Whether its folders are shown.
        is_chosen: Whether its files are.
        inner: Its folders by name; none where it is not open.
        has_inner: Whether there are any.
    """

    path: str
    name: str
    files: int
    troubled: int
    is_open: bool
    is_chosen: bool
    inner: tuple[Folder, ...]
    has_inner: bool


def folder_tree(rows: Iterable[FileRow], chosen: str = "") -> tuple[Folder, ...]:
    """Return the outermost folders; folders that hold one folder and nothing else are one step.

    Only folders on the way to the chosen one are open, so that a library of thousands of folders
    is drawn as fast as a small one.

    Args:
        rows: Of the files a person sees.
        chosen: The folder whose files are shown; empty for all.
    """
    files, troubled = Counter[str](), Counter[str]()
    for row in rows:
        files[row.folder] += 1
        troubled[row.folder] += row.needs_a_look
    tree = _Tree(files, troubled, chosen)
    return tuple(tree.folder(tree.first_fork(one), is_outermost=True) for one in tree.outermost)


class _Tree:
    def __init__(self, files: Counter[str], troubled: Mapping[str, int], chosen: str) -> None:
        self._own = files
        self._files, self._troubled = Counter[str](), Counter[str]()
        self._inner: defaultdict[str, set[str]] = defaultdict(set)
        self._chosen = chosen
        for path, count in files.items():
            for above in (path, *map(str, PurePath(path).parents)):
                self._files[above] += count
                self._troubled[above] += troubled[path]
                if not _is_outermost(above):
                    self._inner[str(PurePath(above).parent)].add(above)

    @property
    def outermost(self) -> list[str]:
        """The folders that lie in no other."""
        return sorted(filter(_is_outermost, self._files))

    def first_fork(self, path: str) -> str:
        """Return the first folder on the way down that has files or more than one folder."""
        while not self._own[path] and len(self._inner.get(path, ())) == 1:
            path = next(iter(self._inner[path]))
        return path

    def folder(self, path: str, *, above: str = "", is_outermost: bool = False) -> Folder:
        below = sorted(self._inner.get(path, ()), key=str.casefold)[:MAX_SHOWN]
        is_open = is_outermost or (bool(self._chosen) and is_in(self._chosen, path))
        inner = [self.folder(self.first_fork(one), above=path) for one in below] if is_open else []
        name = path if is_outermost else path.removeprefix(above.rstrip("/") + "/")
        return Folder(
            path=path,
            name=name,
            files=self._files[path],
            troubled=self._troubled[path],
            is_open=is_open,
            is_chosen=path == self._chosen,
            inner=tuple(inner),
            has_inner=bool(below),
        )


def _is_outermost(path: str) -> bool:
    return str(PurePath(path).parent) == path
