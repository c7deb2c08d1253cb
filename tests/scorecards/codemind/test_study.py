"""What is known of a program without running it, also of one that means harm."""

from __future__ import annotations

import pytest

from cgr_audit.scorecards.codemind.studied import studied
from cgr_audit.scorecards.codemind.study import ProgramStudy, study_chunk


def study(source: str, *, counting: bool = True) -> ProgramStudy:
    (found,) = study_chunk([source], counting)
    return found


@pytest.mark.parametrize(
    ("body", "constructs"),
    [
        ("return x", ("basic",)),
        ("return [y for y in x]", ("basic",)),
        ("return 1 if x else 2", ("basic",)),
        ("for y in x: pass", ("for",)),
        ("while x: x -= 1", ("while",)),
        ("if x: return 1", ("if",)),
        ("try:\n        pass\n    except E: pass", ("try",)),
        ("match x:\n        case 1: pass", ("switch",)),
        ("for y in x:\n        while y: y -= 1", ("for", "while", "nested loop")),
        ("for y in x:\n        if y:\n            for z in y: pass", ("for", "if", "nested loop")),
        ("if x:\n        if x > 1: return 1", ("if", "nested if")),
        ("if x: return 1\n    elif x > 1: return 2", ("if",)),
        ("if x: return 1\n    else:\n        if x > 1: return 2", ("if", "nested if")),
        ("for y in x: pass\n    for y in x: pass", ("for",)),
    ],
)
def test_a_program_has_the_constructs_that_it_holds(body: str, constructs: tuple[str, ...]) -> None:
    assert study(f"def f(x):\n    {body}\n").constructs == constructs


def test_complexity_is_summed_over_functions() -> None:
    assert study("def f(x):\n    return x\n").complexity == 1
    assert study("def f(x):\n    for y in x:\n        if y: return y\n").complexity == 3
    assert study("def g(x):\n    if x: return 1\n\ndef f(x):\n    if x and g(x): return 1\n").complexity == 5


def run_counting(study: ProgramStudy, call: str) -> int:
    names: dict[str, object] = {}
    exec(study.counting or "", names)
    eval(call, names)
    counts = names["__cgr_rounds__"]
    assert isinstance(counts, list)
    return int(counts[0])


@pytest.mark.parametrize(
    ("source", "call", "count"),
    [
        ("def f(n):\n    for i in range(n): pass", "f(5)", 5),
        ("def f(n):\n    for i in range(n): pass", "f(0)", 0),
        ("def f(n):\n    for i in range(n):\n        for j in range(3): pass", "f(2)", 8),
        ("def f(n):\n    while n:\n        n -= 1\n        if n == 2: break", "f(5)", 3),
        ("def f(n):\n    while n:\n        n -= 1\n        continue\n    else: n = 9", "f(4)", 4),
        ("for i in range(3): pass\ndef f(n):\n    return [j for j in range(n)]", "f(7)", 3),
        ("'''text'''\nfrom __future__ import annotations\ndef f(n):\n    for i in range(n): pass", "f(2)", 2),
        ("class A:\n    def __init__(self):\n        for i in 'abc': self.x = i\ndef f(n):\n    return A()", "f(1)", 3),
        ("class A:\n    for x in 'ab': pass\ndef f(n):\n    return A", "f(1)", 2),
        (
            "def f(n):\n    return f(n - 1) if n and [1 for i in 'x'] else g()\ndef g():\n    for i in 'ab': pass",
            "f(3)",
            2,
        ),
    ],
    ids=range(10),
)
def test_the_counting_program_counts_each_round_of_each_loop(source: str, call: str, count: int) -> None:
    assert run_counting(study(source), call) == count


def test_the_counting_program_gives_what_the_program_gives() -> None:
    loop = "    for i in range(n):\n        if i % 2: continue\n        s += i\n"
    source = f"def f(n):\n    s = 0\n{loop}    return s, f'{{s:>{{5}}}}'\n"
    names: dict[str, object] = {}
    exec(study(source).counting or "", names)
    assert eval("f(9)", names) == (20, "   20")


def test_a_program_without_loops_has_nothing_to_count_and_none_is_made_unasked() -> None:
    assert study("def f(x):\n    return [y for y in x]\n").counting is None
    assert study("def f(x):\n    for y in x: pass\n", counting=False).counting is None


def test_the_entry_is_the_function_that_would_be_called() -> None:
    assert study("def g(): return 1\ndef f(): return g()\ndef h(): return 2\n").entry == "f"
    assert study("def g(): return 1\ndef h(): return g()\n").entry == "h"
    assert study("print(1)\n").entry is None


def test_the_loops_of_a_generator_or_coroutine_run_later_so_that_they_have_no_entry_to_count_from() -> None:
    assert study("def f(n):\n    for i in range(n): yield i\n").entry is None
    assert study("async def f(n):\n    for i in range(n): pass\n").entry is None


HOSTILE = {
    "no program": ("def f(:", "not a Python program"),
    "brackets": ("x = " + "(" * 5_000 + ")" * 5_000, "not a Python program"),
    "signs": ("x = " + "-" * 100_000 + "1", "not a Python program"),
    "sums": ("x = " + "+".join(["1"] * 50_000), "not a Python program"),
    "null byte": ("x = 1\0", "not a Python program"),
    "surrogate": ("x = '\ud800'", "not analysable"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_what_is_no_program_says_why_and_the_others_go_on(name: str) -> None:
    source, reason = HOSTILE[name]
    found = studied([source, "def f(x):\n    return x\n"], jobs=1, counting=True)
    assert (found[source].failure or "").startswith(reason)
    assert (found[source].constructs, found[source].complexity) == ((), None)
    assert found["def f(x):\n    return x\n"].complexity == 1


def test_equal_programs_are_studied_once_and_every_one_is_found() -> None:
    sources = [f"def f(x):\n    return x + {number % 200}\n" for number in range(400)]
    found = studied(sources, jobs=2, counting=False)
    assert len(found) == 200
    assert {study.complexity for study in found.values()} == {1}


def test_a_program_that_takes_too_long_is_told_and_the_others_of_its_chunk_go_on() -> None:
    quick = [f"def f(x):\n    return {number}\n" for number in range(3)]
    slow = "\n".join(f"def f{number}(x):\n    if x: f{number + 1}(x)\n" for number in range(20_000))
    found = studied([*quick, slow], jobs=1, counting=False, deadline=0.5)
    assert found[slow].failure == "analysing it took longer than 0.5 s"
    assert [found[source].complexity for source in quick] == [1, 1, 1]
