"""What expressions certainly give, compared with what they give when they are run."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cgr_audit.analysis.facts import Facts
from cgr_audit.analysis.forms import Form
from cgr_audit.analysis.return_shape import ReturnForms, returned_expressions
from cgr_audit.source.contract import load_contract

KINDS = {
    dict: "a dictionary", str: "text", type(None): "None", int: "a number", float: "a number", bool: "a boolean",
    set: "a set", frozenset: "a set",
}  # fmt: skip


def forms_of(source: str) -> list[Form]:
    tree = ast.parse(source)
    facts = Facts(tree, load_contract("cgr"))
    forms = ReturnForms(facts.scopes, facts.call_graph, facts.provided_helpers, facts.control_flow)
    entry = tree.body[-1]
    assert isinstance(entry, ast.FunctionDef)
    return [form for value in returned_expressions(entry) for form in forms.of(value)]


def told(source: str) -> list[tuple[str, int | None]]:
    return [(form.kind, form.length) for form in forms_of(source)]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("return 1, 2", [("", 2)]),
        ("return [1, *q]", [("", None)]),
        ("return {**q}", [("a dictionary", None)]),
        ("return q", [("", None)]),
        ("x = 1, 2\n return x", [("", 2)]),
        ("x = [1, 2]\n x.append(3)\n return x", [("", 3)]),
        ("x = [1, 2]\n x.append(3)\n return tuple(x)", [("", 3)]),
        ("x = [1, 2]\n if q: x.append(3)\n return x", [("", None)]),
        ("x = [1, 2]\n x.append(3)\n q(x)\n return x", [("", None)]),
        ("x = [1, 2]\n x.extend(q)\n return x", [("", None)]),
        ("x = [1, 2]\n for y in q:\n  x.append(y)\n return x", [("", None)]),
        ("x = [1, 2]\n if q: return x\n x.append(3)\n return x", [("", None), ("", None)]),
        ("x = None\n if q: x = 'a'\n return x", [("None or text", None)]),
        ("x = None\n if q: x = 1, 2\n return x", [("", None), ("", 2)]),
        ("x = ''\n x += q\n return x", [("", None)]),
        ("for x in q: pass\n return x", [("", None)]),
        ("return llm_model(q, {})", [("text", None)]),
        ("return llm_model(q, {}).strip().upper()", [("text", None)]),
        ("return q.strip()", [("", None)]),
        ("return None if q else (1, 2, 3)", [("None", None), ("", 3)]),
        ("return (y := 'a')", [("text", None)]),
        ("return f'{q}' + 'a'", [("text", None)]),
        ("def g():\n  return {}\n return g()", [("a dictionary", None)]),
        ("def g(n):\n  return g(n - 1) if n else 1\n return g(q)", [("", None), ("a number", None)]),
        ("x = x1 = 1, 2\n return x1", [("", 2)]),
        ("def g(**f):\n  return f\n return g(a=q)", [("a dictionary", None)]),
        ("def g(**f):\n  f = q\n  return f\n return g(a=q)", [("", None)]),
        ("def g(*f):\n  return f\n return g(q, 1, 2, 3)", [("", 4)]),
        ("def g(a, *f):\n  return f\n return g(q, 1, 2, 3)", [("", 3)]),
        ("def g(*f):\n  return f\n return g(*q)", [("", None)]),
        ("def g(*f):\n  f = f[1:]\n  return f\n return g(q, 1)", [("", None)]),
        ("if q: x = 1, 2\n else: x = 1, 2, 3\n return x", [("", 2), ("", 3)]),
        ("x = 1, 2\n if q: x = 1, 2, 3\n return x", [("", None), ("", 3)]),
        ("if q:\n  x = 1, 2\n  raise x\n else: x = 1, 2, 3\n return x", [("", None), ("", 3)]),
        ("x = None\n for y in q:\n  x = 1, 2\n return x", [("", None), ("", 2)]),
        ("if q: x = None\n else: x = 1, 2\n if x: return x", [("", None)]),
        ("return sorted(q)", [("", None)]),
        ("x = q, 'a', 3\n return x[:2]", [("", 2)]),
        ("x = q, 'a', 3\n return x[::-1]", [("", 3)]),
        ("x = q, 'a', 3\n return x[1]", [("text", None)]),
        ("x = q, 'a', 3\n return x[-1]", [("a number", None)]),
        ("x = q, 'a', 3\n return x[0]", [("", None)]),
        ("x = q, 'a', 3\n return x[:len(q)]", [("", None)]),
        ("x = [q, 'a', 3]\n return x[0]", [("", None)]),
        ("return [q, 'a', 3][:1]", [("", 1)]),
        ("return llm_model(q, {})[:1]", [("text", None)]),
        ("return llm_model(q, {}).split()[0]", [("", None)]),
        ("return {'a': (1, 2)}['a']", [("", None)]),
        ("return (1, 2) + (3,)", [("", 3)]),
        ("return [q] + q", [("", None)]),
        ("return [q] * 3", [("", 3)]),
        ("return [q] * q", [("", None)]),
        ("x = 1, 2\n return (*x, 3)", [("", 3)]),
        ("return tuple(y for y in (1, 2, 3))", [("", 3)]),
        ("return tuple(y for y in (1, 2, 3) if q)", [("", None)]),
        ("return [y for y in (1, 2)]", [("", 2)]),
        ("return [y for y in q]", [("", None)]),
        ("return list((1, q, 3))", [("", 3)]),
        ("g = lambda y: (y, 1)\n return g(q)", [("", 2)]),
        ("def g():\n  if q:\n   return 1, 2\n return g()", [("", 2), ("None", None)]),
        ("def g():\n  yield 1\n return g()", [("a generator", None)]),
        ("class G:\n  pass\n return G()", [("an object", None)]),
        ("class G(list):\n  pass\n return G()", [("", None)]),
        ("class G:\n  def __iter__(self): return iter('abc')\n return G()", [("", None)]),
        ("return print(q)", [("None", None)]),
    ],
)
def test_only_what_is_certain_is_told(body: str, expected: list[tuple[str, int | None]]) -> None:
    found = told(f"def solve(q):\n {body}\n")
    assert sorted(set(found), key=str) == sorted(set(expected), key=str)


ATOMS = st.sampled_from(
    [
        "1",
        "'a'",
        "None",
        "{}",
        "{1}",
        "q",
        "True",
        "(1, 2, 3)",
        "[1]",
        "f'{q}'",
        "str(q)",
        "len('a')",
        "dict()",
        "()",
        "x",
        "y",
        "helper(q)",
        "(q and 1)",
        "not q",
    ]
)
EXPRESSIONS = st.recursive(
    ATOMS,
    lambda inner: st.one_of(
        st.tuples(inner, inner).map(lambda pair: f"({pair[0]} if q else {pair[1]})"),
        st.tuples(inner, inner, inner).map(lambda parts: f"({', '.join(parts)})"),
        inner.map(lambda part: f"(z := {part})"),
    ),
    max_leaves=5,
)


@settings(deadline=None)
@given(EXPRESSIONS, EXPRESSIONS, EXPRESSIONS, EXPRESSIONS, st.booleans())
def test_what_is_certain_is_what_runs(first: str, second: str, inner: str, returned: str, both: bool) -> None:
    helper = f"def helper(q):\n    x = y = 5\n    return {inner.replace('helper(q)', 'q')}\n"
    again = f"    if q:\n        x = {second}\n" if both else ""
    start = f"    y = 'start'\n    x = {first.replace('x', '7')}\n"
    source = f"{helper}def solve(q):\n{start}{again}    y = x\n    return {returned}\n"
    forms = forms_of(source)
    names: dict[str, object] = {}
    exec(compile(source, "generated", "exec"), names)  # our own generated programs, free of effects
    for q in ("", "text"):
        value = names["solve"](q)  # type: ignore[operator]
        assert any(fits(form, value) for form in forms)


def fits(form: Form, value: object) -> bool:
    if form.length is not None:
        return isinstance(value, tuple | list) and len(value) == form.length
    return not form.kind or KINDS.get(type(value)) in form.kind.split(" or ")


def test_functions_that_call_each_other_again_and_again_are_looked_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    looked_at: list[ast.expr] = []
    forms = ReturnForms._forms

    def counted(self: ReturnForms, expression: ast.expr, depth: int) -> Iterator[Form]:
        looked_at.append(expression)
        return forms(self, expression, depth)

    monkeypatch.setattr(ReturnForms, "_forms", counted)
    names = [f"f{number}" for number in range(40)]
    calls = [
        f"def {name}(q):\n if q: return {other}(q)\n if q > 1: return {other}(q)\n"
        f" return {name}(q) if q else (1, 2, 3)\n"
        for name, other in zip(names, [*names[1:], names[0]], strict=True)
    ]
    found = told("".join(calls) + "def solve(q):\n return f0(q)\n")
    assert set(found) == {("", 3), ("", None)}
    assert len(looked_at) <= 10 * len(names)
