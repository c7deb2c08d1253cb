"""The profile with sympy and mpmath: the same sandbox, and their numbers as numbers."""

from __future__ import annotations

from fractions import Fraction

import pytest

from cgr_audit.sandbox.component import COMPONENT_FOLDER
from cgr_audit.sandbox.interpreter import Interpreter
from cgr_audit.sandbox.limits import Limits
from cgr_audit.sandbox.outcome import Completed, GuestError, LimitExceeded, Run
from cgr_audit.sandbox.sandbox import Sandbox
from cgr_audit.sandbox.values import Instance, json_view, plain
from cgr_audit.solvers.constant import ConstantSolver
from cgr_audit.source.contract import parse_contract

CONTRACT = """
name = "science"
[entry]
kind = "script"
[returns]
shape = "variable"
variable = "ans"
answer = "number"
[imports]
profile = "science"
"""


@pytest.fixture(scope="module")
def science() -> Sandbox:
    if not (COMPONENT_FOLDER / "science.wasm").is_file():
        pytest.fail("the component of the profile `science` is not built here; installing the package builds it")
    return Sandbox(Interpreter("science"), Limits(), parse_contract(CONTRACT, "science.toml"))


def run(science: Sandbox, source: str) -> Run:
    return science.run(("from sympy import *\n" + source).encode(), None, ConstantSolver(""), 0)


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("solve(Symbol('x', positive=True)**2 - 9)[0]", 3),
        ("Integer(10)**30", 10**30),
        ("Rational(1, 3)", Fraction(1, 3)),
        ("S.Half", Fraction(1, 2)),
        ("S.Zero", 0),
        ("sqrt(2).evalf()", 2**0.5),
        ("Float('1e400')", float("inf")),
        ("-Float('1e400')", float("-inf")),
        ("Float('1e-400')", 0.0),
        ("Float('1.7976931348623157e308', 30)", 1.7976931348623157e308),
        ("Float('1.79769313486231590e308', 30)", float("inf")),
        ("Float('5e-324', 30)", 5e-324),
        ("Float('1e1000000000')", float("inf")),
        ("-Float('0.1')", -0.1),
        ("oo", float("inf")),
        ("integrate(Symbol('x')**2, (Symbol('x'), 0, 1))", Fraction(1, 3)),
        ("__import__('mpmath').mpf('0.1') * 3", 0.1 * 3),
        ("__import__('mpmath').mpf('inf')", float("inf")),
        ("nsolve(Symbol('x')**3 - 8, 1)", 2.0),
        ("5 * sqrt(3)", 8.660254037844387),
        ("pi", 3.141592653589793),
        ("sqrt(2)**2 - 2 + sqrt(2) * (sqrt(8) - 2 * sqrt(2))", 0),
        ("cos(1) + log(3) * E", 3.5266401266764653),
    ],
)
def test_numbers_of_sympy_and_mpmath_are_numbers(science: Sandbox, expression: str, value: object) -> None:
    outcome = run(science, f"ans = {expression}\n").outcome
    assert isinstance(outcome, Completed)
    assert plain(outcome.value) == value
    assert outcome.contract_broken is None


def test_an_expression_is_no_number(science: Sandbox) -> None:
    outcome = run(science, "ans = Symbol('x') + 1\n").outcome
    assert outcome == Completed(Instance("Add", None, 0), "returned an object of type Add, which is not a value")
    assert json_view(run(science, "ans = [zoo, nan, true, Eq(Symbol('x'), 1)]\n").value) == [
        "<ComplexInfinity>",
        "nan",
        True,
        "<Equality>",
    ]


def test_constant_expressions_inside_containers_are_numbers(science: Sandbox) -> None:
    value = run(science, "a = sqrt(2)\nans = [a, (a, {a: pi / 2}), Symbol('x')]\n").value
    assert plain(run(science, "ans = 1 + 2 * I\n").value) == 1 + 2j
    assert json_view(value) == [2**0.5, [2**0.5, {"1.4142135623730951": 1.5707963267948966}], "<Symbol>"]


def test_an_expression_that_a_program_makes_worth_something_is_its_own_affair(science: Sandbox) -> None:
    own = """
class Mine(Expr):
    def __float__(self):
        raise SystemExit(3)
ans = Mine()
"""
    assert run(science, own).outcome == GuestError("SystemExit", "3", 5)
    endless = own.replace("raise SystemExit(3)", "while True: pass")
    assert isinstance(run(science, endless).outcome, LimitExceeded)
    text = own.replace("raise SystemExit(3)", "return 'B'")
    assert run(science, text).value == Instance("Mine", None, 0)
    looks_around = own.replace("raise SystemExit(3)", "return float(sys._getframe().f_back is None)")
    assert plain(run(science, "import sys\n" + looks_around).value) == 1.0


def test_a_list_that_holds_itself_is_still_no_value(science: Sandbox) -> None:
    outcome = run(science, "ans = [sqrt(2)]\nans.append(ans)\n").outcome
    assert isinstance(outcome, GuestError)
    assert outcome.message.startswith("the returned value is nested")


def test_every_function_that_sympy_imports_late_is_there(science: Sandbox) -> None:
    source = """
from sympy.stats import Die, P
from sympy.geometry import Point, Triangle
x, y = symbols("x y")
ans = len(str([
    factor(x**4 - 1), apart(1 / (x**2 - 1)), series(sin(x), x, 0, 4), limit(sin(x) / x, x, 0),
    dsolve(Function("f")(x).diff(x) - x), Matrix([[1, 2], [3, 4]]).eigenvals(), primerange(2, 20), factorint(360),
    P(Die("D") > 3), Triangle(Point(0, 0), Point(1, 0), Point(0, 1)).area, linsolve([x + y - 2, x - y], x, y),
    solveset(x**2 - 1, x), summation(x, (x, 1, 10)), sympify("x + 1"), latex(x**2), binomial(5, 2),
    simplify(sin(x)**2 + cos(x)**2), solve_univariate_inequality(x**2 < 4, x), nsimplify(0.333333, rational=True),
])) > 0
ans = 1 if ans else 0
"""
    assert run(science, source).outcome == Completed(1)


def test_what_the_profile_does_not_hold_is_an_import_error(science: Sandbox) -> None:
    message = "No module named 'numpy': the sandbox's profile 'science' does not hold it"
    assert run(science, "import numpy\n").outcome == GuestError("ModuleNotFoundError", message, 2)
    assert isinstance(run(science, "import ctypes\n").outcome, GuestError)
    assert science.interpreter.imports() == ("solver-call",)


def test_the_same_program_takes_the_same_fuel(science: Sandbox) -> None:
    source = "ans = solve(Symbol('x')**2 - 5 * Symbol('x') + 6)[0]\n"
    first, again = run(science, source), run(science, source)
    assert (first.outcome, first.fuel) == (again.outcome, again.fuel)
