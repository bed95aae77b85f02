"""What is checked in a process of its own; run as a program, and importing as little as it can.

Reads a pickled mapping from standard input, and prints what it found as JSON on the last line.
"""

from __future__ import annotations

import json
import os
import pickle
import sys
from hashlib import sha256
from importlib import import_module
from importlib.machinery import PathFinder
from importlib.metadata import EntryPoint
from typing import Any

_WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_NOISY = (
    "ftplib.",
    "http.client.connect",
    "imaplib.",
    "os.chmod",
    "os.chown",
    "os.exec",
    "os.fork",
    "os.link",
    "os.mkdir",
    "os.posix_spawn",
    "os.remove",
    "os.rename",
    "os.rmdir",
    "os.symlink",
    "os.system",
    "os.truncate",
    "os.utime",
    "shutil.",
    "smtplib.",
    "socket.bind",
    "socket.connect",
    "socket.getaddrinfo",
    "socket.gethostby",
    "socket.sendto",
    "sqlite3.connect",
    "subprocess.Popen",
    "tempfile.",
    "urllib.Request",
)


def imports(payload: dict[str, Any]) -> list[str]:
    """Return the modules that come in when the plugin is imported and its hook is called."""
    import chunkladder.plugins  # noqa: F401 - what is there already does not count

    before = set(sys.modules)
    if payload["entry"]:
        plugin = EntryPoint(*payload["entry"]).load()
        getattr(plugin, "chunkladder_formats", list)()
    else:
        import_module(payload["module"])
    return sorted(set(sys.modules) - before)


def fingerprint(payload: dict[str, Any]) -> list[str]:
    """Return a hash of all that is told of each sample."""
    found, registry = _format(payload)
    return [_told(found, registry, *sample) for sample in payload["samples"]]


def without(payload: dict[str, Any]) -> list[dict[str, str]]:
    """Return what becomes of each sample where some modules are not installed."""
    blocked = set(payload["blocked"])

    class Without(PathFinder):
        @classmethod
        def find_spec(cls, fullname: str, path: Any = None, target: Any = None) -> Any:
            gone = fullname.partition(".")[0] in blocked
            return None if gone else super().find_spec(fullname, path, target)

    sys.meta_path[:] = [Without if one is PathFinder else one for one in sys.meta_path]
    found, _ = _format(payload)
    return [_outcome(found, *sample) for sample in payload["samples"]]


def noises(payload: dict[str, Any]) -> list[str]:
    """Return what the format does besides thinking: connections, files written, programs run."""
    heard: list[str] = []

    def listen(event: str, args: Any) -> None:
        if event.startswith(_NOISY) or (event == "open" and _is_writing(*args)):
            heard.append(f"{event}({', '.join(map(repr, args))[:200]})")

    _, ready = __import__("chunkladder.plugins"), list(heard)
    sys.addaudithook(listen)
    found, registry = _format(payload)
    for sample in payload["samples"]:
        _told(found, registry, *sample)
    for text in payload["odd"]:
        _outcome(found, text, {})
    return heard[len(ready) :]


def _is_writing(path: Any, mode: Any, flags: Any) -> bool:
    if isinstance(path, int) or path == os.devnull:
        return False
    if isinstance(mode, str):
        return any(sign in mode for sign in "wax+")
    return bool(flags & _WRITES)


def _format(payload: dict[str, Any]) -> tuple[Any, Any]:
    from chunkladder.plugins import Registry, chosen

    given = payload["format"]
    if isinstance(given, str):
        known = chosen(payload["choice"])
        return known.format(given), known
    found = pickle.loads(given)
    return found, Registry.of(found)


def _told(found: Any, registry: Any, text: str, options: dict[str, Any]) -> str:
    from chunkladder import Splitter
    from chunkladder.formats import HEAD
    from chunkladder.records import encode, record

    digest = sha256(repr(found.sniff(text[:HEAD])).encode())
    for settings in ({"size": 60}, {"size": 400, "overlap": 80}, {"size": 120, "parent": 600}):
        chosen: Any = {**settings, "options": {found.name: options}}
        splitter = Splitter(**chosen, format=found.name, registry=registry)
        for chunk in splitter.iter_split(text, source="a document"):
            digest.update(encode(record(chunk, splitter.measure)))
    return digest.hexdigest()


def _outcome(found: Any, text: str, options: dict[str, Any]) -> dict[str, str]:
    from chunkladder import Document, MissingDependencyError
    from chunkladder.formats import make_options

    try:
        found.outline(Document(text, None, found.name), make_options(found, options))
    except MissingDependencyError as error:
        return {"kind": "missing", "module": error.module, "told": str(error)}
    except Exception as error:  # noqa: BLE001 - a plugin is called
        return {"kind": "failed", "told": f"{type(error).__name__}: {error}"}
    return {"kind": "fine"}


def _main() -> None:
    payload = pickle.loads(sys.stdin.buffer.read())
    sys.path[:] = payload["path"]
    task = {each.__name__: each for each in (imports, fingerprint, without, noises)}
    print(json.dumps(task[sys.argv[1]](payload)))


if __name__ == "__main__":
    _main()
