"""Which handlers hide failed solver calls."""

from __future__ import annotations

from functools import partial

import pytest

from tests.rules.finding_lines import finding_lines

lines = partial(finding_lines, "CGR501")


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        pytest.param(
            """\
from contextlib import contextmanager
@contextmanager
def tolerant(problems):
    try:
        yield
    except Exception as error:
        problems.append(error)
def solve(question, options, exp_config):
    problems, a = [], "X"
    with tolerant(problems):
        a = extract_answer(llm_model(question, exp_config))
    return a, "B", 2
""",
            [10],
            id="a manager made from a generator that goes on",
        ),
        pytest.param(
            """\
class Told:
    def __exit__(self, kind, error, trace):
        if kind is None:
            return True
        raise RuntimeError(str(error)) from error
def solve(question, options, exp_config):
    with Told():
        a = extract_answer(llm_model(question, exp_config))
    return a, "B", 2
""",
            [],
            id="a manager that raises another exception",
        ),
        pytest.param(
            """\
def ask(p, c):
    try:
        return llm_model(p, c)
    except Exception as e:
        return ""
def solve(question, options, exp_config):
    a = extract_answer(ask(question, exp_config))
    return (a if a != "X" else "X"), "B", 2
""",
            [4],
            id="an empty response instead of a failed one",
        ),
        pytest.param(
            """\
def solve(question, options, exp_config):
    votes = []
    for s in "abc":
        try:
            votes.append(extract_answer(llm_model(question + s, exp_config)))
        except Exception:
            pass
    votes = [v for v in votes if v != "X"]
    return (max(votes, key=votes.count) if votes else "X"), "B", 2
""",
            [6],
            id="a vote that is missing",
        ),
        pytest.param(
            """\
import functools
def safe(f):
    @functools.wraps(f)
    def inner(*args):
        try:
            return f(*args)
        except Exception:
            return "X"
    return inner
@safe
def ask(p, c):
    return extract_answer(llm_model(p, c))
def solve(question, options, exp_config):
    a = ask(question, exp_config)
    return (a if a != "X" else "X"), "B", 2
""",
            [7],
            id="a decorator that gives a letter",
        ),
        pytest.param(
            """\
def solve(question, options, exp_config):
    try:
        try:
            r = llm_model(question, exp_config)
        except ConnectionError:
            r = "X"
    except BaseException:
        r = "X"
    a = extract_answer(r)
    return (a if a != "X" else "X"), "B", 2
""",
            [7],
            id="a narrow handler inside a broad one",
        ),
        pytest.param(
            """\
def never_fails(function):
    def inner(*args, **kwargs):
        try:
            return function(*args, **kwargs)
        except Exception:
            return "A", "B", 9
    return inner
@never_fails
def solve(question, options):
    a = extract_answer(llm_model(question, {}))
    return a if a != "X" else "X", "B", 3
""",
            [5],
            id="a decorator of the entry",
        ),
        pytest.param(
            """\
import functools
def safe(default):
    def wrap(function):
        @functools.wraps(function)
        def inner(*args, **kwargs):
            try:
                return function(*args, **kwargs)
            except Exception:
                return default, "B", 9
        return inner
    return wrap
@safe("X")
def solve(question, options):
    a = extract_answer(llm_model(question, {}))
    return a if a != "X" else "X", "B", 3
""",
            [8],
            id="a decorator with arguments",
        ),
    ],
)
def test_something_is_found_in(source: str, expected: list[int]) -> None:
    assert lines(source) == expected


@pytest.mark.parametrize(
    "source",
    [
        pytest.param(
            """\
def ask(p, c, tries=3):
    error = None
    for n in range(tries):
        try:
            return llm_model(p, c)
        except Exception as e:
            error = e
    raise RuntimeError("gave up") from error
def solve(question, options, exp_config):
    a = extract_answer(ask(question, exp_config))
    return (a if a != "X" else "X"), "B", 2
""",
            id="raised after the last of several tries",
        ),
        pytest.param(
            """\
def ask(p, c, tries=3):
    for n in range(tries):
        try:
            return llm_model(p, c)
        except Exception:
            if n < tries - 1:
                continue
            raise
def solve(question, options, exp_config):
    a = extract_answer(ask(question, exp_config))
    return (a if a != "X" else "X"), "B", 2
""",
            id="raised in the last of several tries",
        ),
        pytest.param(
            """\
def solve(question, options, exp_config):
    r = llm_model(question, exp_config)
    try:
        a = extract_answer(r)
    except Exception:
        a = "X"
    return (a if a != "X" else "X"), "B", 2
""",
            id="only the extraction is protected",
        ),
        pytest.param(
            """\
def named(function):
    def inner(*args, **kwargs):
        try:
            return function(*args, **kwargs)
        except Exception as error:
            raise RuntimeError("solve") from error
    return inner
@named
def solve(question, options):
    a = extract_answer(llm_model(question, {}))
    return a if a != "X" else "X", "B", 3
""",
            id="a decorator that raises again",
        ),
        pytest.param(
            """\
def never_fails(function):
    def inner(*args, **kwargs):
        try:
            return function(*args, **kwargs)
        except Exception:
            return "A", "B", 9
    return inner
def solve(question, options):
    a = extract_answer(llm_model(question, {}))
    return a if a != "X" else "X", "B", 3
""",
            id="a decorator that nobody uses",
        ),
    ],
)
def test_nothing_is_found_in(source: str) -> None:
    assert lines(source) == []


@pytest.mark.parametrize(
    ("ending", "expected"),
    [
        ('        return a, "B", 2\n', [7]),
        ('        if a == "X":\n            return a, "B", 2\n', [8]),
        ("        break\n", [7]),
        ("        continue\n", [7]),
        ("        for word in question:\n            break\n", []),
        ("        while question:\n            question = question[1:]\n            continue\n", []),
        ("        def ended():\n            return a\n", []),
        ("        print(a)\n", []),
    ],
)
def test_leaving_a_finally_for_a_place_after_it_drops_the_failure(ending: str, expected: list[int]) -> None:
    source = """\
def solve(question, options, exp_config):
    a = "X"
    for _ in range(2):
      try:
        a = extract_answer(llm_model(question, exp_config))
      finally:
"""
    assert lines(source + ending + '    return a, "B", 2\n') == expected


def test_what_a_handler_raises_again_is_dropped_by_the_finally_around_it() -> None:
    source = """\
def ask(prompt):
    reply = ""
    try:
        reply = llm_model(prompt, {})
    except Exception:
        raise
    finally:
        return reply
def solve(question, options, exp_config):
    try:
        return extract_answer(ask(question)), "B", 2
    except Exception:
        return "X", "B", 2
"""
    assert lines(source) == [8]
