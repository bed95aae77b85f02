"""What comes of code in chunks: functions, signatures, long strings, options, metadata."""

from __future__ import annotations

import pytest

from chunkladder import Chunk, OptionError, Splitter

LONG_CLASS = '''"""Doc."""


class Config(Base):
    """Settings."""

    # How to load.
    @cached
    def load(
        self, path
    ):
        # first
        text = read(path)
        one = parse(text, strict=True)

        two = merge(one, defaults, path)
        three = check(two, schema, path)
        for key in three:
            print(key, three[key], path)
        return three

    def save(self):
        write(self)
'''


def split(text: str, name: str = "python", **settings: object) -> list[Chunk]:
    return Splitter(format=name, **settings).split(text)


def test_a_function_that_fits_is_in_one_chunk_with_comment_and_decorator() -> None:
    chunks = split(LONG_CLASS, size=400)
    holding = [chunk for chunk in chunks if "def load" in chunk.text]
    assert len(holding) == 1
    assert "    # How to load.\n    @cached\n    def load(" in holding[0].text
    assert holding[0].text.endswith("return three")


def test_parts_of_a_function_repeat_signatures_and_path() -> None:
    long = LONG_CLASS.replace(
        "    one = parse", "    zero = 0  # " + "z" * 200 + "\n        one = parse"
    )
    part = next(chunk for chunk in split(long, size=300) if "return three" in chunk.text)
    assert part.path == ("class Config", "load")
    assert part.carried == ("class Config(Base):", "    def load(", "        self, path", "    ):")


def test_signatures_may_be_left_out() -> None:
    chunks = split(LONG_CLASS, size=200, options={"python": {"signatures": False}})
    assert not any(chunk.carried for chunk in chunks)


def test_functions_may_be_kept_whole_whatever_it_costs() -> None:
    chunks = split(LONG_CLASS, size=100, options={"python": {"functions": "whole"}})
    load = next(chunk for chunk in chunks if "def load" in chunk.text)
    assert "return three" in load.text
    assert load.oversized


def test_an_option_that_does_not_exist_is_an_error() -> None:
    with pytest.raises(OptionError):
        split("", options={"python": {"functions": "never"}})


def test_small_neighbors_are_packed() -> None:
    text = "import a\nimport b\n\nX = 1\n\n\ndef f(): pass\n\n\ndef g(): pass\n"
    assert len(split(text, size=100)) == 1


def test_indentation_is_kept() -> None:
    for chunk in split(LONG_CLASS, size=120):
        line = LONG_CLASS.rfind("\n", 0, chunk.start) + 1
        assert LONG_CLASS[line : chunk.start].strip() or line == chunk.start


def test_metadata_tells_language_symbols_and_kind() -> None:
    chunk = split("class A:\n    def f(self): pass\n\ndef g(): pass\n", size=200)[0]
    assert chunk.metadata["language"] == "python"
    assert chunk.metadata["symbols"] == ["A", "f", "g"]
    assert chunk.metadata["kind"] == "class"


def test_a_chunk_without_definitions_has_no_symbols() -> None:
    assert "symbols" not in split("x = 1\n")[0].metadata


def test_a_long_string_is_cut_not_lost() -> None:
    text = 'x = "' + "word " * 2_000 + '"\n'
    chunks = split(text, size=500)
    assert all(chunk.size <= 500 for chunk in chunks)
    assert "".join(chunk.text for chunk in chunks).count("word") == 2_000


def test_def_in_a_string_is_no_definition() -> None:
    text = 'x = """\ndef f():\n    pass\n"""\n\n\ndef g(): pass\n'
    assert split(text, size=500)[0].metadata["symbols"] == ["g"]


