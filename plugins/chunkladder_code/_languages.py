"""The languages, as data: how a text of one is known, and what in its tree is a definition.

A row of ``_TABLE`` adds a language with definitions, a row of ``_GENERAL`` one without.
The names are node types of the grammars in tree-sitter-language-pack 0.13.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

FUNCTION = "function"
"""The kind of a definition that is an atom and whose body holds statements."""


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


def _kinds(rows: str) -> Mapping[str, str]:
    """Read ``"class: class_definition class_declaration; function: ..."``."""
    pairs = (row.partition(":") for row in rows.split(";") if row.strip())
    return {node: kind.strip() for kind, _, nodes in pairs for node in nodes.split()}


@dataclass(frozen=True, slots=True)
class Language:
    """What is known of a language.

    Attributes:
        name: The format's name.
        suffixes: Ends of file names; one without a dot is a whole name.
        definitions: The kind of each node type that defines something: ``FUNCTION``, or the word
            that stands in front of the name in a label, such as ``"class"``. All but functions
            hold members.
        keywords: Words that tell the kind of a definition, where one node type serves for several.
        bare: Whether labels are names without the kind, and what lies in one line defines
            nothing: keys, sections, rules.
        wrappers: Node types that may hold one definition, which then begins and ends with them.
        decorators: Wrappers that begin with decorators, which are no part of the signature.
        groups: Node types whose children are read as if they stood in the group's place.
        lists: Wrappers that are groups where they hold several definitions, or brackets for them.
        signatures: Node types of definitions whose body is the node behind them.
        trailing: Node types that take in the comments of what follows them.
        leading: Node types, besides comments, that belong to what follows.
        calls: The kind of a call that defines something, by the word that is called.
        callers: Node types of such calls.
        grammar: The grammar's name, if it is not that of the format.
        shebangs: Names of interpreters.
        media_types: Media types.
        family: Which literal ladder serves where there is no tree.
        heads: Beginnings of a text that no other format has.
    """

    name: str
    suffixes: tuple[str, ...]
    definitions: Mapping[str, str] = field(default_factory=dict)
    keywords: frozenset[str] = frozenset()
    bare: bool = False
    wrappers: frozenset[str] = frozenset()
    decorators: frozenset[str] = frozenset()
    groups: frozenset[str] = frozenset()
    lists: frozenset[str] = frozenset()
    signatures: frozenset[str] = frozenset()
    trailing: frozenset[str] = frozenset()
    leading: frozenset[str] = frozenset()
    calls: Mapping[str, str] = field(default_factory=dict)
    callers: frozenset[str] = frozenset()
    grammar: str = ""
    shebangs: tuple[str, ...] = ()
    media_types: tuple[str, ...] = ()
    family: str = "brace"
    heads: tuple[str, ...] = ()


def _row(  # noqa: PLR0913 - a row has as many columns as a language has peculiarities
    name: str,
    suffixes: str,
    definitions: str = "",
    *,
    keywords: str = "",
    bare: bool = False,
    wrappers: str = "",
    decorators: str = "",
    groups: str = "",
    lists: str = "",
    signatures: str = "",
    trailing: str = "",
    leading: str = "",
    calls: str = "",
    callers: str = "",
    grammar: str = "",
    shebangs: str = "",
    media_types: str = "",
    family: str = "brace",
    heads: tuple[str, ...] = (),
) -> Language:
    return Language(
        name,
        _words(suffixes),
        _kinds(definitions),
        frozenset(_words(keywords)),
        bare,
        frozenset(_words(f"{wrappers} {decorators} {lists}")),
        frozenset(_words(decorators)),
        # What a parser could not make sense of often holds definitions that it could.
        frozenset(_words(f"{groups} ERROR")),
        frozenset(_words(lists)),
        frozenset(_words(signatures)),
        frozenset(_words(trailing)),
        frozenset(_words(leading)),
        _kinds(calls),
        frozenset(_words(callers)),
        grammar or name,
        _words(shebangs),
        _words(media_types),
        family,
        heads,
    )


_SCRIPT = """
    function: function_declaration generator_function_declaration method_definition
        function_expression generator_function arrow_function;
    class: class_declaration class
"""
_SCRIPT_WRAPPERS = """export_statement lexical_declaration variable_declaration variable_declarator
    expression_statement assignment_expression pair field_definition"""
_TYPED_SCRIPT = f"""{_SCRIPT};
    class: abstract_class_declaration; interface: interface_declaration; enum: enum_declaration;
    namespace: internal_module; module: module; type: type_alias_declaration
"""
_TYPED_WRAPPERS = f"{_SCRIPT_WRAPPERS} ambient_declaration public_field_definition"
_TYPED_LEADING = "decorator function_signature method_signature abstract_method_signature"

_C = """
    function: function_definition; struct: struct_specifier; union: union_specifier;
    enum: enum_specifier
