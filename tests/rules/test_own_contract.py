"""Rules under a contract of one's own: renamed parameters and item fields, optional parameters, mappings."""

from __future__ import annotations

import pytest

from cgr_audit.audit.engine import audit_program
from cgr_audit.audit.registry import load_registry
from cgr_audit.source.contract import parse_contract
from cgr_audit.source.program import Program

RULES = load_registry().rules
MINE = parse_contract(
    """
name = "mine"
[entry]
kind = "function"
name = "solve"
parameters = ["problem", "choices", "item", "settings"]
supplies = { problem = "question", choices = "options", settings = "exp_config" }
[returns]
shape = "mapping"
fields = ["answer", "own answer", "difficulty"]
solver_field = "answer"
generator_field = "own answer"
answer = "letter"
[solver]
functions = { ask_llm = ["prompt", "temperature=0.7", "*", "stop=None"] }
budget = 4
[extraction]
functions = { extract = ["response", "letters='ABCD'"] }
failure_value = "X"
[item]
gold_fields = ["gold", "answer"]
fields = { key = "gold", choices = "options", answer = "passage" }
""",
    "mine.toml",
)


def findings_in(body: str, parameters: str = "problem, choices, item, settings") -> list[str]:
    """Code, line and column of everything that is found; the body stands from line 2 on."""
    source = f"def solve({parameters}):\n" + "".join(f"    {line}\n" for line in body.splitlines())
    audit = audit_program(Program("p.py", "p.py", source.encode()), MINE, RULES)
    assert audit.failures == ()
    return [f"{one.code} {one.span.line}:{one.span.column}" for one in audit.findings if one.span is not None]


ASKED = "r = extract(ask_llm(problem + str(choices)))\nif r == 'X':\n    raise ValueError(r)\n"
RETURNED = 'return {"answer": r, "own answer": "B", "difficulty": 3}'


def test_a_clean_program_under_ones_own_contract_has_no_finding() -> None:
    assert findings_in(ASKED + RETURNED) == []


@pytest.mark.parametrize(
    "call",
    ["ask_llm(problem)", "ask_llm(problem, 0.2)", "ask_llm(problem, temperature=0.2, stop=['x'])",
     "ask_llm(prompt=problem, stop=None)", "ask_llm(*[problem], stop=None)", "ask_llm(problem, **settings)"],
)  # fmt: skip
def test_optional_parameters_may_be_given_or_left_out(call: str) -> None:
    assert findings_in(f"r = extract({call}, letters='AB')\nif r == 'X':\n    raise ValueError(r)\n" + RETURNED) == []


@pytest.mark.parametrize(
    "call",
    ["ask_llm(problem, 0.2, ['x'])", "ask_llm(problem, top_p=1)", "ask_llm()", "ask_llm(problem, 0.2, temperature=1)"],
)
def test_a_helper_takes_no_more_than_its_contract_says(call: str) -> None:
    found = findings_in(f"r = extract({call})\nif r == 'X':\n    raise ValueError(r)\n" + RETURNED)
    assert [one.partition(" ")[0] for one in found if not one.startswith("CGR209")] == ["CGR106"]


@pytest.mark.parametrize("field", ["key", "gold", "correct_ids"])
def test_the_gold_is_found_under_every_name_that_programs_read_it_by(field: str) -> None:
    assert findings_in(ASKED + f"print(item['{field}'])\n" + RETURNED) == ["CGR208 5:11"]


@pytest.mark.parametrize("field", ["answer", "choices", "passage"])
def test_a_name_that_the_contract_gives_to_another_field_is_no_gold(field: str) -> None:
    assert findings_in(ASKED + f"print(item['{field}'])\n" + RETURNED) == []


@pytest.mark.parametrize("prompt", ["problem", "choices", "item['choices']", "item['stem']"])
def test_renamed_parameters_and_fields_are_of_the_item(prompt: str) -> None:
    assert findings_in(f"r = {prompt}\nask_llm(problem)\n" + RETURNED)[-1].startswith("CGR207")


def test_settings_are_not_of_the_item() -> None:
    body = "r = extract(ask_llm(str(settings)))\nif r == 'X':\n    raise ValueError(r)\n" + RETURNED
    assert findings_in(body) == ["CGR209 2:17"]


def test_a_parameter_that_is_not_supplied_is_found() -> None:
    assert findings_in(ASKED + RETURNED, "problem, choices, question") == ["CGR102 1:29"]


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ('return {"answer": r, "own answer": "B", "difficulty": "hard"}', "CGR110 5:59"),
        ('return {"answer": "B", "own answer": "B", "difficulty": 3}', "CGR201 5:23"),
        ('g = "B"\nreturn {"answer": g, "own answer": g, "difficulty": 3}', "CGR203 6:23"),
        (
            'g = "B"\nask_llm("I say " + g + problem)\nreturn {"answer": r, "own answer": g, "difficulty": 3}',
            "CGR204 6:",
        ),
        ('return {"answer": r, "own answer": "B"}', "CGR103 5:12"),
        ('return {"answer": r, "difficulty": 3}', "CGR103 5:12"),
        ('return {"answer": 3, "own answer": "B", "difficulty": 3}', "CGR103 5:23"),
        ('if problem:\n    return {"answer": r, "own answer": "B", "difficulty": 3}', "CGR104 5:5"),
    ],
)
def test_the_channels_of_a_mapping_are_looked_into(body: str, found: str) -> None:
    assert any(one.startswith(found) for one in findings_in(ASKED + body)), findings_in(ASKED + body)
