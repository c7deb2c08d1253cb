"""Programs that hold an expression in every place where the grammar of CPython 3.14 has one, each place by name."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

__all__ = ["EXPRESSION", "PLACES", "program"]

EXPRESSION = "open('x')"
"""What stands in the place of ``E``: a rule reports it wherever it stands."""

_BY_KIND = r"""
FunctionDef.decorator_list | @E\ndef f(): pass
FunctionDef.returns | def f() -> E: pass
FunctionDef.body | def f(): E
AsyncFunctionDef.decorator_list | @E\nasync def f(): pass
AsyncFunctionDef.returns | async def f() -> E: pass
AsyncFunctionDef.body | async def f(): E
ClassDef.bases | class C(E): pass
ClassDef.keywords | class C(a=E): pass
ClassDef.body | class C: E
ClassDef.decorator_list | @E\nclass C: pass
Return.value | def f(): return E
Delete.targets | del E.a
Assign.targets | E.a = 1
Assign.value | a = E
TypeAlias.value | type A = E
AugAssign.target | E.a += 1
AugAssign.value | a = 1\na += E
AugAssign.op | a = 1\na += 1; a -= 1; a *= 1; a @= 1; a /= 1; a %= 1; a **= E
AugAssign.op, of bits | a = 1\na <<= 1; a >>= 1; a |= 1; a ^= 1; a &= 1; a //= E
AnnAssign.target | E.a: int = 1
AnnAssign.annotation | a: E = 1
AnnAssign.value | a: int = E
For.target | for E.a in (): pass
For.iter | for a in E: pass
For.body | for a in (): E
For.orelse | for a in (): continue\nelse: E
AsyncFor.iter | async def f():\n    async for a in E: pass
AsyncFor.target | async def f():\n    async for E.a in (): pass
While.test | while E: break
While.body | while False: E
While.orelse | while False: pass\nelse: E
If.test | if E: pass
If.body | if True: E
If.orelse | if True: pass\nelse: E
With.items | with E: pass
With.optional_vars | with a as E.a: pass
With.body | with a: E
AsyncWith.items | async def f():\n    async with E: pass
AsyncWith.body | async def f():\n    async with a: E
Match.subject | match E:\n    case _: pass
Match.cases | match 1:\n    case 1: E
match_case.guard | match 1:\n    case 1 if E: pass
MatchValue.value | match 1:\n    case a.b: E
MatchSingleton | match 1:\n    case None: E
MatchSequence.patterns | match 1:\n    case [1, *a]: E
MatchMapping.keys | match 1:\n    case {1: a, **b}: E
MatchClass.cls | match 1:\n    case a.b(1, c=2): E
MatchAs.pattern | match 1:\n    case (1 as a): E
MatchOr.patterns | match 1:\n    case 1 | 2: E
Raise.exc | raise E
Raise.cause | raise a from E
Try.body | try: E\nfinally: pass
Try.handlers | try: pass\nexcept a: E
Try.orelse | try: pass\nexcept a: pass\nelse: E
Try.finalbody | try: pass\nfinally: E
TryStar.body | try: E\nexcept* a: pass
TryStar.handlers | try: pass\nexcept* a: E
TryStar.orelse | try: pass\nexcept* a: pass\nelse: E
TryStar.finalbody | try: pass\nexcept* a: pass\nfinally: E
ExceptHandler.type | try: pass\nexcept E: pass
ExceptHandler.type, several without parentheses | try: pass\nexcept A, E: pass
ExceptHandler.type, several of a group | try: pass\nexcept* A, E: pass
Assert.test | assert E
Assert.msg | assert a, E
Import | import math\nE
ImportFrom | from math import pi as a\nE
Global | def f():\n    global a\n    E
Nonlocal | def f():\n    a = 1\n    def g():\n        nonlocal a\n        E
Expr.value | E
BoolOp.values | a and b or E
NamedExpr.value | (a := E)
BinOp.left | E + 1
BinOp.right | 1 - E
UnaryOp.operand | not E
UnaryOp.op | ~-+E
Lambda.args | lambda a=E: 1
Lambda.body | lambda: E
IfExp.test | 1 if E else 2
IfExp.body | E if a else 2
IfExp.orelse | 1 if a else E
Dict.keys | {E: 1}
Dict.values | {**a, 1: E}
Set.elts | {E}
ListComp.elt | [E for a in ()]
ListComp.generators | [a for a in E]
SetComp.elt | {E for a in ()}
DictComp.key | {E: 1 for a in ()}
DictComp.value | {1: E for a in ()}
GeneratorExp.elt | (E for a in ())
comprehension.target | [1 for E.a in ()]
comprehension.ifs | [1 for a in () if E]
comprehension, of a coroutine | async def f(): return [1 async for a in E]
Await.value | async def f(): await E
Yield.value | def f(): yield E
YieldFrom.value | def f(): yield from E
Compare.left | E < 1
Compare.comparators | 1 == 1 != 1 > 1 >= 1 < 1 <= 1 is 1 is not 1 in a not in E
Call.func | E()
Call.args | a(E)
Call.keywords | a(b=E)
FormattedValue.value | f'{E!r}'
FormattedValue.format_spec | f'{a:{E}}'
FormattedValue, quotes within quotes | f'{a['b']}{E}'
FormattedValue, in another | f'{f'{f'{E}'}'}'
FormattedValue, over lines | f'{\n    E  # why\n}'
FormattedValue, a backslash | f'{'\\n'.join(E)}'
FormattedValue, a backslash in a decorator | @a[f'{'\\n'}'](E)\ndef f(): pass
Interpolation.value | t'{E!r}'
Interpolation.format_spec | t'{a:{E}}'
TemplateStr.values | t'a{E}'
Constant | 1, 1.0, 1j, 'a', b'a', ..., None, True, E
Attribute.value | E.a
Subscript.value | E[0]
Subscript.slice | a[E]
Subscript.slice, a star | a[*E]
Slice.lower | a[E:]
Slice.upper | a[:E]
Slice.step | a[::E]
Starred.value | a(*E)
List.elts | [E]
Tuple.elts | (E,)
arguments.posonlyargs | def f(a: E, /): pass
arguments.args | def f(a: E): pass
arguments.vararg | def f(*a: E): pass
arguments.vararg, a star | def f(*a: *E): pass
arguments.kwonlyargs | def f(*, a: E): pass
arguments.kw_defaults | def f(*, a=E): pass
arguments.kwarg | def f(**a: E): pass
arguments.defaults | def f(a=E): pass
TypeVar.bound, of a function | def f[T: E](a: T) -> T: return a
TypeVar.bound, of a coroutine | async def f[T: E](): pass
TypeVar.bound, of a class | class C[T: E](list[T]): pass
TypeVar.bound, of an alias | type A[T: E] = T
TypeVar.bound, several | def f[T: (int, E)](): pass
TypeVar.default_value | def f[T = E](): pass
ParamSpec.default_value | class C[**P = E]: pass
TypeVarTuple.default_value | type A[*Ts = E] = Ts
TypeVarTuple.default_value, a star | class C[*Ts = *E]: pass
"""


def _place(line: str) -> tuple[str, str]:
    name, _, text = line.partition(" | ")
    return name, re.sub(r"(?<!\\)\\n", "\n", text).replace(r"\\n", r"\n") + "\n"


PLACES: Mapping[str, str] = MappingProxyType(dict(map(_place, _BY_KIND.strip().splitlines())))
"""By ``Kind.field``, what holds ``E`` there."""


def program(place: str, expression: str = EXPRESSION) -> str:
    """The program that holds an expression in a place."""
    return re.sub(r"\bE\b", lambda _: expression, PLACES[place])
