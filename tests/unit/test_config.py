"""``chunkladder.toml``: what each file is split with, and what is said when it is wrong."""

from __future__ import annotations

import pickle
from pathlib import Path
from textwrap import dedent

import pytest

from chunkladder.choices import Choice
from chunkladder.config import Config, find_config, load_config
from chunkladder.errors import ConfigError
from chunkladder.files import FileSettings
from chunkladder.keys import PLUGINS, RULE, SETTINGS
from chunkladder.rungs import Regex


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def load(text: str, name: str = "chunkladder.toml") -> Config:
    Path(name).write_text(dedent(text), encoding="utf-8")
    return load_config(name)


# What holds


@pytest.mark.usefixtures("here")
def test_an_empty_file_leaves_all_as_it_is() -> None:
    assert load("").settings_for("a.txt") == FileSettings()


@pytest.mark.usefixtures("here")
def test_a_byte_order_mark_is_no_part_of_the_file() -> None:
    config = load("\ufeff[defaults]\nsize = 7\noverlap = 0")
    assert config.settings_for("a").size == 7
    with pytest.raises(ConfigError, match=r"sise.*\(line 2\)"):
        load("\ufeff[defaults]\nsise = 7")


@pytest.mark.usefixtures("here")
def test_globs_that_only_take_back_are_globs() -> None:
    assert load("[[rule]]\nmatch = ['a', '!b', '\\\\#c', '\\\\!d']").rules


@pytest.mark.usefixtures("here")
def test_later_rules_win_key_by_key() -> None:
    config = load("""
        [defaults]
        size = 500
        overlap = 0.1
        [[rule]]
        match = "*.md"
        size = 600
        min_size = 50
        [[rule]]
        match = ["/docs/", "!/docs/old/"]
        size = 700
    """)
    assert config.settings_for("a.txt") == FileSettings(size=500, overlap=0.1)
    found = config.settings_for("docs/a.md")
    assert found == FileSettings(size=700, overlap=0.1, min_size=50, rules=(0, 1))
    assert config.settings_for("a.md").size == 600
    assert config.settings_for("docs/old/a.md").rules == (0,)


@pytest.mark.usefixtures("here")
def test_every_setting_reaches_the_splitter() -> None:
    config = load(r"""
        [defaults]
        format = "csv"
        size = 50
        overlap = 10
        overlap_at = "sentence"
        measure = "words"
        special_tokens = 0
        ladder = ["row", "\n\n", {pattern = '\d+', keep = "drop"}, ""]
        context = false
        keep = "end"
        min_size = 5
        parent = 90
        stable = true
        [defaults.options.csv]
        header = "labels"
        [defaults.metadata]
        project = "x"
    """)
    found = config.settings_for("a")
    assert found == FileSettings(
        format="csv",
        size=50,
        overlap=10,
        overlap_at="sentence",
        measure="words",
        ladder=("row", "\n\n", Regex(r"\d+", keep="drop"), ""),
        context=False,
        keep_separator="end",
        min_size=5,
        parent=90,
        stable=True,
        options={"csv": {"header": "labels"}},
        metadata={"project": "x"},
    )
    assert pickle.loads(pickle.dumps(found)) == found
    assert found.splitter().size == 50
    assert {key.name for key in SETTINGS} == {d.key for d in config.decisions("a")} - {"skip"}


@pytest.mark.usefixtures("here")
def test_options_and_metadata_are_merged_by_their_own_keys() -> None:
    config = load("""
        [defaults.options.markdown]
        tables = "whole"
        [defaults.metadata]
        project = "x"
        team = "y"
        [[rule]]
        match = "*.md"
        format = "markdown"
        [rule.options]
        html = "drop"
        [rule.metadata]
        team = "z"
        [[rule]]
        match = "a.md"
        [rule.options.markdown]
        fences = "lines"
    """)
    found = config.settings_for("a.md")
    assert found.options == {"markdown": {"tables": "whole", "html": "drop", "fences": "lines"}}
    assert found.metadata == {"project": "x", "team": "z"}


@pytest.mark.usefixtures("here")
def test_a_later_rule_takes_back_what_an_earlier_one_skips() -> None:
    config = load("""
        [[rule]]
        match = "*.log"
        skip = true
        [[rule]]
        match = "keep.log"
        skip = false
    """)
    assert config.skips("a.log")
    assert not config.skips("b/keep.log")
    assert not config.skips("a.txt")


@pytest.mark.usefixtures("here")
def test_decisions_name_who_decided() -> None:
    config = load("""
        [defaults]
        size = 500
        [[rule]]
        match = "*.md"
        overlap = 9
        keep = "end"
    """)
    found = {each.key: (each.value, each.place) for each in config.decisions("a.md")}
    assert found["size"] == (500, "defaults")
    assert found["overlap"] == (9, "rule 1")
    assert found["keep"] == ("end", "rule 1")
    assert found["skip"] == (False, "the default")


