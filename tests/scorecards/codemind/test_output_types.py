"""Of which type an output is as it is written."""

from __future__ import annotations

import warnings

import pytest

from cgr_audit.scorecards.codemind.case import Case
from cgr_audit.scorecards.codemind.output_types import OutputType, RowTypes, output_type


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("12", OutputType.INT),
        (" -3\n", OutputType.INT),
        ("2.50", OutputType.DECIMAL),
        ("1e-9", OutputType.DECIMAL),
        ("nan", OutputType.DECIMAL),
        ("-inf", OutputType.DECIMAL),
        ("'abc'", OutputType.STRING),
        ("abc", OutputType.STRING),
        ("", OutputType.STRING),
        ("The output is 5.", OutputType.STRING),
        ("True", OutputType.BINARY),
        ("False", OutputType.BINARY),
        ("[1, 'a']", OutputType.LIST),
        ("(1,)", OutputType.TUPLE),
        ("()", OutputType.TUPLE),
        ("(1)", OutputType.INT),
        ("1, 2", OutputType.TUPLE),
        ("{}", OutputType.DICT),
        ("{1: 2}", OutputType.DICT),
        ("{1, 2}", OutputType.SET),
        ("set()", OutputType.SET),
        ("tuple([1, 2, 3])", OutputType.TUPLE),
        ("None", OutputType.NONE),
        ("b'x'", OutputType.OTHER),
        ("1j", OutputType.OTHER),
        ("sys.getsizeof((1, 2))", OutputType.OTHER),
        ("[1.0, inf]", OutputType.LIST),
        ("[nan]", OutputType.LIST),
        ("(1, nan)", OutputType.TUPLE),
        ("{'a': inf}", OutputType.DICT),
        ("{inf, 1}", OutputType.SET),
        ("hello, world", OutputType.STRING),
        ("Counter({'a': 1})", OutputType.DICT),
        ("defaultdict(<class 'list'>, {'a': [1]})", OutputType.DICT),
        ("f(1 and then 2)", OutputType.STRING),
        ("OrderedDict([('a', 1)])", OutputType.DICT),
        ("collections.Counter('ab')", OutputType.DICT),
        ("deque([1, 2])", OutputType.OTHER),
        ("frozenset({1})", OutputType.SET),
        ("Point(x=1, y=2)", OutputType.OTHER),
        ("<Color.RED: 1>", OutputType.OTHER),
        ("<class 'int'>", OutputType.OTHER),
        ("Ellipsis", OutputType.OTHER),
        ("...", OutputType.OTHER),
        ("NotImplemented", OutputType.OTHER),
        ("`[1]`", OutputType.LIST),
        ("7[END-OF-RESPONSE]", OutputType.INT),
    ],
)
def test_an_output_is_of_the_type_of_its_literal(text: str, kind: OutputType) -> None:
    assert output_type(text) is kind


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("[" + "1, " * 2_000 + "1]", OutputType.LIST),
        ("(" + "1, " * 2_000 + "1)", OutputType.TUPLE),
        ("{" + "1, " * 2_000 + "1}", OutputType.SET),
        ("{1: " + "1" * 3_000 + "}", OutputType.DICT),
        ("-" + "1" * 3_000, OutputType.INT),
        ("'" + "1" * 3_000 + "'", OutputType.STRING),
        ("[" * 50_000, OutputType.STRING),
        ("[" * 900 + "]" * 900, OutputType.LIST),
        ("(" * 500 + "1," + ")" * 500, OutputType.TUPLE),
        ("{1: " * 400 + "2" + "}" * 400, OutputType.DICT),
        ("[" * 900, OutputType.STRING),
        ("-" * 1_999 + "1", OutputType.STRING),
        ("9" * 100_000, OutputType.INT),
        ("{" + "a" * 3_000 + "}", OutputType.SET),
        ("Counter({" + "1: 1, " * 2_000 + "})", OutputType.DICT),
        ("deque([" + "1, " * 2_000 + "])", OutputType.OTHER),
    ],
    ids=range(16),
)
def test_a_text_that_is_too_much_for_a_parser_has_a_type_too(text: str, kind: OutputType) -> None:
    assert output_type(text) is kind


def test_what_the_parser_warns_of_in_outputs_is_not_said() -> None:
    case = Case.of({"expected": "1if 2else 3", "predicted": "0x1for x in y"})
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        types = RowTypes.of([case])
    assert caught == []
    assert (types.expected, types.predicted) == ((OutputType.STRING,), (OutputType.STRING,))


@pytest.mark.parametrize(
    ("program", "kind"),
    [
        ("from collections import namedtuple\nPair = namedtuple('Pair', 'x y')\n", OutputType.TUPLE),
        ("import typing\nPair = typing.NamedTuple('Pair', [('x', int), ('y', int)])\n", OutputType.TUPLE),
        ("class Pair(NamedTuple):\n    x: int\n    y: int\n", OutputType.TUPLE),
        ("class Pair(namedtuple('Pair', 'x y')):\n    pass\n", OutputType.TUPLE),
        ("@dataclass\nclass Pair:\n    x: int\n    y: int\nOther = namedtuple('Other', 'x')\n", OutputType.OTHER),
        ("Pair = 3\n", OutputType.OTHER),
        (None, OutputType.OTHER),
    ],
)
def test_an_instance_of_what_the_program_makes_a_named_tuple_is_a_tuple(program: str | None, kind: OutputType) -> None:
    types = RowTypes.of([Case.of({"program": program, "expected": "Pair(x=1, y=2)", "predicted": "Pair(1, 2)"})])
    assert (types.expected, types.predicted) == ((kind,), (kind,))
