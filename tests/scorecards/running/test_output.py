"""What functions return and scripts print."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cgr_audit.sandbox.outcome import HostFailure, Run
from cgr_audit.sandbox.values import value_literal
from cgr_audit.scorecards.running.output import FunctionCall, Output, ScriptRun, Unknown
from cgr_audit.scorecards.running.sandboxes import Sandboxes
from tests.scorecards.running.tested_programs import outputs


def alike(text: str) -> Output:
    """An output whose text is an expression of it."""
    return Output(text, text)


def not_fixed(reason: str) -> Output:
    return Output(unknown=Unknown.OUTPUT_NOT_FIXED, reason=reason)


@pytest.mark.parametrize(
    ("call", "output"),
    [
        (FunctionCall("def f(x):\n    return x, 'a', None, 1.5\n", "[1]"), alike("([1], 'a', None, 1.5)")),
        (FunctionCall("def g(x):\n    return x\ndef h(x):\n    return -x\n", "1", "g"), alike("1")),
        (FunctionCall("def g(x=input):\n    return 5\n", ""), alike("5")),
        (FunctionCall("class Solution:\n    def go(self, x):\n        return x\n", "true"), alike("True")),
        (ScriptRun("print(input() + '!')\n", "hi\n"), alike("hi!\n")),
        (ScriptRun("print(1)\nexit_code = 0\nraise SystemExit\n", ""), alike("1\n")),
        (
            FunctionCall("def f():\n    return 1 / 0\n", ""),
            Output(failure="line 2: ZeroDivisionError: division by zero"),
        ),
        (FunctionCall("def f(:\n", ""), Output(failure="line 1: SyntaxError: invalid syntax")),
        (FunctionCall("x =", ""), Output(failure="line 1: SyntaxError: invalid syntax")),
        (
            FunctionCall("def f(x):\n    return x\n", "(1"),
            Output(unknown=Unknown.INPUT_UNUSABLE, reason="the input is not an argument list"),
        ),
        (
            FunctionCall("def f(x):\n    return x\n", "y"),
            Output(failure="NameError: the arguments use an unknown name: name 'y' is not defined"),
        ),
        (ScriptRun("print(1 / 0)\n", ""), Output(failure="line 1: ZeroDivisionError: division by zero")),
        (
            FunctionCall("def f():\n    return 10 ** 5000\n", ""),
            Output(
                failure="ValueError: Exceeds the limit (4300 digits) for integer string conversion; use "
                "sys.set_int_max_str_digits() to increase the limit"
            ),
        ),
    ],
)
def test_an_output_is_what_python_writes_or_why_there_is_none(call: FunctionCall | ScriptRun, output: Output) -> None:
    assert outputs([call], jobs=1) == [output]


IMPORTS = (
    "import enum, datetime, decimal, fractions, re\n"
    "from collections import *\nfrom dataclasses import dataclass\n"
    "Pair = namedtuple('Pair', 'x y')\n"
    "@dataclass\nclass Point:\n    x: int\n    y: object = None\n"
    "class Color(enum.Enum):\n    RED = 1\n"
    "class Own:\n    def __repr__(self): return 'Own!'\n"
    "class Name(str): pass\n"
    "class Bad:\n    def __repr__(self): raise KeyError('k')\n"
    "def looped():\n    a = [1]\n    a.append(a)\n    return a\n"
)


@pytest.mark.parametrize(
    ("value", "output"),
    [
        ("Counter('abca')", Output("Counter({'a': 2, 'b': 1, 'c': 1})", "{'a': 2, 'b': 1, 'c': 1}")),
        ("[Counter('a')]", Output("[Counter({'a': 1})]", "[{'a': 1}]")),
        ("defaultdict(list, a=[1])", Output("defaultdict(<class 'list'>, {'a': [1]})", "{'a': [1]}")),
        ("OrderedDict(a=1)", Output("OrderedDict({'a': 1})", "{'a': 1}")),
        ("deque([1, 'a'], 3)", Output("deque([1, 'a'], maxlen=3)")),
        ("Pair(1, 'a')", Output("Pair(x=1, y='a')", "(1, 'a')")),
        ("{'k': Point(1, [Pair(2, 3)])}", Output("{'k': Point(x=1, y=[Pair(x=2, y=3)])}")),
        ("Color.RED, Color", Output("(<Color.RED: 1>, <enum 'Color'>)")),
        ("Own()", Output("Own!")),
        ("[Own(), 'Own!']", Output("[Own!, 'Own!']")),
        ("Own", Output("<class '__main__.Own'>")),
        ("int", Output("<class 'int'>")),
        ("Name('a')", Output("'a'", "'a'")),
        ("datetime.date(2020, 1, 2)", Output("datetime.date(2020, 1, 2)")),
        ("decimal.Decimal('1.50')", Output("Decimal('1.50')", "Decimal('1.50')")),
        ("fractions.Fraction(2, 4)", Output("Fraction(1, 2)", "Fraction(1, 2)")),
        ("ValueError('no')", Output("ValueError('no')")),
        ("re.match('a', 'ab')", Output("<re.Match object; span=(0, 1), match='a'>")),
        ("{1: 2}.items(), range(3), ...", Output("(dict_items([(1, 2)]), range(0, 3), Ellipsis)")),
        ("[float('inf'), -float('inf'), float('nan')]", Output("[inf, -inf, nan]", "[1e999, -1e999, float('nan')]")),
        ("complex(0, -0.0), 1j", Output("(-0j, 1j)", "(complex(0.0, -0.0), 1j)")),
        ("b'a\\x00', bytearray(b'b')", alike("(b'a\\x00', bytearray(b'b'))")),
        ("{30, 1, 8}", Output("{8, 1, 30}", "{1, 30, 8}")),
        ("set(range(9, -1, -1))", alike("{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}")),
        ("frozenset({'a'}), set(), frozenset()", alike("(frozenset({'a'}), set(), frozenset())")),
        ("{True, False}", Output("{False, True}", "{False, True}")),
        ("'stored at 0x1f'", alike("'stored at 0x1f'")),
        ("'é\\u200b'", alike("'é\\u200b'")),
        ("looped()", Output(failure="ValueError: the returned value is nested too deeply or contains itself")),
    ],
)  # fmt: skip
def test_the_text_is_what_repr_gives(value: str, output: Output) -> None:
    assert outputs([FunctionCall(f"{IMPORTS}def f():\n    return {value}\n", "")], jobs=1) == [output]


@pytest.mark.parametrize(
    "value",
    [
        "{'a', 'b'}", "[{1.5, 2}]", "{(1, 2), (3, 4)}", "Counter({frozenset('ab'): 1})", "{-1, 1}",
        "{1 << 31, 1}", "{0, 13, 5}", "{1, 17}", "frozenset([0, 8])", "Pair({None, 1}, 1)",
    ],
)  # fmt: skip
def test_a_set_in_no_fixed_order_has_no_output(value: str) -> None:
    said = "it gives a set whose items are in no fixed order"
    assert outputs([FunctionCall(f"{IMPORTS}def f():\n    return {value}\n", "")], jobs=1) == [not_fixed(said)]


@pytest.mark.parametrize(
    "value", ["object()", "f", "[lambda: 1]", "(x for x in 'a')", "{'a': map(len, [])}", "Point(1, object())"]
)
def test_an_object_that_is_written_with_its_address_has_no_output(value: str) -> None:
    (output,) = outputs([FunctionCall(f"{IMPORTS}def f():\n    return {value}\n", "")], jobs=1)
    assert output.unknown is Unknown.OUTPUT_NOT_FIXED
    assert (output.reason or "").startswith("it gives the address of an object, which is another one in every run: ")


VARYING = "import random, time, datetime, uuid, os\nfrom collections import Counter\nx = 1\n"


@pytest.mark.parametrize(
    "value",
    [
        "random.random()", "random.choice(range(10**9))", "time.time()", "datetime.date.today().year", "id(x)",
        "hash('a')", "str(uuid.uuid4())", "os.urandom(4)", "[f'{time.monotonic():.3f}']", "str(object())",
    ],
)  # fmt: skip
def test_an_output_that_depends_on_chance_time_or_addresses_is_not_fixed(value: str) -> None:
    found = outputs(
        [FunctionCall(f"{VARYING}def f():\n    return {value}\n", ""), ScriptRun(f"{VARYING}print({value})\n", "")],
        jobs=1,
    )
    assert [output.unknown for output in found] == [Unknown.OUTPUT_NOT_FIXED] * 2


@pytest.mark.parametrize(
    "value",
    [
        "random.Random(3).randrange(9)", "sorted(random.sample(range(3), 3))", "round(time.time() - time.time())",
        "hash(5)", "id(x) == id(x)", "datetime.date(2020, 1, 2).year", "Counter('aab')['a']", "len({'a', 'b'})",
    ],
)  # fmt: skip
def test_an_output_that_is_the_same_in_every_run_is_fixed_whatever_its_program_reaches(value: str) -> None:
    found = outputs(
        [FunctionCall(f"{VARYING}def f():\n    return {value}\n", ""), ScriptRun(f"{VARYING}print({value})\n", "")],
        jobs=1,
    )
    assert [output.unknown for output in found] == [None] * 2
    assert (found[1].text or "").rstrip("\n") == found[0].text


def test_chance_that_a_program_seeds_itself_is_fixed() -> None:
    program = "import random\nrandom.seed(7)\nprint(random.random())\n"
    assert outputs([ScriptRun(program, "")], jobs=1) == [alike("0.32383276483316237\n")]


@pytest.mark.parametrize(
    ("printed", "reason"),
    [
        ("{'a', 'b', 'c'}", "it prints a set whose items are in no fixed order: {"),
        ("1, [{(1, 2), (3, 4)}]", "it prints a set whose items are in no fixed order: {"),
        ("object()", "it prints the address of an object, which is another one in every run: at 0x"),
        ("len, [lambda: 1]", "it prints the address of an object, which is another one in every run: at 0x"),
    ],
)
def test_what_a_script_prints_shows_where_it_is_not_fixed(printed: str, reason: str) -> None:
    (output,) = outputs([ScriptRun(f"print({printed})\n", "")], jobs=1)
    assert output.unknown is Unknown.OUTPUT_NOT_FIXED
    assert (output.reason or "").startswith(reason)


@pytest.mark.parametrize(
    "printed", ["{1, 2, 3}", "{'a': {1}}", "'{a, b}'", "'{' * 50_000", "set()", "{'a'}", "'{1, }}'"]
)
def test_what_a_script_prints_in_braces_is_fixed_where_it_is_no_set_of_several_texts(printed: str) -> None:
    (output,) = outputs([ScriptRun(f"print({printed})\n", "")], jobs=1)
    assert output.unknown is None


def test_a_repr_that_raises_is_a_failure() -> None:
    program = f"{IMPORTS}def f():\n    return [Bad()]\n"
    (output,) = outputs([FunctionCall(program, "")], jobs=1)
    assert output == Output(failure="line 15: KeyError: k")


def test_names_that_a_program_gives_to_something_else_do_not_change_what_is_written() -> None:
    program = "def repr(x):\n    return 1\nlist = type = 2\n" + IMPORTS + "def f():\n    return Counter('a')\n"
    assert outputs([FunctionCall(program, "", "f")], jobs=1) == [Output("Counter({'a': 1})", "{'a': 1}")]


TEXT = st.text(st.characters(max_codepoint=0x2FF))
"""Letters that every version of Unicode has."""
PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.complex_numbers() | TEXT | st.binary(),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.lists(inner, max_size=4).map(tuple)
        | st.dictionaries(TEXT | st.integers() | st.floats(allow_nan=False), inner, max_size=4)
        | st.sets(st.integers(0, 7), max_size=8)
        | st.frozensets(TEXT, max_size=1)
    ),
    max_leaves=8,
)


@settings(max_examples=6, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(PLAIN, min_size=20, max_size=20))
def test_of_plain_values_the_text_is_what_the_hosts_python_writes(values: list[object]) -> None:
    calls = [FunctionCall(f"def f():\n    return {value_literal(value)}\n", "") for value in values]
    assert [output.text for output in outputs(calls, jobs=2)] == list(map(repr, values))


def test_a_fault_of_the_sandbox_is_no_output_and_no_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    broken = Run(HostFailure("no more file descriptors"), (), 0, (), "", 0.0, "")
    monkeypatch.setattr(Sandboxes, "run", lambda *_, **__: broken)
    (output,) = outputs([FunctionCall("def f():\n    return 1\n", "")], jobs=1)
    assert output == Output(unknown=Unknown.SANDBOX_FAILED, reason="compiling: no more file descriptors")
