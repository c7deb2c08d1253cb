"""The index files every node of a program, and knows what holds it."""

from __future__ import annotations

import ast

from cgr_audit.analysis.index import build_index

EVERYTHING = """
import a.b as c, d
from . import e
@decorated
class C(Base, metaclass=M):
    x: int = 1
    async def f(self, p, /, q=2, *r, s=3, t, **u) -> "text":
        global g
        async with open() as h, other():
            await h
        async for i in j: yield i
        return [k async for k in l if k if not k]
try:
    del m[1:2, ::3], n.o
except* (P, Q) as error:
    raise R from error
else:
    assert s, "message"
finally:
    t = u = lambda v, *w: (yield)
match x:
    case {"key": 1, **rest} | [First(y, z=2), *others] | None if x > 1 < 2: pass
    case _ as name: nonlocal_ = f"{x!r:>{width}}" "joined", b""
while (walrus := 1): continue
for x, *y in z: break
x @= {1: 2, **{}, 3: {4, *()}}[...] if not -x else +~x or y and x is not y
"""


SHARED = ast.operator | ast.unaryop | ast.boolop | ast.cmpop
"""Nodes of which one object stands in many places."""


def test_every_node_but_contexts_is_filed_under_its_kind_with_what_holds_it() -> None:
    tree = ast.parse(EVERYTHING)
    index = build_index(tree)
    nodes = {node for node in ast.walk(tree) if not isinstance(node, ast.expr_context)}
    assert {node for kind in {type(node) for node in nodes} for node in index.of(kind)} == nodes
    assert (index.size, index.parent(tree), list(index.of(ast.Load))) == (len(nodes), None, [])
    for node in nodes:
        for child in ast.iter_child_nodes(node):
            if not isinstance(child, ast.expr_context | SHARED):
                assert index.parent(child) is node


def test_nodes_come_in_the_order_of_the_text() -> None:
    index = build_index(ast.parse("f(a, b)[c] = d.e\ng = h"))
    assert [node.id for node in index.of(ast.Name)] == ["f", "a", "b", "c", "d", "g", "h"]
