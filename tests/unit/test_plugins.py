"""Plugins: found by entry points, each by itself; the registry of what they bring."""

from __future__ import annotations

import importlib
import sys
import textwrap
from dataclasses import FrozenInstanceError, dataclass
from itertools import permutations
from typing import TYPE_CHECKING, Any

import pytest

from chunkladder.choices import Choice
from chunkladder.errors import AmbiguousFormatError, ConfigError, FormatError, PluginLoadError
from chunkladder.plaintext import TextFormat
from chunkladder.plugins import HOOKS, PluginState, Registry, registry

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

PRELUDE = """
from chunkladder.plaintext import TextFormat
from chunkladder.plugins import hookimpl

class Demo(TextFormat):
    def __init__(self, name="{name}", **changes):
        self.name = name
        self.__dict__.update(changes)

class Measure:
    def __init__(self, name="{name}"):
        self.name = name

    def __call__(self, text):
        return len(text)
"""

GOOD = """
@hookimpl
def chunkladder_formats():
    return [Demo()]
"""


class Site:
    """A folder of fake distributions, each one module with one entry point."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.modules: list[str] = []

    def add(self, name: str, code: str = GOOD, *, plugin: str | None = None, to: str = "") -> None:
        """Add the distribution ``x-<name>`` 1.0, whose entry point is ``plugin``."""
        module = f"x_{name}"
        self.modules.append(module)
        folder = self.root / to
        folder.mkdir(exist_ok=True)
        prelude = PRELUDE.replace("{name}", plugin or f"x-{name}")
        (folder / f"{module}.py").write_text(prelude + textwrap.dedent(code), encoding="utf-8")
        info = folder / f"{module}-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(
            f"Metadata-Version: 2.1\nName: x-{name}\nVersion: 1.0\n", encoding="utf-8"
        )
        (info / "entry_points.txt").write_text(
            f"[chunkladder]\n{plugin or f'x-{name}'} = {module}\n", encoding="utf-8"
        )

    def forget(self) -> None:
        """Let the modules be imported anew."""
        for module in self.modules:
            sys.modules.pop(module, None)
        importlib.invalidate_caches()


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    made = Site(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    yield made
    made.forget()


def discover(site: Site) -> Registry:
    """Discover anew, with the fake distributions."""
    site.forget()
    return Registry.discover()


def state(found: Registry, plugin: str) -> PluginState:
    """Return what became of one entry point."""
    (one,) = [each for each in found.plugins() if each.name == plugin]
    return one


def test_an_entry_point_brings_a_format(site: Site) -> None:
    site.add("good")
    found = discover(site)
    assert state(found, "x-good") == PluginState("x-good", "x-good", "1.0", formats=("x-good",))
    assert found.format("x-good").name == "x-good"
    assert found.format("x-good") in found.formats()
    assert found.owner("x-good") == "x-good 1.0"


def test_an_entry_point_brings_a_measure(site: Site) -> None:
    site.add("count", "@hookimpl\ndef chunkladder_measures():\n    return [Measure()]\n")
    found = discover(site)
    measure = found.measure("x-count")
    assert measure is not None
    assert measure("four") == 4
    assert measure in found.measures()
    assert state(found, "x-count").measures == ("x-count",)
    assert state(found, "x-count").formats == ()


def test_a_hook_may_bring_nothing(site: Site) -> None:
    site.add("none", "@hookimpl\ndef chunkladder_formats():\n    return []\n")
    assert state(discover(site), "x-none").state == "ok"


def test_an_object_may_hold_the_hooks(site: Site) -> None:
    site.add(
        "object",
        """
        class Plugin:
            @hookimpl
            def chunkladder_formats(self):
                return (Demo(),)
        plugin = Plugin()
        """,
    )
    points = site.root / "x_object-1.0.dist-info" / "entry_points.txt"
    points.write_text("[chunkladder]\nx-object = x_object:plugin\n", encoding="utf-8")
    assert state(discover(site), "x-object").formats == ("x-object",)


def test_an_optional_hook_of_another_version_is_no_failure(site: Site) -> None:
    site.add(
        "ahead", GOOD + "\n@hookimpl(optionalhook=True)\ndef chunkladder_later():\n    return 1\n"
    )
    assert state(discover(site), "x-ahead").state == "ok"


def hook(body: str, name: str = "chunkladder_formats") -> str:
    """Return the code of a hook implementation."""
    return f"@hookimpl\ndef {name}():\n    {body}\n"


BAD = {
    "import error": ("import no_such_module_x", "ModuleNotFoundError: No module named 'no_such"),
    "syntax error": ("def", "SyntaxError: invalid syntax"),
    "exit at import": ("raise SystemExit(3)", "SystemExit: 3"),
    "exit in a hook": (hook("raise SystemExit"), "SystemExit: "),
    "hook raises": (hook("1 / 0"), "ZeroDivisionError: division by zero"),
    "unknown hook": (
        GOOD + hook("return []", "chunkladder_format"),
        'implements an unknown hook, chunkladder_format; did you mean "chunkladder_formats"?',
    ),
    "unknown argument": (
        "@hookimpl\ndef chunkladder_formats(config):\n    return []\n",
        "PluginValidationError",
    ),
    "no hook": ("def chunkladder_formats():\n    return [Demo()]\n", "is @hookimpl missing?"),
    "none": (hook("Demo()"), "chunkladder_formats returned None, expected a list"),
    "no list": (hook("return Demo()"), "chunkladder_formats returned Demo, expected a list"),
    "text": (hook("return 'csv'"), "chunkladder_formats returned str, expected a list"),
    "twice": (hook("return [Demo(), Demo()]"), "twice"),
    "no name": (hook("return [Demo(name='')]"), "a format has a name: expected a string, got ''"),
    "odd name": (hook("return [Demo(name=5)]"), "a format has a name: expected a string, got 5"),
    "a class": (hook("return [Demo]"), "a format is an object, got the class Demo"),
    "no format": (hook("return [5]"), "a format has a name: expected a string, got None from int"),
    "no method": (
        hook("return [type('Odd', (), {'name': 'odd'})()]"),
        "format odd: suffixes is missing",
    ),
    "method lost": (
        hook("return [Demo(outline=None)]"),
        "outline: expected a method, got None",
    ),
    "one suffix": (hook("return [Demo(suffixes='.csv')]"), "suffixes: expected a sequence of"),
    "empty suffix": (hook("return [Demo(suffixes=[''])]"), "suffixes: expected a sequence of"),
    "upper suffix": (hook("return [Demo(suffixes=['.R'])]"), "expected a sequence of lower-case"),
    "one media type": (hook("return [Demo(media_types='text/csv')]"), "media_types: expected"),
    "rung names": (hook("return [Demo(rungs=['row'])]"), "rungs: expected a sequence of pairs"),
    "no rungs": (hook("return [Demo(rungs=None)]"), "rungs: expected a sequence of pairs"),
    "options made": (
        hook("return [Demo(options=Demo.options())]"),
        "options: expected a dataclass",
    ),
    "options dict": (hook("return [Demo(options=dict)]"), "options: expected a dataclass"),
    "no default": (
        """
        from dataclasses import dataclass
        @dataclass
        class Options:
            size: int
        @hookimpl
        def chunkladder_formats():
            return [Demo(options=Options)]
        """,
        "options: expected a dataclass in which every field has a default",
    ),
    "annotation lost": (
        """
        from dataclasses import dataclass
        @dataclass
        class Options:
            size: "Sequence[str]" = ()
        @hookimpl
        def chunkladder_formats():
            return [Demo(options=Options)]
        """,
        "options: an annotation does not resolve (name 'Sequence' is not defined)",
    ),
    "attribute raises": (
        """
        class Odd(TextFormat):
            name = "odd"
            @property
            def suffixes(self):
                raise RuntimeError("no")
        @hookimpl
        def chunkladder_formats():
            return [Odd()]
        """,
        "RuntimeError: no",
    ),
    "measure without name": (
        hook("return [len]", "chunkladder_measures"),
        "a measure has a name: expected a string, got None",
    ),
    "measure not callable": (
        hook("return [Demo()]", "chunkladder_measures"),
        "cannot be called",
    ),
}


@pytest.mark.parametrize(("code", "reason"), BAD.values(), ids=BAD.keys())
def test_a_bad_plugin_breaks_only_itself(site: Site, code: str, reason: str) -> None:
    site.add("a")
    site.add("bad", code)
    site.add("z")
    found = discover(site)
    bad = state(found, "x-bad")
    assert bad.state == "failed"
    assert reason in bad.reason
    assert (bad.formats, bad.measures, bad.origin) == ((), (), "x-bad 1.0")
    assert state(found, "x-a").state == state(found, "x-z").state == "ok"
    assert {"x-a", "x-z"} < {each.name for each in found.formats()}


def test_a_format_of_a_failed_plugin_is_answered_with_the_reason(site: Site) -> None:
    site.add("bad", "import no_such_module_x")
    found = discover(site)
    with pytest.raises(PluginLoadError, match=r"plugin x-bad \(x-bad 1\.0\): .*no_such_module_x"):
        found.format("x-bad")
    assert found.owner("x-bad") is None


def test_half_of_a_failed_plugin_is_not_used(site: Site) -> None:
    site.add("half", GOOD + hook("1 / 0", "chunkladder_measures"))
    found = discover(site)
    assert "x-half" not in [each.name for each in found.formats()]


def test_an_entry_point_that_names_nothing_is_a_failure(site: Site) -> None:
    site.add("lost")
    points = site.root / "x_lost-1.0.dist-info" / "entry_points.txt"
    points.write_text("[chunkladder]\nx-lost = x_lost:nothing\n", encoding="utf-8")
    assert state(discover(site), "x-lost").reason.startswith("AttributeError: ")


def test_a_distribution_without_metadata_is_unknown(site: Site) -> None:
    site.add("bare")
    (site.root / "x_bare-1.0.dist-info" / "METADATA").unlink()
    found = discover(site)
    assert state(found, "x-bare") == PluginState("x-bare", "unknown", "", formats=("x-bare",))
    assert found.owner("x-bare") == "unknown"


def test_an_interrupt_is_not_swallowed(site: Site) -> None:
    site.add("slow", "raise KeyboardInterrupt")
    with pytest.raises(KeyboardInterrupt):
        discover(site)


def test_a_name_claimed_by_two_belongs_to_nobody(site: Site) -> None:
    site.add("one", plugin="x-same")
    site.add("two", plugin="x-same")
    found = discover(site)
    with pytest.raises(AmbiguousFormatError) as caught:
        found.format("x-same")
    assert caught.value.candidates == ("x-one 1.0", "x-two 1.0")
    assert "x-same" not in caught.value.known
    assert "x-same" not in [each.name for each in found.formats()]
    assert found.owner("x-same") is None
    assert [each.distribution for each in found.plugins() if each.name == "x-same"] == [
        "x-one",
        "x-two",
    ]


def test_plain_text_is_the_cores(site: Site) -> None:
    site.add("text", hook("return [Demo(name='text')]"))
    found = discover(site)
    assert isinstance(found.format("text"), TextFormat)
    assert [(each.state, each.reason) for each in found.plugins() if each.name == "x-text"] == [
        ("failed", "a format of its own has a name of its own: plain text is the core's")
    ]


def test_a_measure_claimed_by_two_belongs_to_nobody(site: Site) -> None:
    for name in ("one", "two"):
        site.add(name, hook("return [Measure('x-same')]", "chunkladder_measures"))
    found = discover(site)
    with pytest.raises(ConfigError, match=r"x-one 1\.0, x-two 1\.0"):
        found.measure("x-same")
    assert "x-same" not in [each.name for each in found.measures()]


def test_an_unknown_measure_is_none() -> None:
    assert Registry.of().measure("x-nothing") is None


def test_the_order_on_the_path_has_no_effect(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    site.add("a", to="1")
    site.add("b", plugin="x-same", to="2")
    site.add("c", plugin="x-same", to="3")
    site.add("d", "1 / 0", to="1")
    path, seen = list(sys.path), set()
    for order in permutations("123"):
        monkeypatch.setattr(sys, "path", [*(str(site.root / each) for each in order), *path])
        found = discover(site)
        seen.add((found.plugins(), tuple(each.name for each in found.formats())))
    assert len(seen) == 1


def test_the_process_discovers_once() -> None:
    assert registry() is registry()


class Demo(TextFormat):
    """A format under any name."""

    def __init__(self, name: str) -> None:
        self.name = name


def test_a_made_registry_holds_plain_text_and_what_was_given() -> None:
    made = Registry.of(Demo("b"), Demo("a"))
    assert [each.name for each in made.formats()] == ["a", "b", "text"]
    assert made.plugins() == ()
    assert made.measures() == ()
    assert made.owner("a") is None
    owner = made.owner("text")
    assert owner is not None
    assert owner.startswith("chunkladder")


def test_an_unknown_format_is_answered_with_the_nearest_and_all() -> None:
    with pytest.raises(FormatError, match='did you mean "markdown"') as caught:
        Registry.of(Demo("markdown"), Demo("csv")).format("markdwon")
    assert caught.value.known == ("csv", "markdown", "text")
    assert not isinstance(caught.value, AmbiguousFormatError)


def test_a_name_given_twice_belongs_to_nobody() -> None:
    with pytest.raises(AmbiguousFormatError) as caught:
        Registry.of(Demo("a"), Demo("a")).format("a")
    assert caught.value.candidates == ("a format given in code",) * 2


@dataclass
class Needy:
    """Options without a default."""

    size: int


def _without_outline() -> Any:
    odd = Demo("odd")
    odd.outline = None  # type: ignore[assignment, method-assign]
    return odd


def _with_needy_options() -> Any:
    odd = Demo("odd")
    odd.options = Needy  # type: ignore[assignment]
    return odd


@pytest.mark.parametrize("make", [_without_outline, _with_needy_options])
def test_what_is_no_format_is_refused(make: Callable[[], Any]) -> None:
    with pytest.raises(PluginLoadError, match="plugin odd: format odd: o"):
        Registry.of(make())


def test_a_registry_never_changes() -> None:
    made = Registry.of()
    with pytest.raises(FrozenInstanceError):
        made._formats = {}  # type: ignore[misc]
    with pytest.raises(TypeError):
        made._formats["x"] = ()  # type: ignore[index]


def test_the_hooks_are_listed() -> None:
    assert HOOKS == ("chunkladder_formats", "chunkladder_measures")


# Chosen by a configuration


def test_a_disabled_plugin_is_not_even_imported(site: Site) -> None:
    site.add("good")
    site.add("bad", "raise SystemExit('imported')")
    found = Registry.discover(Choice(disable=("x-bad",)))
    states = {plugin.name: plugin.state for plugin in found.plugins()}
    assert (states["x-good"], states["x-bad"]) == ("ok", "disabled")
    assert "x_bad" not in sys.modules
    with pytest.raises(FormatError, match="the plugin x-bad is disabled"):
        found.format("x-bad")


def test_a_plugin_is_disabled_by_its_distribution_however_that_is_written(site: Site) -> None:
    site.add("one", plugin="demo")
    found = Registry.discover(Choice(disable=("X_One",)))
    assert "demo" not in [each.name for each in found.formats()]


@pytest.mark.parametrize("preferred", ["x-one", "X.Two"])
def test_a_name_that_two_claim_belongs_to_the_preferred(preferred: str, site: Site) -> None:
    site.add("one", plugin="demo")
    site.add("two", plugin="demo")
    with pytest.raises(AmbiguousFormatError, match="or prefer one in the configuration"):
        Registry.discover().format("demo")
    found = Registry.discover(Choice(prefer=(("demo", preferred),)))
    owner = preferred.lower().replace(".", "-")
    assert found.format("demo").__class__.__module__ == owner.replace("-", "_")
    assert found.owner("demo") == f"{owner} 1.0"


def test_who_does_not_claim_a_name_cannot_be_preferred(site: Site) -> None:
    site.add("one", plugin="demo")
    with pytest.raises(ConfigError, match=r'\(x-one\), got .x-on.; did you mean "x-one"'):
        Registry.discover(Choice(prefer=(("demo", "x-on"),)))
    with pytest.raises(ConfigError, match="none that is installed does"):
        Registry.discover(Choice(prefer=(("nonsense", "x-one"),)))