@pytest.mark.usefixtures("here")
def test_plugins_are_chosen() -> None:
    config = load("""
        [plugins]
        disable = ["csv"]
        prefer = {markdown = "chunkladder"}
    """)
    assert config.plugins == Choice(("csv",), (("markdown", "chunkladder"),))
    settings = config.settings_for("a.csv")
    chunks = settings.splitter().split("a,b\n1,2\n", source="a.csv")
    assert chunks[0].format == "text"
    assert pickle.loads(pickle.dumps(settings)) == settings


def test_a_tokenizers_file_is_found_from_the_configuration(here: Path) -> None:
    from tokenizers import Tokenizer, models

    (here / "sub").mkdir()
    Tokenizer(models.WordLevel({"x": 0}, unk_token="x")).save(str(here / "sub" / "words.json"))
    config = load('[defaults]\nmeasure = "tokenizers:words.json"', "sub/chunkladder.toml")
    assert (
        config.settings_for("a").splitter().measure.startswith(f"tokenizers:{here}/sub/words.json")
    )


# Where it is found


def test_the_nearest_configuration_is_found_upward(here: Path) -> None:
    (here / "a" / "b").mkdir(parents=True)
    (here / "pyproject.toml").write_text("[tool.chunkladder.defaults]\nsize = 5")
    (here / "a" / "pyproject.toml").write_text("[project]\nname = 'x'")
    assert find_config(here / "a" / "b") == here / "pyproject.toml"
    (here / "chunkladder.toml").write_text("")
    assert find_config(here / "a" / "b") == here / "chunkladder.toml"
    (here / "a" / "chunkladder.toml").write_text("")
    assert find_config(here / "a" / "b") == here / "a" / "chunkladder.toml"


def test_a_table_of_pyproject_is_a_configuration(here: Path) -> None:
    config = load("[tool.chunkladder.defaults]\nsize = 5", "pyproject.toml")
    assert config.settings_for("x").size == 5
    assert config.folder == here
    with pytest.raises(ConfigError, match=r"^pyproject.toml: defaults, sise: .* \(line 3\)$"):
        load("[project]\n[tool.chunkladder]\ndefaults.sise = 5", "pyproject.toml")
    with pytest.raises(ConfigError, match=r"^pyproject.toml: tool.chunkladder: expected a table"):
        load("[project]", "pyproject.toml")


# What is wrong