@pytest.mark.parametrize("name", ["python", "javascript", "c", "yaml", "elixir"])
@pytest.mark.parametrize("bracket", ["(", "[", "{", "[({"])
def test_deep_nesting_neither_crashes_nor_crawls(name: str, bracket: str) -> None:
    # Crawling is what the time limit of a test is for.
    chunks = split("x = " + bracket * 10_000, name, size=500)
    assert sum(len(chunk.text) for chunk in chunks) >= 10_000


def test_a_syntax_error_loses_nothing() -> None:
    text = LONG_CLASS[:200] + "\ndef (((\n" + LONG_CLASS[200:]
    parts = "".join(chunk.text for chunk in split(text, size=90))
    assert "".join(parts.split()) == "".join(text.split())


def test_a_lone_cr_ends_a_line() -> None:
    text = "def f():\r    pass\r\rdef g():\r    pass\r"
    assert [chunk.text for chunk in split(text, size=20)] == [
        "def f():\r    pass",
        "def g():\r    pass",
    ]


def test_offsets_are_code_points() -> None:
    text = "# äöü 中文 👍🏽\ndef f(): return 'é'\n\n\ndef g(): return '中'\n" * 40
    chunks = split(text, size=45)
    assert all(chunk.text == text[chunk.start : chunk.end] for chunk in chunks)
    assert sum(chunk.text.startswith("def g()") for chunk in chunks) == 40


def test_overloads_stay_with_their_definition() -> None:
    text = "function f(a: string): void;\nfunction f(a: number): void;\nfunction f(a: any) {}\n"
    assert len(split(text * 2, "typescript", size=90)) == 2


def test_a_class_that_is_too_long_is_halved_not_filled_up() -> None:
    methods = [f"    def method_{at}(self):\n        return {at}{'0' * 70}\n" for at in range(10)]
    chunks = split("class A:\n" + "\n".join(methods), size=1_000)
    sizes = [len(chunk.text) for chunk in chunks]
    assert len(sizes) == 2
    assert max(sizes) < 1.3 * min(sizes)


def test_a_part_that_begins_with_the_signature_does_not_carry_it() -> None:
    comment = "# a comment that goes on and on and on\n" * 14
    text = f"import a\n\n{comment}def f(a, b):\n" + "    x = a + b\n" * 42
    for chunk in Splitter(700, format="python").split(text):
        assert chunk.embed_text.count("def f(a, b):") <= 1


@pytest.mark.parametrize(
    ("name", "text", "kind", "symbols"),
    [
        ("toml", "[a.b]\nx = 1\n", "table", ["a.b"]),
        ("yaml", f"on call:\n  b: {'1' * 400}\n", "key", ["on call"]),
        ("yaml", f"class x:\n  b: {'1' * 400}\n", "key", ["class x"]),
        ("css", "a, b {\n  c: d\n}\n", "rule", ["a, b"]),
        ("css", "@media print {\n  a { c: d }\n}\n", "at-rule", ["@media print"]),
        ("scss", "@mixin a($b) {\n  c: d\n}\n", "mixin", ["a"]),
        ("ini", "[a b]\nx = 1\n", "section", ["a b"]),
        ("make", "all: b\n\techo\n", "rule", ["all: b"]),
        ("make", "define X\nfoo\nendef\n", "define", ["X"]),
        ("terraform", 'resource "a" "b" {\n  x = 1\n}\n', "block", ['resource "a" "b"']),
        ("hcl", 'job "a" {\n  x = 1\n}\n', "block", ['job "a"']),
        ("rust", "impl<T> A for S<T> {\n  fn f() {}\n}\n", "impl", ["A for S<T>", "f"]),
        ("rust", "unsafe impl S {\n}\n", "impl", ["S"]),
        ("kotlin", "class C {\n  companion object { }\n}\n", "class", ["C", "companion object"]),
        ("ruby", "class << self\n  def a; end\nend\n", "class", ["<< self", "a"]),
        ("swift", "protocol P {\n}\n", "protocol", ["P"]),
        ("elixir", "defmodule A.B do\n  def f(x), do: x\nend\n", "defmodule", ["A.B", "f"]),
        ("go", "package a\n\nfunc (s *S) F() {}\n", "function", ["S.F"]),
    ],
)
def test_the_kind_is_what_the_table_says(
    name: str, text: str, kind: str, symbols: list[str]
) -> None:
    metadata = split(text, name)[0].metadata
    assert (metadata.get("kind"), metadata.get("symbols")) == (kind, symbols)


