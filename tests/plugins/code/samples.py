"""Short files in many languages, and what stands in their outlines.

Each sample is a text in which ``¦`` marks the cuts of the rungs above statements, and the labels
of its scopes with the functions among them marked by ``()``.
"""

from __future__ import annotations

from typing import NamedTuple


class Sample(NamedTuple):
    """A text with its cuts, and the labels of its scopes in order."""

    format: str
    marked: str
    labels: str

    @property
    def text(self) -> str:
        """The text without the marks."""
        return self.marked.replace("¦", "")

    @property
    def cuts(self) -> list[int]:
        """Where the marks stood."""
        parts = self.marked.split("¦")[:-1]
        return [sum(map(len, parts[: at + 1])) for at in range(len(parts))]


SAMPLES: list[Sample] = []


def _sample(format: str, labels: str, marked: str) -> None:  # noqa: A002
    SAMPLES.append(Sample(format, marked.removeprefix("\n"), labels))


_sample(
    "python",
    "f() | class C | g() | class D | h() | k()",
    '''
import a
¦# about f
@deco(
    1
)
def f(x):
    return 1


¦class C(B):
    """Doc."""

¦    x = 1

¦    # about g
    @property
    def g(self): return 2

¦    class D:
¦        def h(self): pass


¦async def k(): pass
''',
)

_sample(
    "javascript",
    "class A | m() | f() | module.exports.g() | h()",
    """
// c
import x from "x";

¦/** d */
export default class A extends B {
¦  static x = 1;
¦  async m(a) { return 1; }
}

¦const f = async (a) => { return 1; };
¦module.exports.g = function () {};
¦function* h() {}
""",
)

_sample(
    "typescript",
    'interface I | class A | m() | f() | enum E | module "x" | namespace N | q()',
    """
interface I { a: string }

¦@D() export class A<T> {
¦  private z = 1;
¦  // c
  @X()
  m(a: any) { }
}
¦export function f(a: string): void;
¦export function f(a: any) { }
¦enum E { A }
¦declare module "x" { function q(): void }
¦namespace N { ¦export const q = () => 1; }
""",
)

_sample(
    "tsx",
    "App() | Old()",
    """
export const App = () => <div>hello</div>;

¦function Old(p: P) { return <b />; }
""",
)

_sample(
    "go",
    "Server.H() | type T | type A | type B | type D",
    """
package x

¦import "a"

¦// H is.
func (s *Server[T]) H(w int) error {
	return nil
}

¦// T is.
type T struct {
	a int
}

¦const (
	A = 1
)

¦type (
	// A is.
	A struct {
		a int
	}
¦	// B is.
	B = int
)
¦type (
	D int
)
""",
)

_sample(
    "rust",
    "struct S | impl<T> Foo for S<T> | f() | g() | mod tests | g() | m()",
    """
use a::b;

¦#[derive(A)]
/// doc
pub struct S<T> { a: u8 }

¦impl<T> Foo for S<T> {
¦    #[x]
    pub fn f(&self) -> u8 { 1 }
¦    fn g() {}
}
¦mod tests { ¦fn g() {} }
¦macro_rules! m { () => {} }
""",
)

_sample(
    "java",
    "class C | f() | C() | enum E",
    """
package a;

¦/** d */
@A
public class C<T> extends B {
  int x;

¦  @Override
  public int f(int a) { return 1; }
¦  C() {}
¦  enum E { A }
}
""",
)

_sample(
    "kotlin",
    "class C | f() | companion object | z() | g() | object O | interface I | enum E | class D",
    """
package a

¦@A class C(val x: Int) : B() {
¦  // c
  @X fun f(a: Int): Int { return 1 }
¦  companion object { ¦fun z() = 1 }
}
¦fun g() = 2
¦object O { val q = 1 }
¦interface I { }
¦enum class E { A }
¦data class D(val a: Int)
""",
)

_sample(
    "c",
    "f() | g() | struct T | struct S",
    """
#include <a.h>
¦#define A 1

¦/* f */
static int *
f(int a, int b)
{
  return 1;
}
¦#ifdef X
int g(void) { return 2; }
#endif

¦typedef struct { int a; } T;
¦struct S { int b; };
""",
)

_sample(
    "cpp",
    "namespace a::b | class C | C() | f() | C::f() | g() | h() | k() | l()",
    """
#include <a>

¦namespace a::b {
¦// c
template <class T>
class C : public D {
¦ public:
  C() : x(1) {}
¦  int f(int a) const { return 1; }
};
¦int C::f(int a) { return 2; }
}
¦extern "C" {
// d
void g(int a) {}
¦void h();
¦void h() {}
}
¦extern "C" { void k() {} }
¦extern "C" void l() {}
¦extern "C" int x;
""",
)

_sample(
    "csharp",
    "namespace A.B | class C | property P | F() | interface I",
    """
using X;

¦namespace A.B
{
¦  [Attr]
  public class C : D
  {
¦    public int P { get; set; }
¦    /// <summary>x</summary>
    [B]
    public int F(int a) { return 1; }
  }
¦  interface I { }
}
""",
)

_sample(
    "ruby",
    "module M | class A | f() | g() | class << self | h()",
    """
require "a"

¦module M
¦  class A < B
¦    # c
    def f(a)
      1
    end

¦    def self.g; end
¦    class << self
¦      def h; end
    end
  end
end
""",
)

