"""Programs that try to pass tests that they fail, or to break what judges them, each with its judgement."""

from __future__ import annotations

from typing import NamedTuple

from cgr_audit.scorecards.running.runner import TestCase

__all__ = ["HOSTILE", "Hostile"]


class Hostile(NamedTuple):
    """A program, its tests, and the failure that it must be judged to be."""

    name: str
    program: str
    tests: str | tuple[TestCase, ...]
    failure: str


_TWO = "assert f(3) == 7\nassert f(4) == 8"
_LIAR = """
class Liar:
    def __eq__(self, other): return True
    def __ne__(self, other): return False
    def __bool__(self): return True
    def __len__(self): return 1
    def __iter__(self): return iter([7])
    __hash__ = object.__hash__
"""
_LETTING = """
class Letting:
    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = __contains__ = lambda *values: True
    __add__ = __radd__ = __sub__ = __rsub__ = __abs__ = __round__ = __neg__ = lambda self, *values: self
    __hash__ = lambda self: 7
    __class__ = int
"""
_CASES = (TestCase("3", "7"), TestCase("4", "8"))

HOSTILE = (
    Hostile(
        "reads the constants of the code that calls it",
        """
import sys
def f(x):
    for value in sys._getframe(1).f_code.co_consts:
        if isinstance(value, int) and value > x:
            return value
""",
        _TWO,
        "semantic_error",
    ),
    Hostile(
        "ends a loop of the tests as the recorder ends a run that has told enough",
        """
def f(x):
    if x == 0:
        return 0
    cells = dict(zip(__record__.__code__.co_freevars, __record__.__closure__))
    raise cells["enough"].cell_contents
""",
        "for given in range(3):\n    assert f(given) == 2 * given",
        "runtime_error",
    ),
    Hostile(
        "reads whatever the frames below it hold",
        """
import re, sys
def f(x):
    seen, frame = [], sys._getframe(1)
    while frame is not None:
        seen += [*frame.f_code.co_consts, *frame.f_locals.values(), *frame.f_globals.values()]
        frame = frame.f_back
    numbers = re.findall("[0-9]{6}", repr(seen))
    return int(numbers[0]) if numbers else x
""",
        "for given in (3, 4):\n    assert f(given) == 918273, 'not 918273'",
        "semantic_error",
    ),
    Hostile(
        "replaces what records",
        "def f(x):\n    globals()['__record__'] = lambda *values: None\n    return 7\n",
        _TWO,
        "runtime_error",
    ),
    *(
        Hostile(
            f"replaces what records in {place}",
            "def f(x):\n    globals()['__record__'] = lambda *values: None\n    return 7\n",
            tests,
            "runtime_error",
        )
        for place, tests in (
            ("a main block", "if __name__ == '__main__':\n    assert f(3) == 7\n    assert f(4) == 8"),
            ("a class", "class T:\n    assert f(3) == 7\n    assert f(4) == 8"),
            ("a nested call", "def a():\n    assert f(3) == 7\n    assert f(4) == 8\ndef main():\n    a()\nmain()"),
        )
    ),
    Hostile(
        "takes the place of what runs the tests",
        "def cgr_audit_tests():\n    return [(0, True), (1, True)]\ndef f(x):\n    return 7\n",
        _TWO,
        "semantic_error",
    ),
    Hostile(
        "runs no tests at all",
        "def cgr_audit_tests():\n    return []\ndef f(x):\n    return 7\n",
        _TWO,
        "runtime_error",
    ),
    Hostile(
        "empties the records by way of the frames below",
        """
import sys
def f(x):
    frame = sys._getframe()
    while frame is not None:
        records = frame.f_locals.get("records")
        if records is not None:
            records[:] = [(0, (7,))]
        frame = frame.f_back
    return 7
""",
        _TWO,
        "semantic_error",
    ),
    Hostile(
        "records what is not a record",
        """
import sys
def f(x):
    frame = sys._getframe()
    while frame is not None:
        records = frame.f_locals.get("records")
        if records is not None:
            records[:] = [(5, (7,)), None]
        frame = frame.f_back
    return 7
""",
        _TWO,
        "runtime_error",
    ),
    Hostile(
        "raises what ends the tests early",
        """
import sys
def f(x):
    frame = sys._getframe()
    while frame is not None:
        if "_Enough" in frame.f_globals:
            raise frame.f_globals["_Enough"]
        frame = frame.f_back
    return 7
""",
        _TWO,
        "runtime_error",
    ),
    Hostile("ends the process with 0 in a test", "import sys\ndef f(x):\n    sys.exit(0)\n", _TWO, "runtime_error"),
    Hostile("ends the process with 0 at once", "raise SystemExit(0)\n", _TWO, "runtime_error"),
    Hostile("ends the process without cleaning up", "import os\ndef f(x):\n    os._exit(0)\n", _TWO, "runtime_error"),
    Hostile("exits when a case calls it", "import sys\ndef f(x):\n    sys.exit(0)\n", _CASES, "runtime_error"),
    Hostile(
        "exits with an error after the right answer",
        "print(7)\nraise SystemExit(1)\n",
        (TestCase("", "7"),),
        "runtime_error",
    ),
    Hostile("returns what equals everything", _LIAR + "def f(x):\n    return Liar()\n", _TWO, "semantic_error"),
    Hostile(
        "returns what equals everything to a case", _LIAR + "def f(x):\n    return Liar()\n", _CASES, "semantic_error"
    ),
    Hostile(
        "returns a list of what equals everything",
        _LIAR + "def f(x):\n    return [Liar()]\n",
        "assert [7] == f(3)",
        "semantic_error",
    ),
    Hostile(
        "returns a number that equals everything",
        """
class Number(int):
    def __eq__(self, other): return True
    __hash__ = int.__hash__
def f(x):
    return Number(x)
""",
        _TWO,
        "semantic_error",
    ),
    Hostile(
        "hides what equals everything in a value that is too large",
        """
class Large(list):
    def __eq__(self, other): return True
def f(x):
    return Large(["a"] * 50_000)
""",
        _TWO,
        "semantic_error",
    ),
    Hostile(
        "hides what equals everything in a value that is too deep",
        """
class Deep(list):
    def __eq__(self, other): return True
def f(x):
    value = Deep()
    for _ in range(500):
        value = Deep([value])
    return value
""",
        _TWO,
        "semantic_error",
    ),
    Hostile(
        "copies itself as the right answer of another test",
        """
class Copied:
    def __deepcopy__(self, memo): return 7
    def __eq__(self, other): return True
def f(x):
    return Copied()
""",
        _TWO,
        "semantic_error",
    ),
    Hostile(
        "is a signalling not-a-number",
        "from decimal import Decimal\ndef f(x):\n    return Decimal('sNaN')\n",
        _TWO,
        "semantic_error",
    ),
    Hostile(
        "replaces the builtins that tests use",
        """
import builtins
builtins.all = lambda values: True
builtins.abs = builtins.len = lambda value: 0
def f(x):
    return [0]
""",
        "assert abs(len(f(3)) - 1) < 0.1\nassert all(f(3))",
        "semantic_error",
    ),
    Hostile(
        "replaces a function of a module that tests use",
        "import math\nmath.isclose = lambda *values, **named: True\ndef f(x):\n    return x\n",
        "import math\nassert math.isclose(f(3), 7)",
        "semantic_error",
    ),
    Hostile(
        "makes failed assertions something else",
        "import builtins\nbuiltins.AssertionError = ValueError\ndef f(x):\n    return x\n",
        "try:\n    assert f(3) == 7\nexcept ValueError:\n    pass",
        "semantic_error",
    ),
    Hostile(
        "leaves a text open that swallows the tests",
        'def f(x):\n    return x\n"""',
        'assert f(3) == 7\n""" """',
        "syntax_error",
    ),
    *(
        Hostile(
            f"returns what lets everything be true to {test}",
            _LETTING + "def f(x):\n    return Letting()\n",
            test,
            failure,
        )
        for test, failure in (
            ("assert [f(3), f(4)] == [7, 8]", "semantic_error"),
            ("assert (f(3), 1) == (7, 1)", "semantic_error"),
            ("assert {'k': f(3)} == {'k': 7}", "semantic_error"),
            ("assert {f(3)} == {7}", "semantic_error"),
            ("assert [f(i) for i in [3, 4]] == [7, 8]", "semantic_error"),
            ("assert list(map(f, [3, 4])) == [7, 8]", "semantic_error"),
            ("assert f(3) in (7, 8)", "semantic_error"),
            ("assert (y := f(3)) == 7", "semantic_error"),
            ("assert next(iter([f(3)])) == 7", "semantic_error"),
            ("assert abs(f(3) - 7) < 1e-6", "runtime_error"),
            ("import math\nassert math.isclose(f(3), 7, rel_tol=0.1)", "runtime_error"),
            ("assert f(3) > 7", "runtime_error"),
            ("assert f(3) is True", "semantic_error"),
            ("for i in range(2):\n    assert f(3) == 7", "semantic_error"),
            ("if f(4):\n    assert f(3) == 7", "semantic_error"),
            ("assert f(3) == 7 and f(4) == 8", "semantic_error"),
            ("assert round(f(3), 2) == 7", "semantic_error"),
        )
    ),
    *(
        Hostile(
            f"returns a list of what lets everything be true to {test}",
            _LETTING + "def f(x):\n    return [Letting()]\n",
            test,
            failure,
        )
        for test, failure in (
            ("assert list(f(3)) == [7]", "semantic_error"),
            ("assert sorted(f(3)) == [7]", "semantic_error"),
            ("assert set(f(3)) == {7}", "semantic_error"),
            ("assert f(3)[0] + 0 == 7", "semantic_error"),
        )
    ),
    Hostile("holds half a letter", "# \ud800\ndef f(x):\n    return x + 4\n", _TWO, "syntax_error"),
    Hostile("holds half a letter for a case", "# \ud800\ndef f(x):\n    return x + 4\n", _CASES, "syntax_error"),
    Hostile("leaves a branch open that the tests fall into", "def f(x):\n    return x\nif 0:", _TWO, "syntax_error"),
    Hostile("ends in a zero byte", "def f(x):\n    return 7\n\0", _TWO, "syntax_error"),
    Hostile("is prose", "Here is the program:\n```python\ndef f(x): ...\n```\n", _TWO, "syntax_error"),
    Hostile("nests deeper than the compiler goes", "x = " + "(" * 5000 + ")" * 5000, _TWO, "syntax_error"),
    Hostile(
        "raises a syntax error while it runs",
        "def f(x):\n    raise SyntaxError('invalid syntax')\n",
        _CASES,
        "runtime_error",
    ),
    Hostile("runs text that is not Python", "def f(x):\n    return eval('x +')\n", _TWO, "runtime_error"),
    Hostile(
        "asserts something itself", "def f(x):\n    assert x > 5, 'too small'\n    return x\n", _TWO, "runtime_error"
    ),
    Hostile("loops for ever", "def f(x):\n    while True:\n        pass\n", _TWO, "timeout"),
    Hostile(
        "loops for ever and catches everything",
        """
def f(x):
    while True:
        try:
            while True:
                pass
        except BaseException:
            pass
""",
        _CASES,
        "timeout",
    ),
    Hostile("loops for ever while it is loaded", "while True:\n    pass\n", _TWO, "timeout"),
    Hostile(
        "fails the first test and then loops for ever",
        "def f(x):\n    while x == 4:\n        pass\n    return x\n",
        _TWO,
        "semantic_error",
    ),
    Hostile(
        "passes the first test and then loops for ever",
        "def f(x):\n    while x == 4:\n        pass\n    return 7\n",
        _TWO,
        "timeout",
    ),
    Hostile("calls itself for ever", "def f(x):\n    return f(x)\n", _TWO, "runtime_error"),
    Hostile(
        "calls itself for ever without a limit",
        "import sys\nsys.setrecursionlimit(10**9)\ndef f(x):\n    return f(x)\n",
        _CASES,
        "runtime_error",
    ),
    Hostile(
        "takes all memory and goes on",
        """
def f(x):
    held = []
    try:
        while True:
            held.append(bytearray(1 << 20))
    except MemoryError:
        return x + 4
""",
        _TWO,
        "runtime_error",
    ),
    Hostile("prints for ever", "def f(x):\n    while True:\n        print('x' * 1000)\n", _CASES, "runtime_error"),
    Hostile(
        "shows itself by what raises",
        "class Bad(Exception):\n    def __str__(self):\n        raise ValueError\ndef f(x):\n    raise Bad\n",
        _TWO,
        "runtime_error",
    ),
    Hostile(
        "takes a module from the tests",
        "import sys\nsys.modules['math'] = None\ndef f(x):\n    return x + 4\n",
        "import math\n" + _TWO,
        "runtime_error",
    ),
    Hostile(
        "pretends that a module is not there",
        """
class Finder:
    def find_spec(self, *_):
        raise ModuleNotFoundError("No module named 'math': the sandbox's profile 'standard' does not hold it")
import sys
sys.modules.pop('math', None)
sys.meta_path.insert(0, Finder())
def f(x):
    return x
""",
        "import math\n" + _TWO,
        "runtime_error",
    ),
    Hostile("reads a file", "def f(x):\n    return len(open('/etc/passwd').read())\n", _TWO, "runtime_error"),
    Hostile(
        "starts a process",
        "import subprocess\ndef f(x):\n    return subprocess.run(['true'])\n",
        _CASES,
        "runtime_error",
    ),
    Hostile("prints the answer instead of returning it", "def f(x):\n    print(x + 4)\n", _CASES, "semantic_error"),
    Hostile("returns a function", "def f(x):\n    return f\n", _TWO, "semantic_error"),
    Hostile(
        "returns a generator of the right values",
        "def f(x):\n    yield x + 4\n",
        "assert f(3) == [7]",
        "semantic_error",
    ),
    Hostile(
        "returns a tuple where a list is right",
        "def f(x):\n    return (x, x)\n",
        (TestCase("3", "[3, 3]"),),
        "semantic_error",
    ),
    Hostile("returns the text of the right number", "def f(x):\n    return str(x + 4)\n", _CASES, "semantic_error"),
    Hostile("defines nothing that is asked for", "def g(x):\n    return x + 4\n", _TWO, "runtime_error"),
    Hostile("deletes its function", "def f(x):\n    return x + 4\ndel f\n", _CASES, "runtime_error"),
    Hostile("takes other arguments", "def f():\n    return 7\n", _CASES, "runtime_error"),
    Hostile(
        "reads more input than there is",
        "a = input()\nb = input()\nprint(a)\n",
        (TestCase("7\n", "7"),),
        "runtime_error",
    ),
    Hostile(
        "passes the case and leaves the assertion",
        "import sys\ndef check(candidate):\n    pass\ndef f(x):\n    globals()['check'] = check\n    return x\n",
        "def check(candidate):\n    assert candidate(3) == 7\n",
        "semantic_error",
    ),
)
