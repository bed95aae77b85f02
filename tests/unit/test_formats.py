"""Formats: options from plain values, the contract of an outline, detection."""

from __future__ import annotations

import time
from array import array
from collections.abc import Mapping  # noqa: TC003
from dataclasses import dataclass, field, replace
from itertools import pairwise, permutations
from typing import TYPE_CHECKING, Any, Literal

import pytest

from chunkladder.errors import ConfigError, OptionError, PluginContractError
from chunkladder.formats import HEAD, Detection, check_outline, detect, make_options
from chunkladder.model import Document, Edit, Outline, Region, Scope, Span
from chunkladder.plaintext import TextFormat
from chunkladder.rungs import Ladder, Offsets, Regex, Separator

if TYPE_CHECKING:
    from collections.abc import Sequence

    from chunkladder.formats import Format


@dataclass(frozen=True, slots=True)
class DemoOptions:
    """One option of each type that a configuration can hold."""

    delimiter: str | None = None
    header: bool = True
    rows: int = 1
    share: float = 0.5
    style: Literal["short", "long"] = "short"
    names: tuple[str, ...] = ()
    window: tuple[int, int] = (0, 1)
    any_tuple: tuple = ()  # type: ignore[type-arg]
    extra: Mapping[str, str] = field(default_factory=dict)
    anything: Any = None
    made: int = field(default=7, init=False)

    def __post_init__(self) -> None:
        if self.delimiter is not None and len(self.delimiter) != 1:
            raise ValueError("delimiter is one character")
        if self.rows < 0:
            raise OptionError("options.demo.rows", self.rows, "a whole number from 0")


class Demo(TextFormat):
    """A format whose answers a test can set."""

    options = DemoOptions  # type: ignore[assignment]

    def __init__(
        self,
        name: str = "demo",
        suffixes: Sequence[str] = (),
        media_types: Sequence[str] = (),
        score: object = 0.0,
    ) -> None:
        self.name = name
        self.suffixes = tuple(suffixes)  # type: ignore[assignment]
        self.media_types = tuple(media_types)  # type: ignore[assignment]
        self.score = score
        self.heads: list[str] = []

    def sniff(self, head: str) -> float:
        """Return the score that was set, or raise it."""
        self.heads.append(head)
        if isinstance(self.score, Exception):
            raise self.score
        return self.score  # type: ignore[return-value]


@pytest.mark.parametrize(
    ("name", "value", "made"),
    [
        ("delimiter", ";", ";"),
        ("delimiter", None, None),
        ("header", False, False),
        ("rows", 3, 3),
        ("share", 0.25, 0.25),
        ("share", 1, 1),
        ("style", "long", "long"),
        ("names", ["a", "b"], ("a", "b")),
        ("names", ("a",), ("a",)),
        ("names", [], ()),
        ("window", [2, 3], (2, 3)),
        ("any_tuple", [1, "a"], (1, "a")),
        ("extra", {"a": "b"}, {"a": "b"}),
        ("anything", object, object),
        ("anything", True, True),
    ],
)
def test_an_option_takes_values_of_its_type(name: str, value: object, made: object) -> None:
    options = make_options(Demo(), {name: value})
    assert getattr(options, name) == made
    assert type(getattr(options, name)) is type(made)


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("delimiter", 5, "a string or none"),
        ("header", 1, "true or false"),
        ("header", "yes", "true or false"),
        ("rows", True, "a whole number"),
        ("rows", 1.0, "a whole number"),
        ("rows", "1", "a whole number"),
        ("share", "0.5", "a number"),
        ("share", True, "a number"),
        ("style", "medium", 'one of "short", "long"'),
        ("style", None, 'one of "short", "long"'),
        ("names", "ab", "a list, each item a string"),
        ("names", ["a", 1], "a list, each item a string"),
        ("window", [1], "a list of a whole number, a whole number"),
        ("window", [1, "a"], "a list of a whole number, a whole number"),
        ("any_tuple", "a", "a list"),
        ("extra", [], "Mapping"),
    ],
)
def test_an_option_refuses_other_types(name: str, value: object, expected: str) -> None:
    with pytest.raises(OptionError) as caught:
        make_options(Demo(), {name: value})
    assert caught.value.key == f"options.demo.{name}"
    assert caught.value.got is value
    assert caught.value.expected == expected


def test_an_unknown_option_is_answered_with_the_nearest_and_all() -> None:
    with pytest.raises(OptionError) as caught:
        make_options(Demo(), {"delimeter": ";"})
    assert caught.value.key == "options.demo.delimeter"
    assert 'did you mean "delimiter"?' in str(caught.value)
    assert "header, rows" in str(caught.value)


