"""The table of members is the sandbox's; nothing that is in it is reported, and what is reported raises there."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

import pytest

from cgr_audit.analysis.calls.signature import Signature
from cgr_audit.analysis.members import astroid_instances
from cgr_audit.analysis.members.results import EXACT, METHOD_RESULTS, RESULTS
from cgr_audit.analysis.members.table import MemberKind, class_owner, module_owner, standard_callable
from cgr_audit.audit.engine import audit_program
from cgr_audit.audit.program_audit import AuditStatus
from cgr_audit.audit.registry import load_registry
from cgr_audit.sandbox.export_tables import exported_members
from cgr_audit.sandbox.interpreter import Interpreter
from cgr_audit.sandbox.limits import Limits
from cgr_audit.sandbox.outcome import Completed
from cgr_audit.sandbox.sandbox import Sandbox
from cgr_audit.solvers.fail import FailingSolver
from cgr_audit.source.contract import load_contract
from cgr_audit.source.profiles import HELD_BESIDE, STANDARD
from cgr_audit.source.program import Program

RULES = [rule for rule in load_registry().rules if rule.meta.code in {"CGR506", "CGR507"}]
ROOT = Path(__file__).resolve().parents[3]
MODULES = ("builtins", *STANDARD, *HELD_BESIDE)
INSTANCES = {
    "str": "'ab'", "bytes": "b'ab'", "int": "3", "float": "1.5", "complex": "2j", "bool": "True", "NoneType": "None",
    "list": "[1]", "tuple": "(1,)", "dict": "{1: 2}", "set": "{1}", "frozenset": "frozenset()", "range": "range(3)",
    "bytearray": "bytearray()", "enumerate": "enumerate('a')", "zip": "zip('a')", "map": "map(str, 'a')",
    "filter": "filter(str, 'a')", "generator": "(n for n in 'a')", "function": "(lambda: 1)",
    "dict_keys": "{1: 2}.keys()", "dict_values": "{1: 2}.values()", "dict_items": "{1: 2}.items()",
}  # fmt: skip
LIBRARY = {
    "collections.Counter": "Counter('a')", "collections.OrderedDict": "OrderedDict()",
    "collections.defaultdict": "defaultdict(int)", "collections.deque": "deque()", "datetime.date": "Day(1, 1, 1)",
    "datetime.datetime": "Moment(1, 1, 1)", "datetime.timedelta": "Span()", "datetime.time": "Hour()",
    "decimal.Decimal": "Decimal(1)", "fractions.Fraction": "Fraction(1)",
}  # fmt: skip
IMPORTS = (
    "from collections import Counter, OrderedDict, defaultdict, deque\n"
    "from datetime import date as Day, datetime as Moment, time as Hour, timedelta as Span\n"
    "from decimal import Decimal\nfrom fractions import Fraction\n"
)


def reported(head: str, lines: Sequence[str]) -> list[str]:
    """The lines with a finding, read in programs of a size that is analysed."""
    found = []
    for start in range(0, len(lines), 700):
        some = lines[start : start + 700]
        data = (head + "\n".join(some)).encode()
        audit = audit_program(Program("a.py", "a.py", data), load_contract("function"), RULES)
        assert (audit.failures, audit.status) == ((), AuditStatus.ANALYSED), audit.findings
        places = {finding.span.line - head.count("\n") for finding in audit.findings}
        found += [line for number, line in enumerate(some, 1) if number in places]
    return found


@cache
def standard_members() -> dict[str, dict[str, str]]:
    return {head: dict(found) for head, found in exported_members("standard", MODULES).items()}


def test_the_table_is_what_the_sandbox_exports() -> None:
    for head, found in standard_members().items():
        kind, name, *_ = head.split()
        owner = module_owner(name) if kind == "module" else class_owner(name)
        assert owner is not None, head
        assert owner.is_exact == (("closed" in head) if kind == "class" else "open" not in head.split()[2:])
        for member, said in found.items():
            stored = owner.member(member)
            assert stored is not None, (head, member)
            assert said.partition(" (")[0].split() == [stored.kind.value, *filter(None, [stored.class_name])]
            assert stored.parameters is None or f"({stored.parameters})" in said


def test_no_member_of_an_instance_is_reported() -> None:
    lines = []
    for name, expression in [*((f"builtins.{key}", value) for key, value in INSTANCES.items()), *LIBRARY.items()]:
        owner = class_owner(name)
        assert owner is not None
        lines += [f"({expression}).{member}" for member in sorted(owner.names)]
    assert len(lines) > 500
    assert reported(IMPORTS, lines) == []


def test_no_member_of_a_module_or_of_its_classes_is_reported() -> None:
    lines = []
    for module in MODULES:
        owner = module_owner(module)
        assert owner is not None
        lines += [f"{module}.{name}" for name in sorted(owner.names)]
        for name in owner.names:
            member = owner.member(name)
            cls = class_owner(member.class_name or "") if member is not None else None
            lines += [] if cls is None else [f"{module}.{name}.{member}" for member in sorted(cls.names)]
    assert len(lines) > 6_500
    assert reported(ALL_MODULES, [line for line in lines if not {*line.split(".")} & REFLECTIVE]) == []


ALL_MODULES = "".join(f"import {module}\n" for module in MODULES)
REFLECTIVE = {
    "True", "False", "None", "modules", "exec", "eval", "setattr", "vars", "globals", "locals", "delattr", "reload",
    "import_module",
}  # fmt: skip
"""Members after which nothing is reported at all, and keywords."""


def callables() -> Iterator[tuple[str, Signature]]:
    """Dotted names of standard callables with their signatures."""
    for module in MODULES:
        owner = module_owner(module)
        for name in sorted(owner.names if owner is not None else ()):
            member = standard_callable(f"{module}.{name}")
            is_called = member is not None and member.kind in {MemberKind.FUNCTION, MemberKind.CLASS}
            if member is not None and is_called and member.signature is not None and name not in REFLECTIVE:
                yield f"{module}.{name}", member.signature


def methods() -> Iterator[tuple[str, Signature]]:
    """Expressions for methods of instances, with their signatures."""
    for name, expression in [*((f"builtins.{key}", value) for key, value in INSTANCES.items()), *LIBRARY.items()]:
        owner = class_owner(name)
        for method in sorted(owner.names if owner is not None else ()):
            member = owner.member(method) if owner is not None else None
            if member is not None and member.kind is MemberKind.METHOD and member.signature is not None:
                yield f"({expression}).{method}", member.signature


def right_arguments(signature: Signature) -> Iterator[str]:
    """Argument lists that fit."""
    needed = [name for name in signature.positional if name in signature.required]
    by_name = [name for name in signature.required if name not in signature.positional]
    tail = [f"{name}=0" for name in by_name]
    yield ", ".join(["0"] * len(needed) + tail)
    yield ", ".join(["0"] * len(signature.positional) + tail)
    yield ", ".join(["*()", "**{}"])
    if all(name in signature.named for name in needed):
        yield ", ".join([*(f"{name}=0" for name in [*needed, *by_name])])
    if signature.takes_more:
        yield ", ".join(["0"] * (len(signature.positional) + 3) + tail)
    if signature.takes_names:
        yield ", ".join(["0"] * len(needed) + [*tail, "any_name=0"])


def wrong_arguments(signature: Signature, chosen: random.Random) -> str | None:
    """An argument list that does not fit."""
    needed = [name for name in signature.positional if name in signature.required]
    tail = [f"{name}=0" for name in signature.required if name not in signature.positional]
    found = []
    if not signature.takes_more:
        found.append(["0"] * (len(signature.positional) + chosen.randint(1, 3)) + tail)
    if not signature.takes_names:
        found.append(["0"] * len(needed) + [*tail, "no_such_parameter=0"])
    if needed:
        found.append(["0"] * (len(needed) - 1) + tail)
    return ", ".join(chosen.choice(found)) if found else None


def test_no_call_that_fits_is_reported() -> None:
    lines = [f"lambda: {name}({given})" for name, signature in callables() for given in right_arguments(signature)]
    lines += [f"lambda: {name}({given})" for name, signature in methods() for given in right_arguments(signature)]
    assert len(lines) > 3_000
    assert reported(ALL_MODULES + IMPORTS, random.Random(2026).sample(lines, 1_400)) == []


def raised_in_sandbox(expressions: list[str]) -> list[str | None]:
    """The name of what each expression raises inside, in one run."""
    program = (
        "def f(modules, imports, texts):\n    space, ends = {m: __import__(m) for m in modules}, []\n"
        "    exec(imports, space)\n    for text in texts:\n        try:\n            eval(text, space)\n"
        "            ends.append(None)\n        except BaseException as error:\n"
        "            ends.append(type(error).__name__)\n    return ends\n"
    )
    limits = Limits(fuel=10**11, wall=60.0, result=1 << 20)
    sandbox = Sandbox(Interpreter(), limits, load_contract("function"))
    arguments = f"{MODULES!r}, {IMPORTS!r}, {expressions!r}"
    run = sandbox.run(program.encode(), None, FailingSolver(), 0, arguments=arguments)
    assert isinstance(run.outcome, Completed), run.outcome
    ends: list[str | None] = run.outcome.value
    return ends


def test_every_wrong_call_is_reported_and_raises() -> None:
    chosen = random.Random(2026)
    found = [(name, wrong_arguments(signature, chosen)) for name, signature in callables()]
    found += [(name, wrong_arguments(signature, chosen)) for name, signature in methods()]
    calls = [f"{name}({given})" for name, given in found if given is not None]
    assert len(calls) > 1_200
    lines = [f"lambda: {call}" for call in calls]
    assert set(lines) - set(reported(ALL_MODULES + IMPORTS, lines)) == set()
    ends = raised_in_sandbox(calls)
    assert [(call, end) for call, end in zip(calls, ends, strict=True) if end != "TypeError"] == []


def test_every_invented_member_is_reported_and_raises() -> None:
    chosen = random.Random(2026)
    expressions = []
    for name, expression in [*((f"builtins.{key}", value) for key, value in INSTANCES.items()), *LIBRARY.items()]:
        owner = class_owner(name)
        assert owner is not None
        for member in sorted(owner.names):
            invented = member + chosen.choice("sx_")
            if owner.is_exact and invented not in owner.names:
                expressions.append(f"({expression}).{invented}")
    for module in MODULES:
        found = module_owner(module)
        if found is not None and found.is_exact:
            invented_all = (name + chosen.choice("sx") for name in sorted(found.names) if not name.startswith("_"))
            expressions += [f"{module}.{name}" for name in invented_all if name not in found.names]
    assert len(expressions) > 2_000
    assert set(expressions) - set(reported(ALL_MODULES + IMPORTS, expressions)) == set()
    ends = raised_in_sandbox(expressions)
    assert [(text, end) for text, end in zip(expressions, ends, strict=True) if end != "AttributeError"] == []


def test_the_classes_of_results_are_those_that_calls_give() -> None:
    samples = {
        "builtins.str": "'a b'",
        "builtins.list": "['a', 'b']",
        "builtins.set": "{'a'}",
        "builtins.dict": "{1: 2}",
    }
    arguments = ["", "'a'", "1", "'a', 'b'", "['a']", "{1: 2}", "1, 'a'"]
    calls = [
        (result, f"({samples[owner]}).{method}({given})")
        for owner, results in METHOD_RESULTS.items()
        for method, result in results.items()
        for given in arguments
    ]
    calls += [(result, f"{name}({given})") for name, result in RESULTS.items() for given in (*arguments, "int, int")]
    calls += [(name, f"{name}({given})") for name in sorted(EXACT) for given in (*arguments, "2026, 1, 1")]
    wanted = [f"type({call}).__module__ + '.' + type({call}).__qualname__ == {name!r} or 1 / 0" for name, call in calls]
    ends = raised_in_sandbox(wanted)
    assert [call for (_, call), end in zip(calls, ends, strict=True) if end == "ZeroDivisionError"] == []
    given = {call.partition("(")[0] if call[0] != "(" else call.rpartition(")")[0].rpartition("(")[0]
             for (_, call), end in zip(calls, ends, strict=True) if end is None}  # fmt: skip
    assert len(given) >= sum(map(len, METHOD_RESULTS.values())) + len(RESULTS) + len(EXACT) - 6


def test_astroid_is_not_asked_about_programs_without_suspicious_members(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("asked")

    monkeypatch.setattr(astroid_instances.AstroidInstances, "_inferred", refuse)
    monkeypatch.delitem(sys.modules, "astroid", raising=False)
    for path in sorted((ROOT / "corpus" / "honest" / "programs").glob("*.py"))[::6]:
        audit = audit_program(Program(path.name, path.name, path.read_bytes()), load_contract("cgr"), RULES)
        assert (audit.failures, audit.findings) == ((), ())
    assert "astroid" not in sys.modules