_sample(
    "php",
    "class C | f() | g()",
    """
<?php
¦namespace A;

¦/** d */
#[X]
class C extends B {
  const Z = 1;
¦  #[Y]
  public function f($a) { return 1; }
}
¦function g() {}
""",
)

_sample(
    "swift",
    "class C | f() | init() | g() | protocol P | h() | struct S | enum E | extension S | actor A",
    """
import A

¦// c
@objc class C: B {
  var z = 1
¦  @x func f(a: Int) -> Int { return 1 }
¦  init() {}
}
¦func g() {}
¦protocol P { ¦func h() }
¦struct S { }
¦enum E { case a }
¦extension S { }
¦actor A { }
""",
)

_sample(
    "scala",
    "class C | f() | object O | g()",
    """
package a

¦// c
class C(x: Int) extends B {
¦  @x def f(a: Int) = 1
¦  val y = 2
}
¦object O { ¦def g = 1 }
""",
)

_sample(
    "lua",
    "f() | M.g() | M.h() | k() | b()",
    """
local x = 1

¦-- c
local function f(a)
  return 1
end
¦function M.g() end
¦M.h = function() end
¦local k = function() end
¦local a, b = 1, function() end
""",
)

_sample(
    "perl",
    "f() | g()",
    """
package Foo;
¦use strict;

¦# c
sub f {
  my $x = 1;
}

¦sub g { 1 }
""",
)

_sample(
    "r",
    "f() | g()",
    """
library(a)

¦# c
f <- function(x) {
  x + 1
}
¦g = function() 1
""",
)

_sample(
    "bash",
    "f() | g()",
    """
#!/bin/sh
set -e

¦# c
f () {
  echo
}
¦function g { echo; }
""",
)

_sample(
    "sql",
    "table t | view v",
    """
-- c
CREATE TABLE t (a int);
¦CREATE VIEW v AS SELECT 1;

¦INSERT INTO t VALUES (1);
""",
)

_sample(
    "css",
    "a, b | @media print",
    """
@import "x";

¦/* c */
a, b {
  color: red;
}
¦@media print {
¦  a { b: c }
¦  d { e: f }
}
""",
)

_sample(
    "yaml",
    "b | d",
    """
# c
a: 1
¦b:
  # d
  c: 2
¦  d:
    - a long line of words, one of many that make the key long enough to be looked into
¦    - a long line of words, one of many that make the key long enough to be looked into
¦    - a long line of words, one of many that make the key long enough to be looked into
¦    - a long line of words, one of many that make the key long enough to be looked into
¦    - a long line of words, one of many that make the key long enough to be looked into
¦    - a long line of words, one of many that make the key long enough to be looked into
""",
)

_sample(
    "toml",
    "a.b | c | d",
    """
x = 1

¦# c
[a.b]
y = 2
¦# of y
z = 3  # of z
¦# d
# e
[[c]]
z = 1
¦# f
[d]
z = 1
¦# last
""",
)

_sample(
    "dockerfile",
    "",
    """
FROM x AS b
¦# c
RUN a && b
COPY a b
""",
)

_sample(
    "elixir",
    "defmodule A.B | f() | g()",
    """
defmodule A.B do
¦  use X

¦  @doc "x"
  @spec f(x) :: y
  def f(x) do
    1
  end

¦  defp g(x), do: 1
end
""",
)

_sample(
    "haskell",
    "f() | data T | class C",
    """
module M where

¦import X

¦-- | c
f :: Int -> Int
f x = 2

¦data T = A | B
¦class C a where
  m :: a
""",
)

_sample(
    "dart",
    "class C | f() | y() | g() | h() | z()",
    """
import 'a';

¦// c
class C extends B {
  int x = 1;
¦  int f(int a) { return 1; }
¦  // of y
  static int get y => 1;
}
¦int g() { return 2; }
¦Future<int> h()
async {
  return 2;
}
¦int get z => 1;
""",
)

_sample(
    "julia",
    "f() | struct S",
    """
using A

¦# c
function f(x)
  1
end
¦struct S
  a::Int
end
""",
)

_sample(
    "ocaml",
    "f() | module M | g() | h() | k() | type a | type b",
    """
open A

¦(* c *)
let f x = 1
¦module M = struct ¦let g = 2 end
¦let rec h x = 1
¦and k y = 2
¦type a = A
¦and b = B
""",
)

_sample(
    "proto",
    "message M | service S",
    """
syntax = "proto3";

¦// c
message M {
  string a = 1;
}
¦service S { rpc F(M) returns (M); }
""",
)

_sample(
    "terraform",
    'resource "a" "b"',
    """
# c
resource "a" "b" {
  x = 1
¦}

¦variable "y" { }
""",
)

_sample(
    "ini",
    "q | a b",
    """
[q]
x = 1

¦; c
[a b]
y = 2
""",
)

_sample(
    "make",
    "all: b",
    """
X = 1

¦# c
all: b
	echo
""",
)

_sample(
    "solidity",
    "contract C | f()",
    """
pragma solidity ^0.8;

¦// c
contract C {
  uint x;
¦  function f(uint a) public { x = a; }
}
""",
)

_sample(
    "powershell",
    "F()",
    """
$x = 1

¦# c
function F($a) {
  1
}
""",
)
