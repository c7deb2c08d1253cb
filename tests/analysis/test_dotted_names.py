"""However a program gets at a module or builtin, it is known by its dotted name."""

from __future__ import annotations

import ast
import textwrap

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cgr_audit.analysis.capabilities import Capability, capability
from cgr_audit.analysis.facts import Facts
from cgr_audit.source.contract import load_contract


def names_used(source: str) -> set[str]:
    facts = Facts(ast.parse(textwrap.dedent(source)), load_contract("cgr"))
    return {use.name for use in facts.dotted_names.uses}


@pytest.mark.parametrize(
    "source",
    [
        "import os\nos.system('ls')",
        "import os as o\no.system('ls')",
        "from os import system\nsystem('ls')",
        "from os import system as s\nrun = s\nrun('ls')",
        "import os\nm = os\nm.system('ls')",
        "__import__('os').system('ls')",
        "__import__('o' + 's').system('ls')",
        "__import__(name='os').system('ls')",
        "m = __import__(''.join(['o', 's']))\nm.system('ls')",
        "import importlib\nimportlib.import_module('os').system('ls')",
        "from importlib import import_module as load\nload('os').system('ls')",
        "import os\ngetattr(os, 'system')('ls')",
        "import os\ngetattr(os, 'sys' + 'tem')('ls')",
        "import os\nname = 'system'\ngetattr(os, name)('ls')",
        "import os\nvars(os)['system']('ls')",
        "import os\nos.__dict__['system']('ls')",
        "import sys\nsys.modules['os'].system('ls')",
        "import random\nrandom._os.system('ls')",
        "import logging\nlogging.os.system('ls')",
        "import logging\nlogging.sys.modules['os'].system('ls')",
        "try:\n    import os\nexcept ImportError:\n    os = None\nos.system('ls')",
        "import os\n(os if True else None).system('ls')",
        "import os\n(m := os).system('ls')",
        "def f():\n    import os\n    return os.system('ls')",
        "import os\nclass A:\n    go = os.system",
        "import os\nlist(map(os.system, ['ls']))",
        "__builtins__['__import__']('os').system('ls')",
        "getattr(__builtins__, '__import__')('os').system('ls')",
        "globals()['__builtins__']['__import__']('os').system('ls')",
    ],
)
def test_every_way_to_os_system_is_os_system(source: str) -> None:
    assert "os.system" in names_used(source)


@pytest.mark.parametrize(
    "source",
    [
        "eval('1')",
        "e = eval\ne('1')",
        "list(map(eval, ['1']))",
        "import builtins\nbuiltins.eval('1')",
        "import builtins as b\ngetattr(b, 'eval')('1')",
        "__builtins__.eval('1')",
        "__builtins__['eval']('1')",
        "vars(__builtins__)['eval']('1')",
        "import sys\nsys.modules['builtins'].eval('1')",
        "import io\nio.builtins.eval('1')",
        "def f(run=eval):\n    return run('1')",
        "table = {'e': eval}",
    ],
)
def test_every_way_to_eval_is_eval(source: str) -> None:
    assert "builtins.eval" in names_used(source)


@pytest.mark.parametrize(
    "source",
    [
        "class os:\n    @staticmethod\n    def system(x): pass\nos.system('ls')",
        "def eval(x): return x\neval('1')",
        "def f(os):\n    return os.system('ls')",
        "os = Box()\nos.system('ls')",
        "class A:\n    def eval(self): pass\nA().eval()",
        "text = 'os.system'",
        "for open in [1]:\n    open",
    ],
)
def test_what_the_program_defines_itself_is_no_module_and_no_builtin(source: str) -> None:
    assert not {capability(name) for name in names_used(source)} & {
        Capability.OUTSIDE, Capability.DYNAMIC_CODE, Capability.INTROSPECTION,
    }  # fmt: skip