def test_a_field_that_is_no_argument_is_no_option() -> None:
    with pytest.raises(OptionError):
        make_options(Demo(), {"made": 3})


def test_an_option_of_a_format_without_options_is_refused() -> None:
    with pytest.raises(OptionError, match=r"options\.text\.size: expected no option"):
        make_options(TextFormat(), {"size": 3})


def test_finished_options_are_taken_as_they_are() -> None:
    options = DemoOptions(header=False)
    assert make_options(Demo(), options) is options  # type: ignore[arg-type]


@pytest.mark.parametrize("given", [None, {}])
def test_no_options_are_the_defaults(given: dict[str, object] | None) -> None:
    assert make_options(Demo(), given) == DemoOptions()


def test_options_that_are_no_table_are_refused() -> None:
    with pytest.raises(OptionError, match="a table of options or DemoOptions") as caught:
        make_options(Demo(), ["delimiter"])  # type: ignore[arg-type]
    assert caught.value.key == "options.demo"


def test_what_the_options_class_refuses_is_an_option_error() -> None:
    with pytest.raises(OptionError, match=r"options\.demo: .*\(delimiter is one character\)"):
        make_options(Demo(), {"delimiter": ";;"})


def test_the_options_classs_own_option_error_passes_through() -> None:
    with pytest.raises(OptionError) as caught:
        make_options(Demo(), {"rows": -1})
    assert caught.value.key == "options.demo.rows"
    assert isinstance(caught.value, ConfigError)


DOCUMENT = Document("0123456789" * 10)
PLAIN = Outline(ladder=Ladder(["line"]))


def outline(**changes: Any) -> Outline:
    """Return the least outline with some attributes changed."""
    return replace(PLAIN, **changes)


def cuts(values: Any) -> Outline:
    """Return an outline with one rung of offsets."""
    return outline(ladder=Ladder([Offsets("row", values), "line"]))


def fault(given: object) -> PluginContractError:
    """Return the error that an outline causes."""
    with pytest.raises(PluginContractError) as caught:
        check_outline(given, DOCUMENT, plugin="demo", distribution="demo 1.0")  # type: ignore[arg-type]
    return caught.value


@pytest.mark.parametrize(
    "kept",
    [
        PLAIN,
        outline(ladder=Ladder(["line", Separator("|"), Regex("a+"), Offsets("row", ())])),
        cuts([0, 1, 100]),
        cuts((0, 50)),
        cuts(range(0, 101, 5)),
        cuts(array("I", [0, 7, 100])),
        cuts(array("I")),
        cuts([50]),
        outline(scopes=[Scope(0, 100, "a"), Scope(0, 50, "b"), Scope(0, 50, "c"), Scope(50, 100)]),
        outline(scopes=(Scope(10, 90, "a", head=Span(10, 15), carry=("x", ""), close=("a\nb",)),)),
        outline(scopes=[Scope(10, 20, head=Span(10, 20))]),
        outline(atoms=[Span(0, 40), Span(0, 20), Span(20, 40), Span(60, 61)]),
        outline(
            scopes=[Scope(0, 50), Scope(50, 100)], atoms=[Span(0, 100), Span(0, 5), Span(50, 60)]
        ),
        outline(whole=[Span(0, 10), Span(10, 20)]),
        outline(regions=[Region(0, 10, "python"), Region(10, 20, "not-installed")]),
        outline(
            edits=[Edit(0, 0, "a"), Edit(0, 5), Edit(5, 5, "b"), Edit(5, 6), Edit(99, 99, "c")]
        ),
        outline(trim="lines", metadata={"language": "python"}),
    ],
)
def test_an_outline_that_keeps_the_contract_passes(kept: Outline) -> None:
    check_outline(kept, DOCUMENT, plugin="demo")


@pytest.mark.parametrize(
    ("broken", "rule", "detail"),
    [
        (None, "a format returns an Outline", "got NoneType"),
        (outline(ladder=["line"]), "the ladder is a Ladder", "got list"),
        (outline(ladder=Ladder([5])), "a rung is a name or a rung object", "got int"),  # type: ignore[list-item]
        (cuts(iter([1])), "cuts are a sequence", 'rung "row": got list_iterator'),
        (cuts([1, 2.0]), "cuts are whole numbers", 'rung "row": cuts[1] is 2.0'),
        (cuts([0, True]), "cuts are whole numbers", 'rung "row": cuts[1] is True'),
        (cuts("12"), "cuts are whole numbers", "rung \"row\": cuts[0] is '1'"),
        (cuts(array("d", [1.0])), "cuts are whole numbers", 'rung "row": cuts[0] is 1.0'),
        (cuts([1, 5, 5]), "cuts strictly increase", 'rung "row": cuts[1] is 5, then 5'),
        (cuts(range(9, 3, -1)), "cuts strictly increase", 'rung "row": cuts[0] is 9, then 8'),
        (cuts([-1, 5]), "cuts lie in the document", 'rung "row": -1 is not in 0..100'),
        (cuts([5, 101]), "cuts lie in the document", 'rung "row": 101 is not in 0..100'),
    ],
)
def test_a_broken_ladder_is_named(broken: object, rule: str, detail: str) -> None:
    error = fault(broken)
    assert (error.rule, error.detail) == (rule, detail)


