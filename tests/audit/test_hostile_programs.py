"""Programs written to keep an analysis busy: each is audited soon, and no rule crashes on it."""

from __future__ import annotations

import sys
import threading
import time

import pytest

from cgr_audit.audit.children import RECURSION, STACK
from cgr_audit.audit.engine import ProgramAudit, audit_program
from cgr_audit.audit.program_audit import AuditStatus
from cgr_audit.audit.registry import load_registry
from cgr_audit.source.contract import load_contract
from cgr_audit.source.program import Program

HEAD = "def solve(question, options, genLLM_answer, genLLM_difficulty):\n"
END = "    return extract_answer(llm_model(question)), 'A', 3\n"


def body(*lines: str) -> str:
    return HEAD + "".join(f"    {line}\n" for line in lines) + END


QUICK = {
    "a range without a practical end": body("for number in range(10**18):", "    llm_model(question)"),
    "a range beyond the machine's words": body("for number in range(10**30, 0, -7):", "    llm_model(question)"),
    "an element of a long range": body("many = max(range(10**12)), 10**12 in range(10**13), list(range(10**12))[5]"),
    "numbers too large to write": body("big = 10**10**10, 9**9999999, 1 << 10**15, 'x' * 10**9, [0] * 10**12"),
    "texts too long to make": body("long = 'a'.center(10**13), f'{1:>99999999999}', '%99999999999d' % 1"),
    "a text doubled and doubled": body("text = 'x' * 10**6", *["text = text + text"] * 100),
    "variables doubled in a row": body("x0 = question", *[f"x{n + 1} = x{n} + x{n}" for n in range(300)]),
    "functions that each call the next twice": "".join(
        f"def f{n}(x):\n    return f{n + 1}(x) + f{n + 1}(x)\n" for n in range(200)
    )
    + "def f200(x):\n    return llm_model(x)\n"
    + body("f0(question)"),
    "aliases with two meanings each": "".join(f"x{n} = x{n + 1}\nx{n} = x{n + 1}\n" for n in range(60)) + body("x0()"),
    "a chain of aliases": "x0 = 'A'\n" + "".join(f"x{n + 1} = x{n}\n" for n in range(1_000)) + body("x1000"),
    "one name bound and read everywhere": "".join(f"x = {n}\ny = x\n" for n in range(2_000)) + body("x"),
    "a name that grows by its own attribute": "import os\n" + "a = os\na = a.path\n" * 100 + body("a.system('x')"),
    "a chain of classes": "class C0: pass\n" + "".join(f"class C{n + 1}(C{n}): pass\n" for n in range(600))
    + body("C600().run(question)"),
    "diamonds of classes": "class C0:\n    def run(self, x): return llm_model(x)\n"
    + "".join(f"class A{n}(C{n}): pass\nclass B{n}(C{n}): pass\nclass C{n + 1}(A{n}, B{n}): pass\n" for n in range(60))
    + body("C60().run(question)"),
    "classes derived from each other": "class A(A): pass\nclass B(C): pass\nclass C(B): pass\n" + body("B().x"),
    "a test of a thousand operands": body(
        "if " + " or ".join(f"question == '{n}'" for n in range(1_000)) + ":", "    pass"
    ),
    "a sum of nine thousand terms": body("total = " + " + ".join(map(str, range(9_000)))),
    "an attribute of an attribute of ...": body("far = question" + ".far" * 3_000),
    "a list in itself": body("x = []", "x.append(x)", "x[0][0].append(x)"),
    "forty loops in one comprehension": body(
        "[llm_model(question) " + " ".join(f"for v{n} in options" for n in range(40)) + "]"
    ),
    "eighteen tries in each other": body(
        *(" " * n + "try:" for n in range(18)),
        " " * 18 + "llm_model(question)",
        *(" " * n + "finally: llm_model(question)" for n in reversed(range(18))),
    ),
    "a chain of methods": "class C0:\n    def run(self, x): return llm_model(x)\n"
    + "".join(f"class C{n + 1}(C{n}):\n    def run(self, x): return super().run(x)\n" for n in range(300))
    + body("C300().run(question)"),
}  # fmt: skip