def test_a_standard_generator_is_not_taken_for_its_module() -> None:
    assert names_used("import random\nrandom.random()") == {"random.random"}
    assert names_used("import time\ntime.time()") == {"time.time"}
    assert names_used("import datetime\ndatetime.datetime.now()") == {"datetime.datetime.now"}
    assert names_used("import datetime\ndatetime.time(1)") == {"datetime.time"}


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("os.system", Capability.OUTSIDE),
        ("os.path.join", None),
        ("os.path.exists", Capability.OUTSIDE),
        ("os.path", None),
        ("os", None),
        ("os.environ.get", Capability.OUTSIDE),
        ("os.urandom", Capability.CHANCE),
        ("os._exit", Capability.OUTSIDE),
        ("builtins.open", Capability.OUTSIDE),
        ("builtins.len", None),
        ("builtins", Capability.INTROSPECTION),
        ("io.StringIO", None),
        ("io.open", Capability.OUTSIDE),
        ("urllib.parse.quote", None),
        ("urllib.request.urlopen", Capability.OUTSIDE),
        ("pathlib.PurePath", None),
        ("pathlib.Path.home", Capability.OUTSIDE),
        ("logging.info", None),
        ("logging.FileHandler", Capability.OUTSIDE),
        ("sys.exit", None),
        ("sys.modules", Capability.INTROSPECTION),
        ("sys.stdin.read", Capability.BLOCKING),
        ("pickle.loads", Capability.DYNAMIC_CODE),
        ("types.SimpleNamespace", None),
        ("types.CodeType", Capability.DYNAMIC_CODE),
        ("random.choice", Capability.SEEDED_CHANCE),
        ("random.Random", None),
        ("random.SystemRandom", Capability.CHANCE),
        ("numpy.random.rand", Capability.SEEDED_CHANCE),
        ("numpy.array", None),
        ("numpy.load", Capability.OUTSIDE),
        ("secrets.choice", Capability.CHANCE),
        ("uuid.uuid5", None),
        ("uuid.uuid4", Capability.CHANCE),
        ("time.time", Capability.CLOCK),
        ("time.sleep", Capability.BLOCKING),
        ("inspect.currentframe", Capability.INTROSPECTION),
        ("gc.get_referrers", Capability.INTROSPECTION),
    ],
)
def test_what_a_name_gives_access_to(name: str, expected: Capability | None) -> None:
    assert capability(name) is expected


@given(
    st.lists(st.integers(min_value=1, max_value=5), max_size=4),
    st.sampled_from(["os", "subprocess", "socket"]),
)
def test_a_module_name_in_pieces_is_still_that_module(cuts: list[int], module: str) -> None:
    pieces, rest = [], module
    for cut in cuts:
        pieces.append(rest[:cut])
        rest = rest[cut:]
    pieces.append(rest)
    joined = " + ".join(repr(piece) for piece in pieces)
    assert f"{module}.x" in names_used(f"__import__({joined}).x")
    assert f"{module}.x" in names_used(f"__import__(''.join({pieces!r})).x")


MANY = "".join(f"    o = {n}\n" for n in range(100))


@pytest.mark.parametrize(
    "body",
    [
        "    o.system('x')\n    import os as o\n",
        "    o.p.system('x')\n    o = o.os\n    import os as o\n    import shutil as o\n",
        "    p = o\n    p.system('x')\n    o = q\n    import os as q\n",
    ],
)
def test_a_name_bound_in_very_many_places_is_followed_through_loops(body: str) -> None:
    facts = Facts(ast.parse("while True:\n" + MANY + body), load_contract("cgr"))
    assert any(use.name.endswith(".system") for use in facts.dotted_names.uses)


def test_of_several_imports_that_bind_one_name_a_use_goes_back_to_the_one_that_it_needs() -> None:
    source = "import urllib.parse\nimport urllib.request\nurllib.request.urlopen('x')\nurllib.parse.quote('x')\n"
    uses = Facts(ast.parse(source), load_contract("cgr")).dotted_names.uses
    origins = {use.name: use.origin.node.lineno for use in uses if use.origin is not None}  # type: ignore[attr-defined]
    assert origins == {"urllib.request.urlopen": 2, "urllib.parse.quote": 1}
