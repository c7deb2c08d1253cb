"""What loops of tests go through, written out: the same rows as Python gives, and nothing if that cannot be said."""

from __future__ import annotations

import ast
from typing import Any

import pytest

from cgr_audit.scorecards.running.loop_headers import with_written_headers

WRITTEN = [
    "range(3)",
    "range(5, 1, -2)",
    "range(0)",
    "zip([1, 2], 'ab')",
    "zip(range(3), reversed([1, 2, 3]))",
    "enumerate(['a', 'b'], 5)",
    "enumerate(sorted([3, 1]))",
    "{'a': 1}.items()",
    "range(len([7, 8]))",
    "list((1, 2))",
    "zip(table, tuple(table))",
]
LEFT = [
    "range(2000)",
    f"range({10**30})",
    "range(1, 2, 0)",
    "range('a')",
    "zip([1], f(2))",
    "f(3)",
    "enumerate(5)",
    "sorted([1, 'a'])",
    "map(str, [1])",
    "range(stop=3)",
]


def rewritten(tests: str, entry: str | None = "f") -> str:
    return ast.unparse(with_written_headers(ast.parse(tests), entry))


def rows_of(tests: str) -> list[Any]:
    space: dict[str, Any] = {}
    exec(tests, space)
    rows: list[Any] = space["rows"]
    return rows


@pytest.mark.parametrize("header", WRITTEN)
def test_a_header_is_written_out_as_what_python_gives(header: str) -> None:
    tests = f"table = [1, 2]\nrows = []\nfor row in {header}:\n    rows.append(row)\n"
    written = rewritten(tests)
    assert header not in written
    assert rows_of(written) == rows_of(tests)


@pytest.mark.parametrize("header", LEFT)
def test_a_header_that_cannot_be_worked_out_stays(header: str) -> None:
    assert header in rewritten(f"for row in {header}:\n    assert f(row)\n")


@pytest.mark.parametrize(
    "tests",
    [
        "def range(n):\n    return [n]\nfor row in range(3):\n    assert f(row)",
        "from program import zip\nfor row in zip([1], [2]):\n    assert f(row)",
        "range = f\nfor row in range(3):\n    assert f(row)",
    ],
)
def test_a_name_that_the_tests_bind_means_what_they_say(tests: str) -> None:
    assert rewritten(tests) == tests


def test_a_function_that_is_tested_may_be_called_as_a_builtin() -> None:
    tests = "for row in sorted([2, 1]):\n    assert row"
    assert rewritten(tests, "sorted") == tests
    assert rewritten(tests) == "for row in [1, 2]:\n    assert row"


def test_a_table_that_something_else_may_change_is_left_alone() -> None:
    tests = "table = [1, 2]\ntable.append(3)\nfor row in list(table):\n    assert f(row)"
    assert rewritten(tests) == tests