NESTED = "atoms and scopes with lines of their own nest or lie apart"
OUTER_FIRST = "are sorted by start, the outer one first"


@pytest.mark.parametrize(
    ("changes", "rule", "detail"),
    [
        ({"scopes": None}, "scopes are a sequence", "got NoneType"),
        ({"scopes": [(0, 1)]}, "scopes hold Scope values", "scopes[0] is (0, 1)"),
        ({"scopes": [Scope(5, 5)]}, "non-empty ranges in 0..100", "scopes[0] is [5, 5)"),
        ({"scopes": [Scope(-1, 5)]}, "scopes are", "scopes[0] is [-1, 5)"),
        ({"scopes": [Scope(0, 101)]}, "scopes are", "scopes[0] is [0, 101)"),
        ({"scopes": [Scope(0, True)]}, "scopes are", "scopes[0] is [0, True)"),
        ({"scopes": [Scope(0, "9")]}, "scopes are", "scopes[0] is [0, '9')"),  # type: ignore[arg-type]
        ({"scopes": [Scope(5, 9), Scope(0, 4)]}, OUTER_FIRST, "[0, 4) comes after [5, 9)"),
        ({"scopes": [Scope(0, 4), Scope(0, 9)]}, OUTER_FIRST, "[0, 9) comes after [0, 4)"),
        ({"scopes": [Scope(0, 5), Scope(4, 9)]}, "scopes nest", "[0, 5) and [4, 9) overlap"),
        (
            {"scopes": [Scope(0, 9), Scope(1, 3), Scope(4, 6), Scope(5, 8)]},
            "scopes nest",
            "[4, 6) and [5, 8)",
        ),
        ({"scopes": [Scope(0, 5, 7)]}, "a label is a string", "scopes[0].label is 7"),  # type: ignore[arg-type]
        ({"scopes": [Scope(5, 9, head=Span(4, 6))]}, "a head is a Span inside", "[5, 9), its head"),
        ({"scopes": [Scope(5, 9, head=Span(8, 10))]}, "a head is a Span inside", "end=10"),
        ({"scopes": [Scope(5, 9, head=(5, 6))]}, "a head is a Span inside", "(5, 6)"),  # type: ignore[arg-type]
        ({"scopes": [Scope(0, 5, carry=["a"])]}, "carry is a tuple", "[0, 5) has ['a']"),  # type: ignore[arg-type]
        ({"scopes": [Scope(0, 5, carry=("a\n",))]}, "carry is a tuple", r"has ('a\n',)"),
        ({"scopes": [Scope(0, 5, brief=["a"])]}, "brief is a tuple", "is ['a']"),  # type: ignore[arg-type]
        ({"scopes": [Scope(0, 5, brief=(("a\n",),))]}, "brief[0] is a tuple", r"has ('a\n',)"),
        ({"scopes": [Scope(0, 5, carry=(1,))]}, "carry is a tuple", "has (1,)"),  # type: ignore[arg-type]
        ({"scopes": [Scope(0, 5, close=("a\r",))]}, "close is a tuple", r"has ('a\r',)"),
        ({"atoms": [(0, 1)]}, "atoms hold Span values", "atoms[0] is (0, 1)"),
        ({"atoms": [Span(5, 5)]}, "atoms are non-empty ranges", "atoms[0] is [5, 5)"),
        ({"atoms": [Span(5, 9), Span(0, 4)]}, OUTER_FIRST, "[0, 4) comes after [5, 9)"),
        ({"atoms": [Span(0, 5), Span(4, 9)]}, "atoms nest", "[0, 5) and [4, 9) overlap"),
        (
            {"scopes": [Scope(0, 5, carry=("a",))], "atoms": [Span(4, 9)]},
            NESTED,
            "[0, 5) and [4, 9)",
        ),
        (
            {"scopes": [Scope(4, 9, close=("a",))], "atoms": [Span(0, 5)]},
            NESTED,
            "[0, 5) and [4, 9)",
        ),
        ({"whole": [Span(0, 5), Span(4, 9)]}, "whole are sorted and lie apart", "[0, 5), then [4"),
        ({"whole": [Span(0, 5), Span(1, 2)]}, "whole are sorted and lie apart", "[0, 5), then [1"),
        ({"whole": [Span(5, 5)]}, "whole are non-empty", "whole[0] is [5, 5)"),
        ({"regions": [Region(5, 9, "a"), Region(0, 4, "a")]}, "regions are sorted", "[5, 9), then"),
        ({"regions": [Region(5, 9, None)]}, "a region names its format", "regions[0].format"),  # type: ignore[arg-type]
        ({"edits": [Edit(6, 5)]}, "edits are ranges in 0..100", "edits[0] is [6, 5)"),
        ({"edits": [Edit(0, 5), Edit(4, 9)]}, "edits are sorted", "[0, 5), then [4, 9)"),
        ({"edits": [Edit(0, 5), Edit(3, 3, "a")]}, "edits are sorted", "[0, 5), then [3, 3)"),
        ({"edits": [Edit(0, 5), Edit(0, 0, "a")]}, "edits are sorted", "[0, 5), then [0, 0)"),
        ({"edits": [Edit(3, 3, "a"), Edit(3, 3, "b")]}, "one insertion at an offset", "at 3"),
        (
            {"edits": [Edit(100, 100, "a")]},
            "an insertion stands in front of",
            "behind the one at 100",
        ),
        ({"edits": [Edit(90, 90, "a"), Edit(90, 100)]}, "an insertion stands", "the one at 90"),
        ({"edits": [Edit(3, 3, b"a")]}, "an edit's text is a string", "edits[0].text is b'a'"),  # type: ignore[arg-type]
        ({"edits": iter([Edit(0, 1)])}, "edits are a sequence", "got list_iterator"),
        ({"trim": "none"}, 'trim is "space" or "lines"', "got 'none'"),
        ({"trim": ["space"]}, 'trim is "space" or "lines"', "got ['space']"),
        ({"metadata": None}, "metadata is a mapping", "got NoneType"),
    ],
)
def test_a_broken_rule_is_named_with_its_offsets(
    changes: dict[str, object], rule: str, detail: str
) -> None:
    error = fault(outline(**changes))
    assert rule in error.rule
    assert detail in error.detail