@pytest.mark.parametrize(
    ("name", "text", "head"),
    [
        ("typescript", "@C({\n  selector: 'x',\n})\nexport class Foo {¦}", "export class Foo {"),
        ("typescript", "@C({\n  a: 1,\n})\nclass Foo {¦}", "class Foo {"),
        ("java", "@X(\n x = 1,\n y = 2)\npublic class C {¦}", "public class C {"),
        ("java", "@X(\n x = 1) @Y\n// c\n@Z public class C {¦}", "public class C {"),
        ("csharp", "[A(\n  1,\n 2)]\nclass C {¦}", "class C {"),
        ("kotlin", "@A(\n 1\n)\nclass C {¦}", "class C {"),
        ("swift", "@available(\n iOS 1, *\n)\npublic class S {¦}", "public class S {"),
        ("scala", "@x(\n1\n)\nclass C {¦}", "class C {"),
        ("php", "<?php\n#[A(\n1\n)]\nclass C {¦}", "class C {"),
        ("dart", "@X(\n1\n)\nclass C {¦}", "class C {"),
        ("cpp", "[[x(\n1\n)]]\nvoid f() {¦}", "void f() {"),
        ("c", "__attribute__((x(\n1\n)))\nvoid f() {¦}", "void f() {"),
        ("rust", "#[x(\n1\n)]\nstruct S {¦}", "struct S {"),
        ("python", "@x(\n1\n)\nclass C:\n¦", "class C:"),
        ("java", "@X public class C {¦}", "@X public class C {"),
    ],
)
def test_parts_carry_the_head_of_a_definition_not_its_decorators(
    name: str, text: str, head: str
) -> None:
    indent = "    " if name == "python" else "  "
    filling = "".join(f"\n{indent}int x{at};" for at in range(60)) + "\n"
    last = split(text.replace("¦", filling), name, size=300)[-1]
    assert last.carried == (head,)


def test_a_method_behind_a_long_annotation_keeps_its_indent() -> None:
    body = "    f();\n" * 60
    text = f"class A {{\n  @X(\n    x = 1\n  )\n  public void m() {{\n{body}  }}\n}}\n"
    assert split(text, "java", size=300)[-1].carried == ("class A {", "  public void m() {")


@pytest.mark.parametrize(
    ("name", "text", "label"),
    [
        ("kotlin", "data class D(val a: Int)", "class D"),
        ("kotlin", "class S", "class S"),
        ("kotlin", "object O", "object O"),
        ("scala", "case class D(a: Int)", "class D"),
        ("scala", "case object O", "object O"),
        ("csharp", "class P(int a) : B(a);", "class P"),
        ("csharp", "struct P(int a);", "struct P"),
        ("csharp", "record R(int a);", "record R"),
        ("ruby", "class B::C; end", "class B::C"),
        ("rust", "struct S;", "struct S"),
        ("rust", "struct S(u8);", "struct S"),
        ("php", "<?php\nclass A {}", "class A"),
        ("swift", "class A {}", "class A"),
        ("c", "struct S;", None),
        ("c", "struct S f(void);", None),
        ("cpp", "class C;", None),
        ("cpp", "enum class E : int;", None),
        ("cpp", "template <class T> class C;", None),
        ("c", "typedef struct S S;", None),
        ("php", "<?php\nnamespace A;", None),
        ("perl", "package Foo;", None),
    ],
)
def test_a_definition_needs_no_body_but_a_mere_name_is_none(
    name: str, text: str, label: str | None
) -> None:
    symbols = split(f"{text}\n", name)[0].metadata.get("symbols")
    assert symbols == (label and [label.partition(" ")[2]])