LINKED = {
    "functions": "".join(f"def f{n}(x):\n    return f{n + 1}(x)\n" for n in range(900)) + body("f0(question)"),
    "functions in a circle": "".join(f"def f{n}(x):\n    return f{(n + 1) % 900}(x)\n" for n in range(900))
    + body("f0(llm_model(question))"),
}


@pytest.mark.parametrize("text", QUICK.values(), ids=QUICK)
def test_it_is_audited_soon(text: str) -> None:
    audit, seconds = audited(text)
    assert audit.failures == ()
    assert seconds < 3


@pytest.mark.parametrize("text", LINKED.values(), ids=LINKED)
def test_a_chain_too_long_to_follow_crashes_no_rule_and_has_no_finite_bound(text: str) -> None:
    audit, seconds = audited(text)
    assert audit.failures == ()
    assert audit.call_bound is None or audit.call_bound.kind in {"unknown", "unbounded"}
    assert seconds < 5


MULTIPLIED = "seen = []\ndef f0(x):\n    seen.append(x)\n    return x\n" + "".join(
    f"def f{n}(x):\n    return f{n - 1}(x) + f{n - 1}(x)\n" for n in range(1, 20)
)


def test_a_program_too_large_to_follow_is_not_analysable_and_keeps_its_other_findings() -> None:
    text = MULTIPLIED + HEAD + "    import os\n    f18('The correct answer is B.')\n    return 'B', 'A', 3\n"
    audit, seconds = audited(text)
    assert audit.status is AuditStatus.NOT_ANALYSABLE
    messages = {finding.code: finding.message for finding in audit.findings}
    assert messages["CGR001"] == "it is too large to be followed"
    assert "CGR401" in messages
    assert audit.failures == ()
    assert seconds < 5


@pytest.mark.parametrize("place", ["return {}, 'A', 3", "return 'B', 'A', {}", "return question == {}", "x = str({})"])
def test_a_number_too_wide_to_write_is_not_analysable(place: str) -> None:
    audit, _ = audited(body(place.format("0x" + "f" * 6_000)))
    assert [finding.message for finding in audit.findings] == ["it holds a number of more digits than Python writes"]
    assert (audit.status, audit.failures) == (AuditStatus.NOT_ANALYSABLE, ())


def test_a_text_of_a_megabyte_is_cut_in_messages() -> None:
    audit, _ = audited(HEAD + f"    llm_model(question)\n    return {'x' * 10**6!r}, 'A', 3\n")
    (message,) = [finding.message for finding in audit.findings if finding.code == "CGR103"]
    assert message.startswith(f"{'x' * 80!r} and more is returned")


def test_a_long_plain_program_is_followed_to_its_end() -> None:
    lines = [f"x{n % 7} = len(question) + {n}" for n in range(6_000)]
    text = HEAD + "".join(f"    {line}\n" for line in lines) + "    return 'B', 'A', 3\n"
    audit, _ = audited(text)
    assert (audit.status, audit.answer_provenance) == (AuditStatus.ANALYSED, ("literal",))


def audited(text: str) -> tuple[ProgramAudit, float]:
    """The audit on the stack that children use, and the processor time that it took."""
    program, contract, rules = Program("p", "p.py", text.encode()), load_contract("cgr"), load_registry().rules
    done: list[tuple[ProgramAudit, float]] = []

    def work() -> None:
        started = time.thread_time()
        audit = audit_program(program, contract, rules)
        done.append((audit, time.thread_time() - started))

    before_stack, before_limit = threading.stack_size(STACK), sys.getrecursionlimit()
    sys.setrecursionlimit(RECURSION)
    try:
        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
    finally:
        threading.stack_size(before_stack)
        sys.setrecursionlimit(before_limit)
    return done[0]