def test_a_broken_contract_names_the_plugin_and_its_distribution() -> None:
    error = fault(None)
    assert (error.plugin, error.distribution) == ("demo", "demo 1.0")
    assert str(error).startswith("plugin demo (demo 1.0): broke the outline contract: ")


def test_an_empty_document_has_one_place_to_cut() -> None:
    check_outline(cuts([0]), Document(""), plugin="demo")
    with pytest.raises(PluginContractError, match=r"1 is not in 0\.\.0"):
        check_outline(cuts([1]), Document(""), plugin="demo")


def test_deep_nesting_is_accepted() -> None:
    depth = 20_000
    scopes = [Scope(at, 2 * depth - at) for at in range(depth)]
    atoms = [Span(at, 2 * depth - at) for at in range(depth)]
    document = Document("x" * 2 * depth)
    check_outline(outline(scopes=scopes, atoms=atoms), document, plugin="demo")


@pytest.mark.parametrize("kind", [list, tuple, lambda values: array("Q", values)])
def test_a_million_cuts_are_checked_at_the_speed_of_c(kind: Any) -> None:
    many = cuts(kind(range(1, 1_000_001)))
    document = Document("x" * 1_000_000)
    best = min(_seconds(many, document) for _ in range(3))
    begin = time.process_time()
    for one, other in pairwise(many.ladder.rungs[0].cuts):
        assert one < other
    assert best < (time.process_time() - begin) * 2


def _seconds(given: Outline, document: Document) -> float:
    begin = time.process_time()
    check_outline(given, document, plugin="demo")
    return time.process_time() - begin


def found(formats: Sequence[Format], head: str = "", **known: str) -> tuple[str, str]:
    """Detect with the formats in every order; return the one answer."""
    answers = {detect(order, head, **known) for order in permutations(formats)}
    assert len(answers) == 1
    answer = answers.pop()
    return answer.format, answer.evidence


MARKDOWN = Demo("markdown", [".md", ".markdown"], ["text/markdown"], 0.3)
CSV = Demo("csv", [".csv"], ["text/csv"], 0.6)
TEXT = TextFormat()