@pytest.mark.parametrize(
    ("name", "head", "line", "end"),
    [
        ("kotlin", "data class D(", "val a{}: Int,", ") : B"),
        ("scala", "case class D(", "a{}: Int,", "b: Int)"),
        ("csharp", "record R(", "int a{},", "int b);"),
    ],
)
def test_a_long_definition_without_a_body_is_cut_in_its_parameters(
    name: str, head: str, line: str, end: str
) -> None:
    lines = "\n".join("    " + line.format(at) for at in range(60))
    chunks = split(f"{head}\n{lines}\n{end}\n", name, size=300)
    assert all(chunk.carried == (head,) for chunk in chunks[1:])
    assert "line" not in {chunk.rung for chunk in chunks}


def test_a_type_of_a_list_has_a_path_and_a_signature_of_its_own() -> None:
    fields = "".join(f"\t\tx{at} int\n" for at in range(60))
    types = "".join(f"\t// {name} doc\n\t{name} struct {{\n{fields}\t}}\n" for name in "AB")
    chunks = split(f"package a\n\ntype (\n{types})\n", "go", size=300)
    paths = [chunk.path for chunk in chunks if "x59" in chunk.text]
    assert paths == [("type A",), ("type B",)]
    assert chunks[-1].carried == ("\tB struct {",)
    assert [chunk.metadata["symbols"] for chunk in chunks if "doc" in chunk.text] == [["A"], ["B"]]


@pytest.mark.parametrize(
    "opens", ["type T struct {", "type T interface {", "type T[K any] struct {"]
)
def test_the_signature_of_a_type_goes_to_its_bracket(opens: str) -> None:
    lines = "".join(f"\tF{at}() // c\n" for at in range(60))
    assert split(f"package a\n\n{opens}\n{lines}}}\n", "go", size=300)[-1].carried == (opens,)


@pytest.mark.parametrize(
    ("name", "text", "label"),
    [
        ("swift", "struct S { }", "struct S"),
        ("swift", "public enum E { case a }", "enum E"),
        ("swift", "indirect enum E { case a }", "enum E"),
        ("swift", "extension A.B: C { }", "extension A.B"),
        ("swift", "@x actor A { }", "actor A"),
        ("swift", "final class C { }", "class C"),
        ("swift", "protocol P { }", "protocol P"),
        ("kotlin", "interface I", "interface I"),
        ("kotlin", "sealed interface I { }", "interface I"),
        ("kotlin", "fun interface I { }", "interface I"),
        ("kotlin", "internal enum class E { A }", "enum E"),
        ("kotlin", "annotation class A", "class A"),
    ],
)
def test_a_keyword_tells_the_kind_where_a_node_type_does_not(
    name: str, text: str, label: str
) -> None:
    chunk = split(f"{text}\n", name)[0]
    kind, _, symbol = label.partition(" ")
    assert (chunk.metadata["kind"], chunk.metadata["symbols"]) == (kind, [symbol])


def test_a_comment_before_a_table_goes_with_it() -> None:
    text = "[a]\nx = 1\n# of a\n\n# of b\n# too\n[b]\ny = 1\n"
    assert [chunk.text for chunk in split(text, "toml", size=28)] == [
        "[a]\nx = 1\n# of a",
        "# of b\n# too\n[b]\ny = 1",
    ]


def test_a_function_of_dart_has_a_signature_and_statements() -> None:
    lines = "".join(f"  print({at}, 'a line');\n" for at in range(40))
    chunks = split(f"import 'a';\n\nint f(int a) async {{\n{lines}}}\n", "dart", size=300)
    assert chunks[-1].path == ("f",)
    assert chunks[-1].carried == ("int f(int a) async {",)
    assert "line" not in {chunk.rung for chunk in chunks}