"""
_C_GROUPS = """preproc_if preproc_ifdef preproc_else preproc_elif preproc_elifdef
    linkage_specification declaration_list"""

_TABLE = (
    _row(
        "python",
        ".py .pyi .pyw .pyx",
        "function: function_definition; class: class_definition",
        decorators="decorated_definition",
        shebangs="python python2 python3 pypy pypy3",
        media_types="text/x-python application/x-python",
        family="indent",
    ),
    _row(
        "javascript",
        ".js .mjs .cjs .jsx .es6",
        _SCRIPT,
        wrappers=_SCRIPT_WRAPPERS,
        leading="decorator",
        shebangs="node nodejs bun",
        media_types="text/javascript application/javascript",
    ),
    _row(
        "typescript",
        ".ts .mts .cts",
        _TYPED_SCRIPT,
        wrappers=_TYPED_WRAPPERS,
        leading=_TYPED_LEADING,
        shebangs="deno ts-node tsx",
        media_types="text/typescript application/typescript",
    ),
    _row("tsx", ".tsx", _TYPED_SCRIPT, wrappers=_TYPED_WRAPPERS, leading=_TYPED_LEADING),
    _row(
        "go",
        ".go",
        "function: function_declaration method_declaration; type: type_spec type_alias",
        lists="type_declaration",
        media_types="text/x-go",
    ),
    _row(
        "rust",
        ".rs",
        """function: function_item; impl: impl_item; struct: struct_item; enum: enum_item;
        trait: trait_item; mod: mod_item; union: union_item; function: macro_definition""",
        groups="foreign_mod_item",
        leading="attribute_item",
        media_types="text/x-rust",
    ),
    _row(
        "java",
        ".java",
        """function: method_declaration constructor_declaration compact_constructor_declaration;
        class: class_declaration; interface: interface_declaration; enum: enum_declaration;
        record: record_declaration; @interface: annotation_type_declaration""",
        groups="enum_body_declarations",
        media_types="text/x-java",
    ),
    _row(
        "kotlin",
        ".kt .kts",
        """function: function_declaration secondary_constructor anonymous_initializer;
        class: class_declaration; object: object_declaration companion_object""",
        keywords="interface enum",
    ),
    _row("c", ".c .h", _C, wrappers="type_definition", groups=_C_GROUPS, media_types="text/x-c"),
    _row(
        "cpp",
        ".cpp .cc .cxx .c++ .hpp .hh .hxx .h++ .ipp .tpp .inl",
        f"""{_C}; class: class_specifier; namespace: namespace_definition;
        concept: concept_definition""",
        wrappers="type_definition template_declaration friend_declaration",
        groups=_C_GROUPS,
        leading="access_specifier",
        media_types="text/x-c++",
    ),
    _row(
        "csharp",
        ".cs .csx",
        """function: method_declaration constructor_declaration destructor_declaration
            operator_declaration conversion_operator_declaration local_function_statement;
        class: class_declaration; struct: struct_declaration; interface: interface_declaration;
        enum: enum_declaration; record: record_declaration; namespace: namespace_declaration;
        property: property_declaration indexer_declaration""",
        groups="preproc_if preproc_else preproc_elif",
        leading="preproc_region",
        media_types="text/x-csharp",
    ),
    _row(
        "ruby",
        ".rb .rake .gemspec .ru .podspec rakefile gemfile guardfile vagrantfile brewfile",
        """function: method singleton_method; class: class singleton_class; module: module""",
        shebangs="ruby jruby rake",
        media_types="text/x-ruby application/x-ruby",
        family="end",
    ),
    _row(
        "php",
        ".php .phtml .php3 .php4 .php5 .phps",
        """function: function_definition method_declaration anonymous_function arrow_function;
        class: class_declaration; interface: interface_declaration; trait: trait_declaration;
        enum: enum_declaration; namespace: namespace_definition""",
        wrappers="expression_statement assignment_expression",
        shebangs="php",
        media_types="application/x-httpd-php text/x-php",
        heads=("<?php",),
    ),
    _row(
        "swift",
        ".swift",
        """function: function_declaration init_declaration deinit_declaration subscript_declaration
            protocol_function_declaration;
        class: class_declaration; protocol: protocol_declaration""",
        keywords="struct enum extension actor",
        shebangs="swift",
        media_types="text/x-swift",
    ),
    _row(
        "scala",
        ".scala .sc .sbt",
        """function: function_definition; class: class_definition; object: object_definition
        package_object; trait: trait_definition; enum: enum_definition; given: given_definition;
        extension: extension_definition; package: package_clause""",
        leading="annotation",
        shebangs="scala",
        media_types="text/x-scala",
    ),
    _row(
        "lua",
        ".lua .rockspec",
        "function: function_declaration function_definition",
        wrappers="assignment_statement variable_declaration expression_list field",
        shebangs="lua luajit",
        media_types="text/x-lua",
        family="end",
    ),
    _row(
        "perl",
        ".pl .pm .t .psgi",
        """function: subroutine_declaration_statement method_declaration_statement
        anonymous_subroutine_expression; class: class_statement; package: package_statement;
        phaser: phaser_statement""",
        wrappers="expression_statement assignment_expression",
        leading="pod",
        shebangs="perl",
        media_types="text/x-perl",
        family="end",
    ),
    _row(
        "r",
        ".r .rprofile",
        "function: function_definition",
        wrappers="binary_operator",
        shebangs="rscript",
        media_types="text/x-r",
    ),
    _row(
        "bash",
        ".sh .bash .zsh .ksh .ebuild .bats .bashrc .bash_profile .zshrc .profile apkbuild pkgbuild",
        "function: function_definition",
        shebangs="sh bash zsh ksh dash ash",
        media_types="application/x-sh text/x-shellscript",
    ),
    _row(
        "sql",
        ".sql .ddl .dml .psql .pgsql",
        """function: create_function create_procedure create_trigger; table: create_table;
        view: create_view create_materialized_view; index: create_index; type: create_type;
        schema: create_schema""",
        wrappers="statement",
        media_types="application/sql text/x-sql",
        family="sql",
    ),
    _row(
        "css",
        ".css",
        """rule: rule_set;
        at-rule: media_statement supports_statement keyframes_statement at_rule scope_statement""",
        bare=True,
        media_types="text/css",
    ),
    _row(
        "scss",
        ".scss",
        """rule: rule_set;
        at-rule: media_statement supports_statement keyframes_statement at_rule;
        mixin: mixin_statement; function: function_statement""",
        bare=True,
        media_types="text/x-scss",
    ),
    _row(
        "yaml",
        ".yaml .yml .clang-format",
        "key: block_mapping_pair",
        bare=True,
        media_types="application/yaml text/yaml application/x-yaml",
        family="data",
    ),
    _row(
        "toml",
        ".toml cargo.lock poetry.lock pdm.lock uv.lock pipfile",
        "table: table table_array_element",
        bare=True,
        trailing="table table_array_element",
        media_types="application/toml",
        family="data",
    ),
    _row("dockerfile", "dockerfile containerfile .dockerfile", family="data"),
    _row(
        "elixir",
        ".ex .exs",
        leading="unary_operator",
        calls="""function: def defp defmacro defmacrop test; defmodule: defmodule;
        defprotocol: defprotocol; defimpl: defimpl; describe: describe""",
        callers="call",
        shebangs="elixir",
        family="end",
    ),
    _row(
        "haskell",
        ".hs .lhs",
        "function: function bind; data: data_type newtype; class: class; instance: instance",
        groups="declarations imports",
        leading="signature haddock",
        shebangs="runhaskell runghc stack",
        family="data",
    ),
    _row(
        "dart",
        ".dart",
        """class: class_definition class_declaration; mixin: mixin_declaration;
        enum: enum_declaration; extension: extension_declaration;
        function: function_signature getter_signature setter_signature""",
        wrappers="method_signature",
        signatures="function_signature getter_signature setter_signature method_signature",
        leading="annotation marker_annotation",
        shebangs="dart",
    ),
    _row(
        "julia",
        ".jl",
        """function: function_definition macro_definition; struct: struct_definition;
        module: module_definition; type: abstract_definition""",
        shebangs="julia",
        family="end",
    ),
    _row(
        "objc",
        ".m .mm",
        f"""{_C}; function: method_definition; @interface: class_interface;
        @implementation: class_implementation; @protocol: protocol_declaration""",
        wrappers="type_definition",
        groups=f"{_C_GROUPS} implementation_definition",
        heads=("#import <", '#import "'),
    ),
    _row(
        "ocaml",
        ".ml",
        "function: let_binding; module: module_binding; type: type_binding",
        lists="value_definition module_definition type_definition",
        family="data",
    ),
    _row(
        "erlang",
        ".erl .hrl .escript",
        "function: fun_decl",
        leading="spec",
        shebangs="escript",
        family="data",
    ),
    _row(
        "powershell",
        ".ps1 .psm1 .psd1",
        "function: function_statement class_method_definition; class: class_statement",
        groups="statement_list",
        shebangs="pwsh powershell",
    ),
    _row(
        "proto",
        ".proto",
        "message: message; service: service; enum: enum; rpc: rpc",
        family="brace",
    ),
    _row("hcl", ".hcl .nomad", "block: block", bare=True, groups="body", family="data"),
    _row("terraform", ".tf .tfvars", "block: block", bare=True, groups="body", family="data"),
    _row(
        "make",
        ".mk .mak makefile gnumakefile bsdmakefile",
        "rule: rule; define: define_directive",
        bare=True,
        groups="conditional",
        shebangs="make",
        family="data",
    ),
    _row(
        "cmake",
        ".cmake cmakelists.txt",
        "function: function_def macro_def",
        family="data",
    ),
    _row(
        "graphql",
        ".graphql .gql .graphqls",
        """type: object_type_definition
        interface_type_definition input_object_type_definition enum_type_definition
        union_type_definition""",
        groups="document definition type_system_definition type_definition",
    ),
    _row(
        "solidity",
        ".sol",
        """function: function_definition constructor_definition modifier_definition
            fallback_receive_definition;
        contract: contract_declaration; library: library_declaration;
        interface: interface_declaration; struct: struct_declaration; enum: enum_declaration""",
    ),
    _row(
        "fish",
        ".fish",
        "function: function_definition",
        shebangs="fish",
        family="end",
    ),
    _row("ini", ".ini .cfg .editorconfig .gitconfig", "section: section", bare=True, family="data"),
    _row(
        "cuda",
        ".cu .cuh",
        f"{_C}; class: class_specifier; namespace: namespace_definition",
        wrappers="type_definition template_declaration",
        groups=_C_GROUPS,
    ),
)

_GENERAL = """
    actionscript .as
    ada .adb .ads .ada
    agda .agda
    apex .apex .trigger
    arduino .ino
    asm .asm .s
    astro .astro
    beancount .beancount
    bibtex .bib
    bicep .bicep
    bitbake .bb .bbappend .bbclass
    bsl .bsl .os
    cairo .cairo
    capnp .capnp
    clarity .clar
    clojure .clj .cljs .cljc .edn paren
    cobol .cob .cbl .cpy
    commonlisp .lisp .lsp .cl .asd paren
    d .d .di
    dtd .dtd
    elisp .el paren
    elm .elm
    fennel .fnl paren
    firrtl .fir
    fortran .f90 .f95 .f03 .f08 .f .for
    fsharp .fs .fsx
    fsharp_signature .fsi
    gdscript .gd indent
    gitattributes .gitattributes
    gitignore .gitignore .dockerignore
    gleam .gleam
    glsl .glsl .vert .frag .geom .comp
    gn .gn .gni
    gomod go.mod
    gosum go.sum
    groovy .groovy .gradle .gvy jenkinsfile
    hack .hack .hh.php
    hare .ha
    haxe .hx
    heex .heex
    hlsl .hlsl .fx
    hyprlang hyprland.conf
    ispc .ispc
    janet .janet paren
    jsonnet .jsonnet .libsonnet
    kconfig kconfig
    kdl .kdl
    linkerscript .ld .lds
    llvm .ll
    luau .luau end
    magik .magik
    matlab .matlab
    mermaid .mmd .mermaid
    meson meson.build meson_options.txt
    netlinx .axs .axi
    nim .nim .nims indent
    ninja .ninja
    nix .nix
    nqc .nqc
    ocaml_interface .mli
    odin .odin
    pascal .pas .pp .dpr .lpr
    pem .pem .crt
    pgn .pgn
    po .po .pot
    pony .pony
    prisma .prisma
    properties .properties
    puppet .puppet
    purescript .purs
    pymanifest manifest.in
    qmldir qmldir
    qmljs .qml
    query .scm
    racket .rkt paren
    re2c .re
    readline .inputrc
    rego .rego
    requirements requirements.txt requirements.in constraints.txt
    ron .ron
    scheme .ss .sld .sls paren
    smali .smali
    smithy .smithy
    sparql .rq .sparql
    squirrel .nut
    starlark .bzl .star build.bazel workspace.bazel module.bazel indent
    svelte .svelte
    tablegen .td
    tcl .tcl .tm
    thrift .thrift
    twig .twig
    typst .typ
    udev .rules
    ungrammar .ungram
    uxntal .tal
    v .v
    verilog .sv .svh .vh
    vhdl .vhd .vhdl
    vim .vim .vimrc
    vue .vue
    wast .wast paren
    wat .wat paren
    wgsl .wgsl
    xcompose .xcompose
    xml .xml .xsd .xsl .xslt .svg .plist .csproj .wsdl
    yuck .yuck paren
    zig .zig .zon
"""


_FAMILIES = frozenset({"indent", "end", "paren", "data"})


def _general(line: str) -> Language:
    name, *words = line.split()
    suffixes = [word for word in words if word not in _FAMILIES]
    family = next((word for word in words if word in _FAMILIES), "brace")
    return Language(name, tuple(suffixes), grammar=name, groups=frozenset({"ERROR"}), family=family)


LANGUAGES: tuple[Language, ...] = (*_TABLE, *map(_general, filter(str.strip, _GENERAL.split("\n"))))
"""Every language that has a format."""
