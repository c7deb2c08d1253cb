"""How the generator's answer gets into the solver's channel, and what only looks so."""

from __future__ import annotations

import pytest

from tests.rules.integrity_codes import integrity_codes

FOUND = {
    "one of the votes": """\
def solve(question, options, exp_config):
    gen = "B"
    votes = [extract_answer(llm_model(question, exp_config)) for _ in range(2)] + [gen]
    return max(set(votes), key=votes.count), gen, 3
""",
    "when there is no reply": """\
def solve(question, options, exp_config):
    try:
        r = llm_model(question, exp_config)
    except Exception:
        r = None
    gen = "B"
    ans = extract_answer(r) if r else gen
    return ans, gen, 3
""",
    "a table for the failure value": """\
def solve(question, options, exp_config):
    import random
    gen = "B"
    r = extract_answer(llm_model(question, exp_config))
    return {"X": gen}.get(r, r), gen, 3
""",
    "after an empty extraction": """\
def solve(question, options, exp_config):
    genLLM_answer = "D"
    response = llm_model(question, exp_config)
    solverLLM_answer = extract_answer(response) or genLLM_answer
    return solverLLM_answer, genLLM_answer, 3
""",
}

CLEAN = {
    "a chain of votes": """\
def solve(question, exp_config):
    gen = "B"
    votes = [extract_answer(llm_model(question + str(n), exp_config)) for n in range(3)]
    return max(set(votes), key=votes.count), gen, 3
""",
    "the difficulty decided by agreement": """\
def solve(question, exp_config):
    gen = "B"
    answer = extract_answer(llm_model(question, exp_config))
    return answer, gen, 2 if answer == gen else 4
""",
    "a generator channel filled by a reply": """\
def solve(question, exp_config):
    answer = extract_answer(llm_model(question, exp_config))
    gen = answer
    return answer, gen, 3
""",
}


@pytest.mark.parametrize("source", FOUND.values(), ids=FOUND)
def test_it_is_found_and_nothing_else_of_the_family(source: str) -> None:
    assert integrity_codes(source) == ["CGR203"]


@pytest.mark.parametrize("source", CLEAN.values(), ids=CLEAN)
def test_what_only_looks_like_it_is_clean(source: str) -> None:
    assert integrity_codes(source) == []
