"""Which files of a folder there are, in a fixed order, less those that are hidden or ignored."""

from __future__ import annotations

import errno
import os
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import re
    from collections.abc import Iterator

    from pathspec import GitIgnoreSpec

_GIT = ".git"
_IGNORE = ".gitignore"
_LOCK = "-lock"  # what the file beside every store ends with

Identity = tuple[int, int]
"""Device and number of a file or folder, the same under all its names."""


class Found(NamedTuple):
    """A file, or a folder that could not be walked.

    Attributes:
        key: Its path relative to the folder that was walked, with forward slashes.
        path: Where it is.
        error: Why a folder could not be walked; None for a file.
    """

    key: str
    path: str
    error: OSError | None = None


class LoopError(OSError):
    """A link leads to a folder that it lies in."""


@dataclass(frozen=True, slots=True)
class Walk:
    """How folders are walked.

    Attributes:
        ignore: Whether hidden files and what ``.gitignore`` files name are left out.
        follow_links: Whether links to folders, and to files outside the folder, are followed.
    """

    ignore: bool = True
    follow_links: bool = False

    def files(self, folder: str) -> Iterator[Found]:
        """Yield the files of a folder, walked down to the last in the order of names.

        A folder that cannot be listed, and a link that leads back to a folder around it, is
        yielded with its error. A folder that is reached by several ways is walked once. Devices
        and pipes are left out, and so are ``.git`` and stores.
        """
        root = os.path.realpath(folder)
        around = _around(root) if self.ignore else ()
        waiting = [_Entry("", folder, True, around, ())]
        seen: set[Identity] = set()
        while waiting:
            entry = waiting.pop()
            if not entry.is_folder:
                yield Found(entry.key, entry.path)
                continue
            try:
                waiting += reversed(self._entered(entry, root, seen))
            except OSError as error:
                yield Found(entry.key, entry.path, error)

    def _entered(self, entry: _Entry, root: str, seen: set[Identity]) -> list[_Entry]:
        """Return what to visit in a folder, sorted by name; nothing the second time."""
        found = os.stat(entry.path)
        here = (found.st_dev, found.st_ino)
        if here in entry.above:
            raise LoopError(errno.ELOOP, "a link that leads back to a folder around it")
        if here in seen:
            return []
        seen.add(here)
        ignores = entry.ignores
        if self.ignore and (own := _read(entry.path, entry.path, _IGNORE)):
            ignores = (*ignores, own)
        inner = (ignores, (*entry.above, here))
        with os.scandir(entry.path) as entries:
            all_here = list(entries)
        ours = _of_stores(entry.path, [each.name for each in all_here])
        left = [each for each in all_here if each.name not in ours]
        wanted = [each for each in left if self._is_wanted(each, root, ignores)]
        return [
            _Entry(f"{entry.key}/{each.name}".lstrip("/"), each.path, self._is_folder(each), *inner)
            for each in sorted(wanted, key=lambda each: each.name)
        ]

    def _is_wanted(self, entry: os.DirEntry[str], root: str, ignores: tuple[_Ignore, ...]) -> bool:
        if entry.name == _GIT or (self.ignore and entry.name.startswith(".")):
            return False
        if entry.is_symlink():
            if not self._is_wanted_link(entry, root):
                return False
        elif not (entry.is_dir() or entry.is_file()):
            return False
        return not _are_ignoring(ignores, entry.path, self._is_folder(entry))

    def _is_wanted_link(self, entry: os.DirEntry[str], root: str) -> bool:
        if not self.follow_links and not _is_inside(os.path.realpath(entry.path), root):
            return False
        if os.path.isdir(entry.path):
            return self.follow_links
        # One that leads nowhere is taken: it fails when read, and so is told.
        return os.path.isfile(entry.path) or not os.path.exists(entry.path)

    def _is_folder(self, entry: os.DirEntry[str]) -> bool:
        return entry.is_dir(follow_symlinks=self.follow_links)


def _of_stores(folder: str, names: list[str]) -> set[str]:
    """Return the names of the files that stores in a folder consist of."""
    locks = [name for name in names if name.endswith(_LOCK)]
    if not locks:
        return set()
    from .store import files_of, is_store

    stores = [os.path.join(folder, name.removesuffix(_LOCK)) for name in locks]
    return {file.name for store in filter(is_store, stores) for file in files_of(store)}


class _Entry(NamedTuple):
    key: str
    path: str
    is_folder: bool
    ignores: tuple[_Ignore, ...]
    above: tuple[Identity, ...]


@dataclass(frozen=True)
class _Ignore:
    """One file of patterns, and the folder that they are relative to."""

    folder: str
    lines: tuple[str, ...]

    @cached_property
    def spec(self) -> GitIgnoreSpec:
        from pathspec import GitIgnoreSpec

        return GitIgnoreSpec.from_lines(self.lines)

    def verdict(self, path: str, is_folder: bool) -> bool | None:
        """Tell whether the patterns ignore a path or take it back; None: neither."""
        relative = os.path.relpath(path, self.folder).replace(os.sep, "/")
        name = f"{relative}/" if is_folder else relative
        for pattern in reversed(self.spec.patterns):
            if pattern.regex is not None and _is_about(pattern.regex, name):
                return pattern.include
        return None


def _is_about(pattern: re.Pattern[str], name: str) -> bool:
    """Tell whether a pattern matches a name itself, and not only a folder that holds it.

    To git, what lies in an ignored folder is not there, and no pattern that takes a folder back
    speaks of its files. pathspec tells the two by a group, the slash behind the folder.
    """
    return any(
        match.groupdict().get("ps_d") is None or match.end("ps_d") == len(name)
        for match in pattern.finditer(name)
    )


def _are_ignoring(ignores: tuple[_Ignore, ...], path: str, is_folder: bool) -> bool:
    """Ask the files of patterns, the innermost first: the first that speaks of a path decides."""
    for ignore in reversed(ignores):
        verdict = ignore.verdict(path, is_folder)
        if verdict is not None:
            return verdict
    return False


def _around(root: str) -> tuple[_Ignore, ...]:
    """Return the patterns of the repository around a folder, the outermost first.

    None if they ignore the folder itself: somebody who names it wants it.
    """
    above = [root]
    while not os.path.exists(os.path.join(above[-1], _GIT)):
        parent = os.path.dirname(above[-1])
        if parent == above[-1]:
            return ()
        above.append(parent)
    top = above[-1]
    found = [_read(top, os.path.join(top, _GIT, "info"), "exclude")]
    found += [_read(folder, folder, _IGNORE) for folder in reversed(above[1:])]
    ignores = tuple(ignore for ignore in found if ignore)
    return () if above[1:] and _are_ignoring(ignores, root, True) else ignores


def _read(folder: str, where: str, name: str) -> _Ignore | None:
    try:
        with open(os.path.join(where, name), encoding="utf-8", errors="surrogateescape") as lines:
            return _Ignore(folder, tuple(line.rstrip("\r\n") for line in lines))
    except OSError:
        return None


def _is_inside(path: str, root: str) -> bool:
    return path == root or path.startswith(root.rstrip(os.sep) + os.sep)
