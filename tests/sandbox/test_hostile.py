"""Programs that try to get out, to get more, or to get another outcome: each ends in its typed one.

Every row of the table "What the raw mechanism does" in the specification has its tests here or in `test_metering.py`.
"""

from __future__ import annotations

import pytest

from cgr_audit.sandbox.limits import Limits
from cgr_audit.sandbox.outcome import Completed, Crashed, GuestError, Limit, LimitExceeded, Run

from .conftest import RunProgram

SMALL = Limits(fuel=300_000_000, memory=64 << 20)


def body(text: str) -> str:
    return "def solve(question):\n" + "".join(f"    {line}\n" for line in text.splitlines())


def limit_of(result: Run) -> Limit | None:
    return result.outcome.limit if isinstance(result.outcome, LimitExceeded) else None


@pytest.mark.parametrize(
    "text",
    [
        "while True: pass",
        "return sum(range(10**12))",
        "return 9 ** 9 ** 9",
        "import re\nreturn re.match(r'(a+)+$', 'a' * 60 + 'b')",
        "while True:\n    try:\n        while True: pass\n    except BaseException: pass",
        "return list(zip(*[iter(int, 1)] * 2))[0:0] if False else max(iter(int, 1))",
        "import itertools\nreturn sum(1 for _ in itertools.count())",
        "return sorted(range(10**6), key=lambda n: -n) and ('a' * 10**6).count('ab' * 10**5) and solve(question)",
    ],
)
def test_endless_work_runs_out_of_fuel(run: RunProgram, text: str) -> None:
    result = run(body(text), limits=SMALL)
    assert limit_of(result) is Limit.FUEL
    assert result.outcome == LimitExceeded(Limit.FUEL, SMALL.fuel, SMALL.fuel)
    assert result.fuel == SMALL.fuel


@pytest.mark.parametrize(
    "text",
    [
        "hold = []\nwhile True: hold.append('x' * 10**6)",
        "return [0] * 10**8",
        "return bytearray(200 << 20)",
        "hold = 'x'\nwhile True: hold += hold",
        "hold = []\nwhile True: hold.append(bytes(4000))",
        "hold = {}\nwhile True: hold[len(hold)] = ' ' * 5000",
        "hold = []\nwhile True:\n    try: hold.append('x' * 10**6)\n    except MemoryError: return 'A'",
        "try:\n    return [0] * 10**8\nexcept BaseException:\n    return 'A'",
        "import contextlib\nwith contextlib.suppress(MemoryError):\n    bytearray(200 << 20)\nreturn 'A'",
        "return 1 << 10**9",
    ],
)
def test_memory_that_cannot_be_had_ends_the_run_whatever_is_caught(run: RunProgram, text: str) -> None:
    assert limit_of(run(body(text), limits=Limits(memory=64 << 20))) is Limit.MEMORY


def test_a_memory_error_that_the_program_raises_itself_is_its_own(run: RunProgram) -> None:
    assert run(body("raise MemoryError")).outcome == GuestError("MemoryError", "", 2)
    assert run(body("try:\n    raise MemoryError()\nexcept MemoryError:\n    return 1")).outcome == Completed(1)


def test_a_memory_limit_below_what_the_interpreter_needs_is_exceeded_at_once(run: RunProgram) -> None:
    result = run(body("return 1"), limits=Limits(memory=1 << 20))
    assert result.outcome == LimitExceeded(Limit.MEMORY, 1 << 20, None)


def test_recursion_is_an_ordinary_error(run: RunProgram) -> None:
    for text in (
        "def f(): return f()\nreturn f()",
        "class A:\n    def __repr__(self): return repr(self)\nreturn repr(A())",
        "import re\nreturn re.compile('(' * 5000 + ')' * 5000)",
        "return eval('-' * 3000 + '1')",
    ):
        outcome = run(body(text)).outcome
        assert isinstance(outcome, GuestError), text
        assert outcome.type_name == "RecursionError", text


