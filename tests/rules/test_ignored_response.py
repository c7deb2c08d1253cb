"""Which responses come to something."""

from __future__ import annotations

from functools import partial

import pytest

from tests.rules.finding_lines import finding_lines

lines = partial(finding_lines, "CGR109")


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        pytest.param(
            """\
def solve(question, options, exp_config):
    for n in range(3):
        reply = llm_model(question + str(n), exp_config)
        print(n, reply)
    return "B", "B", 2
""",
            [3],
            id="only printed",
        ),
        pytest.param(
            """\
import logging
log = logging.getLogger(__name__)
def solve(question, options, exp_config):
    plan = llm_model("plan " + question, exp_config)
    log.info("plan: %s", plan)
    a = extract_answer(llm_model(question, exp_config))
    return (a if a != "X" else "X"), "B", 2
""",
            [4],
            id="only logged",
        ),
        pytest.param(
            """\
def solve(question, options, exp_config):
    history = []
    def ask(p):
        r = llm_model(p, exp_config)
        history.append(r)
        return r
    plan = ask("plan " + question)
    a = extract_answer(ask(question))
    return (a if a != "X" else "X"), "B", 2
""",
            [7],
            id="kept in a list that nobody reads",
        ),
        pytest.param(
            """\
def solve(question, options, exp_config):
    a = extract_answer(llm_model(question, exp_config))
    try:
        confidence = float(llm_model("how sure?", exp_config))
    except ValueError:
        confidence = 0.5
    return (a if a != "X" else "X"), "B", 2
""",
            [4],
            id="a confidence that decides nothing",
        ),
        pytest.param(
            """\
def solve(question, options, exp_config):
    answers = [extract_answer(llm_model(question + s, exp_config)) for s in "abc"]
    a = extract_answer(llm_model(question, exp_config))
    return (a if a != "X" else "X"), "B", 2
""",
            [2],
            id="votes that are never counted",
        ),
        pytest.param(
            """\
def solve(question, options, exp_config):
    background = llm_model("background " + question, exp_config)
    critique = llm_model("criticise " + background, exp_config)
    a = extract_answer(llm_model(question + background, exp_config))
    return (a if a != "X" else "X"), "B", 2
""",
            [3],
            id="a critique of what is used",
        ),
        pytest.param(
            """\
def solve(question, options, exp_config):
    a = extract_answer(llm_model(question, exp_config))
    if a == "X":
        llm_model("sorry", exp_config)
        return "X", "B", 2
    return a, "B", 2
""",
            [4],
            id="asked for after the answer was given up",
        ),
        pytest.param(
            """\
def solve(question, options, exp_config):
    _ = [llm_model(o["text"], exp_config) for o in options]
    gen = "C"
    return gen, gen, 2
""",
            [2],
            id="asked for every option and dropped",
        ),
        pytest.param(
            """\
def solve(question, options):
    hints = {}
    for name in ("one", "two"):
        hints[name] = llm_model(name + question, {})
    a = extract_answer(llm_model(question + ", ".join(hints) + str(len(hints)), {}))
    return a if a != "X" else "X", "D", 3
""",
            [4],
            id="a dictionary of responses of which only the keys are read",
        ),
        pytest.param(
            """\
def solve(question, options):
    hints = {name: llm_model(name + question, {}) for name in ("one", "two")}
    a = extract_answer(llm_model(question + str(sorted(hints.keys())), {}))
    return a if a != "X" else "X", "D", 3
""",
            [2],
            id="a dictionary comprehension of responses of which only the keys are read",
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
def solve(question, options, exp_config):
    history = []
    def ask(p):
        r = llm_model("\\n".join(history) + p, exp_config)
        history.append(r)
        return r
    ask("plan " + question)
    a = extract_answer(ask(question))
    return (a if a != "X" else "X"), "B", 2
""",
            id="kept in a list that later prompts repeat",
        ),
        pytest.param(
            """\
def solve(question, options, exp_config):
    a = extract_answer(llm_model(question, exp_config))
    try:
        confidence = float(llm_model("how sure?", exp_config))
    except ValueError:
        confidence = 0.5
    if confidence < 0.5:
        a = extract_answer(llm_model("think again" + question, exp_config))
    return (a if a in "ABCD" else "X"), "B", 2
""",
            id="a confidence that decides whether to ask again",
        ),
        pytest.param(
            """\
def solve(question, options, exp_config):
    first = llm_model(question, exp_config)
    verdict = llm_model(question + first + " correct or wrong?", exp_config)
    if "wrong" in verdict.lower():
        first = llm_model(question + " again", exp_config)
    a = extract_answer(first)
    return (a if a != "X" else "X"), "B", 2
""",
            id="a verdict that decides whether to ask again",
        ),
        pytest.param(
            """\
from dataclasses import dataclass
@dataclass
class Result:
    answer: str
    level: int
def solve(question, options, exp_config):
    a = extract_answer(llm_model(question, exp_config))
    return Result(a, 3)
""",
            id="what an object of the wrong kind takes along",
        ),
        pytest.param(
            """\
def solve(question, options, exp_config):
    thoughts = llm_model("think: " + question, exp_config)
    a = extract_answer(llm_model(question, exp_config))
    return (a if a != "X" else "X"), "B", 3, thoughts
""",
            id="a field too many",
        ),
        pytest.param(
            """\
def solve(question, options):
    hints = {name: llm_model(name + question, {}) for name in ("one", "two")}
    a = extract_answer(llm_model(question + str(hints), {}))
    return a if a != "X" else "X", "D", 3
""",
            id="a dictionary of responses whose values are read",
        ),
        pytest.param(
            """\
def ask(prompt):
    return llm_model(prompt, {})
def solve(question, options):
    if not callable(ask) or not isinstance(ask, object) or hasattr(llm_model, "calls"):
        raise TypeError(type(ask).__name__)
    print(ask, id(ask), repr(ask), hash(llm_model))
    a = extract_answer(ask(question))
    return a if a != "X" else "X", "D", 3
""",
            id="functions that are looked at and not called",
        ),
    ],
)
def test_nothing_is_found_in(source: str) -> None:
    assert lines(source) == []