UNKNOWN = "expected one of the keys"
WRONG = {
    "sise = 1": ("sise: " + UNKNOWN + " defaults, rule, plugins, format", 1),
    "[default]": ('default: expected one of the keys defaults, rule, plugins, format, got "default"'
                  '; did you mean "defaults"?', 1),
    "[defaults]\n\nsise = 1": ("defaults, sise: " + UNKNOWN, 3),
    "[defaults]\nchunk_size = 1": ('got "chunk_size"; did you mean "size"?', 2),
    '[defaults]\nmatch = "a"': ("defaults, match: " + UNKNOWN, 2),
    '[[rule]]\nmatch = "a"\n[[rule]]\nmatch = "b"\nsize = "large"': (
        'rule 2, size: expected a whole number above 0, got "large"', 5),
    "[[rule]]\nsize = 5": (
        "rule 1, match: expected a glob, or a list of at least one, got nothing", 1),
    "[[rule]]\nmatch = []": ("rule 1, match: expected a glob", 2),
    "[[rule]]\nmatch = ['a', '!']": ('globs as in .gitignore, of which "!" is none', 2),
    "[[rule]]\nmatch = 'a\\'": (r'expected globs as in .gitignore, of which "a\\" is none', 2),
    "[[rule]]\nmatch = '#a'": (r'"#a" is none; a # that begins a name is \#, got "#a"', 2),
    "[[rule]]\nmatch = ' '": ('expected globs as in .gitignore, of which " " is none', 2),
    "[[rule]]\nmatch = '/'": ('expected globs as in .gitignore, of which "/" is none', 2),
    "[rule]\nmatch = 'a'": ("rule: expected tables written as [[rule]]", 1),
    "rule = [1]": ("rule: expected a table, got 1", 1),
    "defaults = 1": ("defaults: expected a table, got 1", 1),
    "[defaults]\nkeep_separator = 'end'": ('got "keep_separator"; did you mean "keep"?', 2),
    "[defaults.metadata]\na = [{b = nan}]": ("metadata: expected facts that JSON can write", 1),
    "[defaults.metadata]\na = -inf": ("metadata: expected facts that JSON can write", 1),
    "\n[tool.chunkladder.defaults]\nsize = 5": (
        'got "tool"; tables are written as [tool.chunkladder.defaults] in pyproject.toml only', 2),
    "[[rule]]\nmatch = 'a'\nformat = 'csv'\n[rule.options.csv]\nheader = 'row'": (
        'got "csv"; the format stands beside them, so its options need no table of its name', 4),
    "[defaults]\nsize = true": ("defaults, size: expected a whole number above 0, got true", 2),
    "[defaults]\noverlap = 1.5": ("overlap: expected a whole number from 0 up, or a share", 2),
    "[defaults]\noverlap = 1000": ("defaults, overlap: expected a whole number from 0 to 999", 2),
    "[defaults]\nladder = 'x'": ("defaults, ladder: expected a list of at least one rung", 2),
    "[defaults]\nladder = [{pattern = '('}]": ("expected a regular expression (", 2),
    "[defaults]\nladder = [{pattrn = 'a'}]": ("defaults, ladder: expected a list of at least", 2),
    "[defaults]\nladder = ['sentense']": ('did you mean "sentence"?', 2),
    "[defaults]\nkeep = 'both'": ('keep: expected "start", "end" or "drop", got "both"', 2),
    "[defaults]\nmeasure = 'meters'": ("defaults, measure: expected", 2),
    "[defaults]\nparent = 0": ("defaults, parent: expected a whole number above 0, or a rung", 2),
    "[defaults]\nspecial_tokens = 'x'": ("special_tokens: expected a whole number from 0 up", 2),
    "[defaults]\nformat = 'mardown'": ('defaults, format: expected one of', 2),
    "[defaults]\nformat = 'markdwn'": ('got "markdwn"; did you mean "markdown"?', 2),
    "[defaults.options]\ncsv = 1": ("defaults, options: expected a table of options for each", 1),
    "[defaults.options.cvs]\na = 1": ('defaults, options.cvs: expected one of', 1),
    "[defaults.options.csv]\n\nheadr = 'row'": (
        'defaults, options.csv.headr: expected one of the options delimiter', 3),
    "[[rule]]\nmatch = 'a'\nformat = 'csv'\n[rule.options]\nheader = 5": (
        'rule 1, options.header: expected one of "row", "labels", "none", got 5', 5),
    "[[rule]]\nmatch = 'a'\n[rule.options]\nheader = 'row'": (
        "rule 1, options: expected a table of options for each format, since no format", 3),
    "[plugins]\ndisabel = []": ('plugins, disabel: expected one of the keys disable, prefer', 2),
    "[plugins]\ndisable = 'x'": ("plugins, disable: expected a list of plugins' names", 2),
    "[plugins]\n[plugins.prefer]\ncsv = 'chunklader'": (
        'plugins, prefer.csv: expected a distribution that brings it (chunkladder), got '
        '"chunklader"; did you mean "chunkladder"?', 3),
    "[plugins]\nprefer = {nonsense = 'x'}": ("and none that is installed does", 2),
    "[format.minutes]\nsuffixes = ['.min']": ("format.minutes.ladder: expected a list of rungs", 1),
    "[format.minutes]\nladder = ['line']\natom = []": (
        "format.minutes.atom: expected one of the keys ladder, ",
        3,
    ),
    "[format.minutes]\nladder = [\n  'line',\n  { name = 'a' },\n]": (
        "format.minutes.ladder[1].name: expected three or more small letters",
        2,
    ),
    "[format.text]\nladder = ['line']": ("format.text: expected a name of its own", 1),
    "format = 5": ("format: expected tables written as [format.NAME]", 1),
}  # fmt: skip


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize("text", WRONG)
def test_an_error_says_where_and_what(text: str) -> None:
    told, line = WRONG[text]
    with pytest.raises(ConfigError) as caught:
        load(text).check()
    assert str(caught.value).startswith("chunkladder.toml: ")
    assert told in str(caught.value)
    assert str(caught.value).endswith(f" (line {line})")
    assert caught.value.file == "chunkladder.toml"
    assert caught.value.line == line


@pytest.mark.usefixtures("here")
def test_rules_that_do_not_go_together_are_told_where_they_meet() -> None:
    config = load("""\
        [[rule]]
        match = "*.md"
        size = 50
        [[rule]]
        match = "a*"
        overlap = 80
    """)
    assert config.settings_for("b.md").size == 50
    with pytest.raises(ConfigError, match=r"rule 2, overlap: .*below the size.*\(line 6\)"):
        config.settings_for("a.md")


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize("data", [b"a = ", b"a = 1\na = 2", b"\xff"])
def test_what_is_no_toml_is_told(data: bytes) -> None:
    Path("chunkladder.toml").write_bytes(data)
    with pytest.raises(ConfigError, match=r"^chunkladder.toml: syntax: expected valid TOML, got"):
        load_config("chunkladder.toml")


def test_keys_have_names_of_their_own() -> None:
    for keys in (SETTINGS, RULE, PLUGINS):
        assert len({key.name for key in keys}) == len(keys)