@pytest.mark.parametrize(
    "text",
    [
        "import sys\nsys.setrecursionlimit(10**9)\ndef f(n): return max([n], key=f)\nreturn f(0)",
        "one, other = [], []\nfor _ in range(10**5): one, other = [one], [other]\nreturn one == other",
        "import json\nreturn json.loads('[' * 10**5)",
    ],
)
def test_recursion_in_c_code_is_an_error_of_the_program(run: RunProgram, text: str) -> None:
    outcome = run(body(text)).outcome
    assert isinstance(outcome, GuestError)
    assert outcome.type_name == "RecursionError"


def test_structures_of_a_hundred_thousand_levels_are_made_and_taken_apart(run: RunProgram) -> None:
    for text in (
        "deep = []\nfor _ in range(10**5): deep = [deep]\ndel deep\nreturn 1",
        "class Node: pass\nlast = None\nfor _ in range(10**5):\n"
        "    node = Node()\n    node.rest = last\n    last = node\ndel node, last\nreturn 1",
        "import itertools\nc = iter([1])\nfor _ in range(10**5): c = itertools.chain(c)\nreturn next(c)",
    ):
        assert run(body(text)).outcome == Completed(1), text


def test_a_stack_that_overflows_ends_the_instance_and_nothing_else(run: RunProgram) -> None:
    text = "import itertools\nc = iter([1])\nfor _ in range(3 * 10**5): c = itertools.chain(c)\nreturn next(c)"
    assert isinstance(run(body(text)).outcome, Crashed)
    assert run(body("return 1")).outcome == Completed(1)


def test_text_that_is_nested_too_deeply_to_parse_is_an_error_of_the_program(run: RunProgram) -> None:
    for source in ("x = " + "(" * 3000 + ")" * 3000, "x = " + "-" * 10**5 + "1", "x = " + "[" * 150 + "]" * 150):
        outcome = run(source + "\n" + body("return 1")).outcome
        assert isinstance(outcome, GuestError | Completed), source[:20]


@pytest.mark.parametrize(
    "text",
    [
        "print('x' * 2_000_000)",
        "while True: print('line')",
        "import sys\nwhile True:\n    try: sys.stderr.write('x' * 1000)\n    except BaseException: pass",
        "import sys\nwhile True: sys.__stdout__.write('é')",
        "import logging\nwhile True: logging.warning('x' * 10_000)",
        "import warnings\nwarnings.simplefilter('always')\nwhile True: warnings.warn('x' * 10_000)",
    ],
)
def test_a_flood_of_output_ends_the_run(run: RunProgram, text: str) -> None:
    result = run(body(text))
    assert limit_of(result) is Limit.OUTPUT
    assert result.output == ""


def test_output_just_within_its_limit_is_kept(run: RunProgram) -> None:
    result = run(body("print('x' * 999, end='')\nprint()\nreturn 1"), limits=Limits(output=1000))
    assert (result.outcome, len(result.output)) == (Completed(1), 1000)
    assert limit_of(run(body("print('x' * 1000)"), limits=Limits(output=1000))) is Limit.OUTPUT


@pytest.mark.parametrize(
    "text",
    [
        "return 'x' * 70_000",
        "return [0] * 70_000",
        "inner = [0] * 300\nreturn [inner] * 300",
        "return 1 << 1_000_000",
        "return bytes(40_000)",
        "return {n: n for n in range(20_000)}",
        "class S(str): pass\nreturn S('x' * 70_000)",
    ],
)
def test_a_result_that_is_too_large_is_a_limit(run: RunProgram, text: str) -> None:
    assert limit_of(run(body(text))) is Limit.RESULT


def test_a_result_just_within_its_limit_completes(run: RunProgram) -> None:
    assert run(body("return 'x' * 65_534")).outcome == Completed("x" * 65_534)
    assert limit_of(run(body("return 'x' * 65_535"))) is Limit.RESULT


