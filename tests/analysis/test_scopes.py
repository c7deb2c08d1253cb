"""Names and what they mean, by Python's rules."""

from __future__ import annotations

import ast
import symtable
import textwrap

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cgr_audit.analysis.scopes import BUILTINS, BindingKind, Scopes, build_scopes


def scopes_of(source: str) -> tuple[ast.Module, Scopes]:
    tree = ast.parse(textwrap.dedent(source))
    return tree, build_scopes(tree)


def last_load(tree: ast.Module, name: str) -> ast.Name:
    loads = [node for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)]
    return max((node for node in loads if node.id == name), key=lambda node: (node.lineno, node.col_offset))


@pytest.mark.parametrize(
    ("source", "name", "kind"),
    [
        ("def f(a):\n    return a", "a", BindingKind.PARAMETER),
        ("def f(*a):\n    return a", "a", BindingKind.PARAMETER),
        ("a = 1\na", "a", BindingKind.ASSIGNMENT),
        ("a: int = 1\na", "a", BindingKind.ASSIGNMENT),
        ("if (a := 1):\n    a", "a", BindingKind.ASSIGNMENT),
        ("a, *b = x\nb", "b", BindingKind.UNPACKING),
        ("for a in x:\n    a", "a", BindingKind.LOOP),
        ("[a for a in x]", "a", BindingKind.LOOP),
        ("with x as a:\n    a", "a", BindingKind.WITH),
        ("try:\n    pass\nexcept E as a:\n    a", "a", BindingKind.EXCEPTION),
        ("match x:\n    case [a, *_]:\n        a", "a", BindingKind.PATTERN),
        ("match x:\n    case {**a}:\n        a", "a", BindingKind.PATTERN),
        ("def a(): pass\na", "a", BindingKind.FUNCTION),
        ("class a: pass\na", "a", BindingKind.CLASS),
        ("import a\na", "a", BindingKind.IMPORT),
    ],
)
def test_each_way_to_bind_a_name_is_known(source: str, name: str, kind: BindingKind) -> None:
    tree, scopes = scopes_of(source)
    node = last_load(tree, name)
    found = scopes.used_in[node].lookup(name)
    assert found is not None
    assert found[1][-1].kind is kind


def test_a_method_does_not_see_the_names_of_its_class() -> None:
    tree, scopes = scopes_of("a = 0\nclass C:\n    a = 1\n    def m(self):\n        return a")
    found = scopes.used_in[last_load(tree, "a")].lookup("a")
    assert found is not None
    assert found[0] is scopes.module


def test_a_global_declaration_binds_in_the_module() -> None:
    _, scopes = scopes_of("def f():\n    global a\n    a = 1")
    assert list(scopes.module.bindings) == ["f", "a"]


def test_a_nonlocal_declaration_binds_in_the_function_around() -> None:
    tree, scopes = scopes_of("def f():\n    a = 0\n    def g():\n        nonlocal a\n        a = 1\n    return a")
    outer = scopes.of_node[tree.body[0]]
    assert len(outer.bindings["a"]) == 2


def test_a_walrus_in_a_comprehension_binds_in_the_function_around() -> None:
    tree, scopes = scopes_of("def f(x):\n    [b for a in x if (b := a)]\n    return b")
    assert "b" in scopes.of_node[tree.body[0]].bindings


def test_the_first_iterable_of_a_comprehension_is_evaluated_outside_it() -> None:
    tree, scopes = scopes_of("class C:\n    a = [1]\n    b = [x for x in a]")
    found = scopes.used_in[last_load(tree, "a")].lookup("a")
    assert found is not None
    assert found[0].is_class


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("import numpy as np\nnp.random.rand", "numpy.random.rand"),
        ("import os.path\nos.path.join", "os.path.join"),
        ("from os import path as p\np.join", "os.path.join"),
        ("import os\nalias = os\nalias.system", "os.system"),
        ("eval", "builtins.eval"),
        ("def eval(): pass\neval", None),
        ("try:\n    import a as x\nexcept ImportError:\n    import b as x\nx", None),
        ("from . import a\na.b", "..a.b"),
    ],
)
def test_a_dotted_name_is_followed_through_imports_and_aliases(source: str, expected: str | None) -> None:
    tree, scopes = scopes_of(source)
    last = tree.body[-1]
    assert isinstance(last, ast.Expr)
    assert scopes.qualified_name(last.value) == expected


STATEMENTS = (
    "a = b", "b = 1", "for a in b: c = a", "del a", "import c", "def a(b): return c", "class b: c = a",
    "with b as c: pass", "lambda a: b", "if (a := b): pass", "try: a\nexcept E as b: pass", "global d", "c += 1",
    "x, a = b", "(b := a)", "match a:\n    case [b, *c]: pass", "import a.b", "from a import b as c", "c: int = a",
)  # fmt: skip
"""No comprehensions: which of their names a symbol table shows depends on the version of Python."""


@given(st.lists(st.sampled_from(STATEMENTS), min_size=1, max_size=6), st.lists(st.sampled_from(STATEMENTS), max_size=4))
def test_local_names_agree_with_pythons_own_symbol_table(body: list[str], module: list[str]) -> None:
    lines = [line for statement in body for line in statement.split("\n")]
    source = "\n".join([*module, "def function():", *("    " + line for line in lines)])
    try:
        table = symtable.symtable(source, "x", "exec")
    except SyntaxError:
        return
    tree, scopes = scopes_of(source)
    function = next(
        node for node in reversed(tree.body) if isinstance(node, ast.FunctionDef) and node.name == "function"
    )
    theirs = next(child for child in table.get_children() if child.get_name() == "function")
    local = {symbol.get_name() for symbol in theirs.get_symbols() if symbol.is_local()}
    assert set(scopes.of_node[function].bindings) == local


def test_a_nonlocal_name_may_be_bound_later_in_the_function_around() -> None:
    tree, scopes = scopes_of("def f():\n    def g():\n        nonlocal a\n        a = 1\n    a = 0\n    return a")
    assert len(scopes.of_node[tree.body[0]].bindings["a"]) == 2


def test_the_builtins_are_those_of_the_sandbox_on_every_host() -> None:
    assert {"PythonFinalizationError", "anext", "exit"} <= BUILTINS
    assert "WindowsError" not in BUILTINS