@pytest.mark.parametrize(
    "source", ["a.md", "A.MD", "dir.csv/a.md", r"C:\dir.csv\a.md", "https://x.example/a.md"]
)
def test_a_suffix_settles_it(source: str) -> None:
    assert found([MARKDOWN, CSV, TEXT], source=source) == ("markdown", 'suffix ".md"')


def test_a_suffix_counts_more_than_the_content() -> None:
    assert found([CSV, TEXT], source="a.txt") == ("text", 'suffix ".txt"')


def test_a_name_that_only_says_text_leaves_the_choice_to_content_that_convinces() -> None:
    legal = Demo("legal", [], [], 0.7)
    assert found([legal, TEXT], source="a.txt") == ("legal", "content (score 0.70)")
    assert found([legal, TEXT], media_type="text/plain") == ("legal", "content (score 0.70)")
    doubtful = Demo("doubtful", [], [], 0.69)
    assert found([doubtful, TEXT], source="a.txt") == ("text", 'suffix ".txt"')


def test_the_longest_suffix_wins() -> None:
    formats = [Demo("zip", [".gz"]), Demo("tar", [".tar.gz"])]
    assert found(formats, source="a.tar.gz") == ("tar", 'suffix ".tar.gz"')
    assert found(formats, source="a.gz") == ("zip", 'suffix ".gz"')


def test_a_whole_file_name_counts_as_longest() -> None:
    formats = [Demo("docker", ["dockerfile"]), Demo("x", [".dockerfile"])]
    assert found(formats, source="ci/Dockerfile") == ("docker", 'name "dockerfile"')
    assert found(formats, source="a.dockerfile") == ("x", 'suffix ".dockerfile"')
    assert found([Demo("x", [".x"])], source="a/.x") == ("x", 'name ".x"')
    assert found(formats, source="mydockerfile") == ("text", "nothing else fits")


@pytest.mark.parametrize("source", ["csv", "a.csv.bak", "a.csv/", ""])
def test_a_suffix_is_the_end_of_the_name(source: str) -> None:
    assert found([MARKDOWN, TEXT], source=source) == ("text", "nothing else fits")


@pytest.mark.parametrize("media_type", ["text/csv", "Text/CSV", "text/csv; charset=utf-8"])
def test_a_media_type_settles_it(media_type: str) -> None:
    assert found([MARKDOWN, CSV, TEXT], media_type=media_type) == ("csv", 'media type "text/csv"')


def test_suffix_and_media_type_that_agree_are_both_evidence() -> None:
    answer = found([MARKDOWN, CSV], source="a.csv", media_type="text/csv")
    assert answer == ("csv", 'suffix ".csv", media type "text/csv"')


def test_of_several_candidates_the_content_decides() -> None:
    formats = [Demo("c", [".h"], score=0.2), Demo("cpp", [".h"], score=0.4), CSV]
    assert found(formats, source="a.h") == ("cpp", 'suffix ".h", content (score 0.40)')


def test_of_equal_candidates_the_first_by_name_wins() -> None:
    formats = [Demo("b", [".h"]), Demo("a", [".h"]), Demo("c", [".h"])]
    assert found(formats, source="x.h")[0] == "a"


def test_plain_text_gives_way_to_an_equal_candidate() -> None:
    yaml = Demo("yaml", [".yaml"])
    answer = found([yaml, TEXT], source="a.yaml", media_type="text/plain")
    assert answer[0] == "yaml"


def test_without_a_name_the_content_decides() -> None:
    assert found([MARKDOWN, CSV, TEXT], "a,b") == ("csv", "content (score 0.60)")


def test_of_equal_contents_the_first_by_name_wins() -> None:
    assert found([Demo("b", score=0.5), Demo("a", score=0.5), TEXT])[0] == "a"


def test_an_unsure_content_is_plain_text() -> None:
    assert found([Demo(score=0.49), TEXT]) == ("text", "nothing else fits")


def test_without_formats_it_is_plain_text() -> None:
    assert detect([], "text") == Detection("text", "nothing else fits")


@pytest.mark.parametrize(
    "score",
    [RuntimeError("no"), None, "1.0", float("nan"), float("inf"), 1.01, -0.1, -1, 2, [1.0]],
)
def test_a_sniff_that_fails_or_talks_nonsense_counts_nothing(score: object) -> None:
    assert found([Demo("bad", score=score), MARKDOWN, TEXT]) == ("text", "nothing else fits")
    assert (
        found([Demo("bad", [".x"], score=score), Demo("good", [".x"], score=0.1)], source="a.x")[0]
        == "good"
    )


def test_a_format_sees_the_head_alone() -> None:
    curious = Demo()
    detect([curious], "x" * (HEAD + 1))
    assert list(map(len, curious.heads)) == [8192]