@pytest.mark.parametrize(
    "text",
    [
        "open('/etc/passwd')",
        "open(1, 'w')",
        "import io\nio.FileIO(3)",
        "import io\nio.open_code('/x')",
        "import os\nos.listdir('.')",
        "import os\nos.getcwd()",
        "import os\nos.remove('/x')",
        "import os\nos.fdopen(1)",
        "import os\nos.write(1, b'x')",
        "import os\nos._exit(0)",
        "import os\nos.abort()",
        "import posix\nposix.stat('/')",
        "import os\nos.environ['PATH']",
        "import os\nos.putenv('A', 'B')",
        "import os\nos.kill(1, 9)",
        "import os\nos.fork()",
        "import os\nos.system('ls')",
        "__import__('os').popen('ls')",
        "import socket",
        "import subprocess",
        "import ctypes",
        "import multiprocessing",
        "import asyncio",
        "import urllib.request",
        "import numpy",
        "import gc",
        "import signal",
        "import marshal",
        "import faulthandler",
        "import _imp",
        "import importlib\nimportlib.import_module('socket')",
        "import sys\nsys.settrace(print)",
        "import sys\nsys.setprofile(print)",
        "import sys\nsys.monitoring",
        "import sys\nsys.modules['guest.app']",
        "import wit_world",
        "import componentize_py_runtime",
        "import guest.app",
        "import threading\nthreading.Thread(target=print).start()",
        "import _thread\n_thread.start_new_thread(print, ())",
        "import threading\nlock = threading.Lock()\nlock.acquire()\nlock.acquire()",
        "import queue\nqueue.Queue().get()",
        "import queue\nqueue.SimpleQueue().get()",
        "input()",
        "import sys\nsys.exit(0)",
        "exit()",
        "raise SystemExit",
        "raise KeyboardInterrupt",
        "raise GeneratorExit",
        "raise BaseException('x')",
        "exec('def f(:')",
        "eval('1 +')",
        "import ast\nast.parse('(')",
        "1 / 0",
        "raise",
        "async def f(): pass\nf().send(None)",
        "return llm_model(3, {})",
        "return llm_model(None, {})",
        "return llm_model('\\ud800', {})",
        "return llm_model('x', {'bad': '\\ud800'}) and extract_answer(None)",
    ],
)
def test_what_is_not_there_is_an_ordinary_exception(run: RunProgram, text: str) -> None:
    outcome = run(body(text)).outcome
    assert isinstance(outcome, GuestError), outcome


def test_a_missing_module_names_the_profile(run: RunProgram) -> None:
    outcome = run(body("import numpy")).outcome
    message = "No module named 'numpy': the sandbox's profile 'standard' does not hold it"
    assert outcome == GuestError("ModuleNotFoundError", message, 2)
    fallback = "try:\n    import numpy\nexcept ImportError as error:\n    return error.name"
    assert run(body(fallback)).outcome == Completed("numpy")


def test_a_program_is_told_what_is_not_available(run: RunProgram) -> None:
    message = "1, not available in the sandbox: open"
    assert run(body("open('/etc/passwd')")).outcome == GuestError("PermissionError", message, 2)


@pytest.mark.parametrize(
    ("source", "kind"),
    [
        (b"x = 1\0\n", "SyntaxError"),
        (b"\xff\xfe", "SyntaxError"),
        (b"x = '\xed\xa0\x80'\n", "SyntaxError"),
        (b"# coding: no-such-codec\nx = 1\n", "SyntaxError"),
        (b"def solve(:\n", "SyntaxError"),
        (b"def solve():\nreturn 1\n", "IndentationError"),
        (b"def solve():\n\tif 1:\n        return 1\n", "TabError"),
        (b"return 1\n", "SyntaxError"),
        (b"```python\ndef solve():\n    return 1\n```\n", "SyntaxError"),
        (b"", "NameError"),
        (b"import this_is_missing\n", "ModuleNotFoundError"),
    ],
)
def test_strange_sources_are_errors_of_the_program(run: RunProgram, source: bytes, kind: str) -> None:
    outcome = run(source).outcome
    assert isinstance(outcome, GuestError)
    assert outcome.type_name == kind


