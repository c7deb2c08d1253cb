"""Ways to a program's own functions that counting their names does not see."""

from __future__ import annotations

import ast
import importlib
from types import ModuleType

import pytest

from cgr_audit.analysis.index import build_index
from cgr_audit.analysis.interpreter.other_names import KNOWN_MODULES, opens, reaches_by_other_names

FRAMES = [
    f"made.{name}"
    for name in ("gi_frame", "gi_code", "cr_frame", "ag_frame", "tb_frame", "tb_next", "f_globals", "f_back")
]
BY_TEXT = [
    "operator.attrgetter(name)(tick)",
    "operator.methodcaller(name)(tick)",
    "string.Formatter().get_field(name, (made,), {})",
    "getattr(tick, name)",
    "list(map(getattr, made, name))",
    "globals()",
    "vars(made)",
    "typing.get_type_hints(tick)",
    "functools.update_wrapper(box, made, assigned=(name,), updated=())",
    "functools.wraps(made, (name,), ())(box)",
    "functools.wraps(*made)(box)",
    "copying = functools.wraps",
    "functools.singledispatch(tick)",
    "dataclasses.make_dataclass(name, [name])",
    "contextlib.redirect_stdout(made)",
    "type(name, (), {name: name})",
    "kind = type",
    "enum.global_enum(made)",
]
SPECIAL = [
    "tick.__globals__",
    "__builtins__[name]",
    "__loader__.load_module",
    "text = 'tick.__globals__'",
    "text = b'__dict__'",
    "text = f'{made}.gi_frame'",
    "class Own:\n    def ask(self): return __ask(name)",
    "class Own:\n    __match_args__ = (name,)",
    "class Own:\n    def __setattr__(self, name, value): pass",
    "class Own(metaclass=Kind): pass",
    "match made:\n    case object(__globals__=found): pass",
    "match made:\n    case object(gi_frame=found): pass",
    "match made:\n    case object(sys=found): pass",
    "match made:\n    case Own(found): pass",
]
HELD = [
    "collections._sys.modules",
    "statistics.sys.modules",
    "random._os.environ",
    "re.enum.bltns.eval",
    "json.codecs.builtins.eval",
    "dataclasses.inspect.currentframe()",
    "from statistics import sys",
    "from collections import _sys as fast",
    "from operator import attrgetter as take",
    "from functools import wraps as copying",
    "from math import *",
    "from . import solve",
    "import program",
    "import sys",
    "import unittest.mock",
    "import anything_else",
]
COMPUTED = ["found[name](made)", "found[name](made)(made)", "(found or tick)(made)", "(await_ := tick)(made)"]
PLAIN = [
    "import re, math\nfrom collections import Counter\nfrom collections.abc import Mapping",
    "from __future__ import annotations",
    "pattern = re.compile(name)",
    "if __name__ == '__main__':\n    tick()",
    "class Own(Base):\n    def __init__(self):\n        super().__init__()\n    def __len__(self): return 0",
    "kind = type(made).real",
    "def again(function):\n    @functools.wraps(function)\n    def inner(): return function()\n    return inner",
    "match made:\n    case str(found): pass\n    case Own(letter=found): pass",
    "Agent(name)(made)",
    "(lambda text: text)(made)",
    "text = 'fill in ____ and f_score'",
    "[option['id'] for option in options]",
]


@pytest.mark.parametrize("program", [*FRAMES, *BY_TEXT, *SPECIAL, *HELD, *COMPUTED])
def test_a_way_to_a_namespace_a_frame_or_a_computed_attribute_is_seen(program: str) -> None:
    assert reaches_by_other_names(build_index(ast.parse(program)))


@pytest.mark.parametrize("program", PLAIN)
def test_what_programs_write_every_day_leads_nowhere(program: str) -> None:
    assert not reaches_by_other_names(build_index(ast.parse(program)))


def test_no_known_module_hands_out_one_that_is_not_known() -> None:
    importlib.import_module("html.parser")  # a part of `html` once anything has loaded it
    waiting = [importlib.import_module(name) for name in sorted(KNOWN_MODULES)]
    seen: dict[str, ModuleType] = {}
    while waiting:
        module = waiting.pop()
        if module.__name__ not in seen:
            seen[module.__name__] = module
            held = [(name, value) for name, value in vars(module).items() if isinstance(value, ModuleType)]
            waiting += [value for name, value in held if not opens(name)]
    packages = {name.partition(".")[0] for name in seen}
    harmless = {"keyword", "struct", "_sre", "_string", "_hashlib", "_random", "_decimal", "_markupbase", "_io"}
    assert packages - KNOWN_MODULES <= harmless