def test_sources_run_as_the_bytes_they_are(run: RunProgram) -> None:
    assert run(b"\xef\xbb\xbfdef solve():\r\n\treturn 'a'\r\n").outcome == Completed("a")
    assert run(b"# -*- coding: latin-1 -*-\ndef solve(): return '\xe9'\n").outcome == Completed("é")
    assert run("def solve(): return '\u2028é😀'\n").outcome == Completed("\u2028é😀")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (
            "import json, builtins\njson.dumps = json.loads = builtins.len = builtins.type = None\nreturn [1]",
            [1],
        ),
        ("import sys\nsys.modules.clear()\nreturn 1", 1),
        ("import sys\nsys.stdout = None\nprint('x')\nreturn 1", 1),
        ("import builtins\nvars(builtins).clear()\nreturn 1", 1),
        ("import sys\nsys.setrecursionlimit(50)\nreturn [[1]]", [[1]]),
        ("import json.encoder\njson.encoder.encode_basestring_ascii = lambda s: '\"evil\"'\nreturn 'a'", "a"),
        (
            "class T(tuple):\n    def __iter__(self): return iter('evil')\nreturn [1, 2][:] + [tuple(T((3, 4)))][:0]",
            [1, 2],
        ),
        ("import time\nstart = time.time()\ntime.sleep(3600)\nreturn time.time() - start > 3600", True),
        ("import sys\nreturn [name for name in sys.modules if name.startswith('guest')]", []),
    ],
)
def test_a_program_that_replaces_what_it_can_reach_changes_its_own_world_only(
    run: RunProgram, text: str, value: object
) -> None:
    assert run(body(text)).outcome == Completed(value)
    assert run(body("print('x')\nreturn len([1])")).outcome == Completed(1)


def test_code_of_a_hostile_value_never_runs_when_it_crosses(run: RunProgram) -> None:
    source = """
def no(*_, **__):
    raise SystemExit("ran")

class Meta(type):
    __name__ = property(no)
    __hash__ = __eq__ = __instancecheck__ = __subclasscheck__ = mro_ = no

methods = {name: no for name in (
    "__iter__", "__len__", "__getitem__", "__str__", "__repr__", "__hash__", "__eq__", "__lt__", "__class__",
    "__bool__", "__index__", "__int__", "__float__", "items", "keys", "__reduce__", "__getattribute__",
    "__contains__", "__format__",
)}

def solve():
    bases = (str, int, float, tuple, list, dict, set, frozenset, bytes, bytearray, complex, object)
    values = []
    for base in bases:
        made = Meta("Hostile", (base,), dict(methods))
        values.append(base.__new__(made))
    return values
"""
    value = run(source).value
    assert [instance.type_name for instance in value] == ["Hostile"] * 12
    assert [instance.content for instance in value[:-1]] == [
        "", 0, 0.0, (), [], {}, set(), frozenset(), b"", bytearray(), 0j,
    ]  # fmt: skip
    assert value[-1].is_opaque


def test_an_exception_whose_text_is_hostile_is_told_without_asking_it(run: RunProgram) -> None:
    source = """
class Hostile(Exception):
    def __str__(self): raise SystemExit
    __repr__ = __str__
    args = property(__str__)
def solve():
    raise Hostile("first", 2, object(), 10**5000)
"""
    assert run(source).outcome == GuestError("Hostile", "first, 2, <object>, <int>", 7)


def test_values_that_contain_themselves_are_errors_of_the_program(run: RunProgram) -> None:
    for text in (
        "a = []\na.append(a)\nreturn a",
        "a = {}\na[1] = a\nreturn a",
        "a = []\nfor _ in range(200): a = [a]\nreturn a",
    ):
        outcome = run(body(text)).outcome
        message = "the returned value is nested too deeply or contains itself"
        assert outcome == GuestError("ValueError", message, None)


def test_time_is_virtual_and_the_same_in_every_run(run: RunProgram) -> None:
    text = (
        "import time, datetime\nreturn time.time(), time.monotonic(), str(datetime.datetime.now()), time.strftime('%Y')"
    )
    assert run(body(text)).value == (1767225600.0001, 0.0002, "2026-01-01 00:00:00.000300", "2026")
    waiting = "import threading, time\nseen = threading.Event().wait(5)\nreturn seen, time.monotonic() > 5"
    assert run(body(waiting)).value == (False, True)


def test_randomness_follows_from_the_seed(run: RunProgram) -> None:
    text = (
        "import random, uuid, secrets\n"
        "return random.random(), random.Random().random(), random.SystemRandom().random(), str(uuid.uuid4()), "
        "secrets.token_hex(8), random.Random(5).random()"
    )
    first, again, other = (run(body(text), seed=seed).value for seed in (1, 1, 2))
    assert first == again
    assert all(mine != theirs for mine, theirs in zip(first[:5], other[:5], strict=True))
    assert first[5] == other[5]


def test_an_audit_hook_of_the_program_is_never_called(run: RunProgram) -> None:
    text = "import sys\nsys.addaudithook(lambda *event: 1 / 0)\nreturn llm_model('x', {})"
    assert run(body(text)).outcome == Completed("B")


def test_nothing_leaks_from_one_run_into_the_next(run: RunProgram) -> None:
    modules = "import json, builtins, sys, os\n"
    leave = modules + "json.left = builtins.left = sys.left = os.left = 1\nos.environ._data[b'L'] = b'1'"
    assert run(body(leave + "\nreturn 1")).outcome == Completed(1)
    look = modules + "return [hasattr(m, 'left') for m in (json, builtins, sys, os)], dict(os.environ)"
    assert run(body(look)).value == ([False] * 4, {})


@pytest.mark.parametrize(
    "text",
    [
        "import sys\nframe = sys._getframe()\nwhile frame.f_back: frame = frame.f_back\n"
        "frame.f_globals['_lines'] = print",
        "try: llm_model(None, {})\nexcept TypeError as error: step = error.__traceback__\n"
        "while step.tb_next: step = step.tb_next\nstep.tb_frame.f_globals.clear()",
        "import time\ntime.time.__globals__.clear(), time.time.__builtins__.clear(), time.time.__closure__",
        "import time\ntry: time.time.__code__ = solve.__code__\nexcept AttributeError: pass",
        "for kind in object.__subclasses__(): str(kind.__module__).startswith('guest') and setattr(kind, 'put', None)",
    ],
)
def test_the_lines_that_ran_are_kept_out_of_a_programs_reach(run: RunProgram, text: str) -> None:
    result = run(body(text + "\nreturn 1"))
    count = text.count("\n") + 3
    assert result.outcome == Completed(1)
    assert set(result.lines) >= {1, 2, count}
    assert set(result.lines) <= set(range(1, count + 1))


def test_a_program_sees_its_own_frames_and_no_others(run: RunProgram) -> None:
    source = """
import sys, traceback

def names():
    frame, found = sys._getframe(), []
    while frame:
        found.append(frame.f_code.co_name)
        frame = frame.f_back
    return found

def solve():
    return names(), [entry.name for entry in traceback.extract_stack()]
"""
    assert run(source).value == (["names", "solve"], ["solve"])


def test_an_entry_whose_annotations_nobody_can_evaluate_is_called_all_the_same(run: RunProgram) -> None:
    source = "def solve(question: Missing, *, options: 'Nowhere' = None) -> Gone[int]:\n    return question\n"
    assert run(source).outcome == Completed("Which one?")


def test_a_range_without_end_in_a_configuration_costs_the_host_nothing(run: RunProgram) -> None:
    result = run(body("return llm_model('x', {'n': range(10**12)})"))
    assert result.outcome == Completed("B")
    assert result.calls[0].config == {"n": "range(0, 1000000000000)"}
