"""What a contract of one's own gives to programs, and takes from them: items, parameters, helpers, mappings."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

import pytest

from cgr_audit.sandbox.outcome import Completed, Run
from cgr_audit.sandbox.visible_item import visible_item
from cgr_audit.source.contract import Contract, built_in_contracts, load_contract, parse_contract
from cgr_audit.source.profiles import is_held
from tests.sandbox.conftest import ITEM, RunProgram

MINE = """
name = "mine"
[entry]
kind = "function"
name = "solve"
parameters = ["problem", "choices", "item", "settings"]
supplies = { problem = "question", choices = "options", settings = "exp_config" }
[returns]
shape = "mapping"
fields = ["answer"]
answer = "letter"
[solver]
functions = { ask_llm = ["prompt", "temperature=0.7", "*", "stop=None", "settings={}"] }
[extraction]
functions = { extract = ["response", "letters='ABCD'"] }
[item]
fields = { choices = "options", stem = "question" }
"""


@pytest.fixture(scope="module")
def mine() -> Contract:
    return parse_contract(MINE, "mine.toml")


def answered(run: Run) -> tuple[Any, str | None]:
    assert isinstance(run.outcome, Completed), run.outcome
    return run.value, run.outcome.contract_broken


def shown(run: RunProgram, mine: Contract, expression: str, item: Mapping[str, Any] | None = ITEM) -> Any:
    """What an expression is inside, of ``problem``, ``choices``, ``item`` and ``settings``."""
    program = f"def solve(problem, choices, item, settings):\n    return {{'answer': 'A', 'shown': {expression}}}\n"
    return answered(run(program, contract=mine, item=item))[0]["shown"]


RECORDS = "from dataclasses import dataclass, field\nfrom typing import NamedTuple, TypedDict\nimport collections\n"
FITTING = {
    "a dictionary": "def solve():\n    return {'answer': 'B'}\n",
    "other keys besides": "def solve():\n    return {'answer': 'B', 'why': 'it is', 3: print}\n",
    "a subclass of dict": "def solve():\n    return collections.OrderedDict(answer='B')\n",
    "a typed dictionary": "class T(TypedDict):\n    answer: str\ndef solve():\n    return T(answer='B')\n",
    "a dataclass": "@dataclass\nclass R:\n    answer: str\ndef solve():\n    return R('B')\n",
    "a dataclass with slots": (
        "@dataclass(slots=True, frozen=True)\nclass R:\n    answer: str\ndef solve():\n    return R('B')\n"
    ),
    "a dataclass of a dataclass": (
        "@dataclass\nclass R:\n    answer: str\n@dataclass\nclass S(R):\n    n: int = 1\n"
        "def solve():\n    return S('B')\n"
    ),
    "a default that is not an argument": (
        "@dataclass\nclass R:\n    n: int\n    answer: str = field(default='B', init=False)\n"
        "def solve():\n    return R(1)\n"
    ),
    "a named tuple": "class N(NamedTuple):\n    answer: str\n    n: int\ndef solve():\n    return N('B', 1)\n",
    "a named tuple of collections": (
        "N = collections.namedtuple('N', 'n answer')\ndef solve():\n    return N(1, 'B')\n"
    ),
}


@pytest.mark.parametrize("program", FITTING.values(), ids=FITTING)
def test_whatever_names_its_fields_is_a_mapping(run: RunProgram, mine: Contract, program: str) -> None:
    value, broken = answered(run(RECORDS + program, contract=mine))
    content = getattr(value, "content", value)
    assert (content["answer"], broken) == ("B", None)


BROKEN = {
    "another key": ("return {'answers': 'B'}", "returned a mapping without 'answer'"),
    "no key": ("return {}", "returned a mapping without 'answer'"),
    "a tuple": ("return 'B', 1", "returned a tuple instead of a mapping with 'answer'"),
    "a text": ("return 'B'", "returned a str instead of a mapping with 'answer'"),
    "nothing": ("return None", "returned None instead of a mapping with 'answer'"),
    "another answer": ("return {'answer': 'b'}", "answer is a str 'b', not a letter"),
    "no answer": ("return {'answer': None}", "answer is None, not a letter"),
    "an object in its place": (
        "return {'answer': print}",
        "returned an object of type builtin_function_or_method, which is not a value",
    ),
    "a plain object": (
        "class R:\n        answer = 'B'\n    return R()",
        "returned an object of type R, which is not a value",
    ),
    "the class itself": (
        "@dataclass\n    class R:\n        answer: str = 'B'\n    return R",
        "returned an object of type type, which is not a value",
    ),
}


@pytest.mark.parametrize(("body", "reason"), BROKEN.values(), ids=BROKEN)
def test_what_is_no_such_mapping_breaks_the_contract(run: RunProgram, mine: Contract, body: str, reason: str) -> None:
    assert answered(run(f"{RECORDS}def solve():\n    {body}\n", contract=mine))[1] == reason


def test_a_field_that_raises_is_the_programs_error(run: RunProgram, mine: Contract) -> None:
    program = (
        "@dataclass\nclass R:\n    answer: str\n    def __getattribute__(self, name):\n        return 1 // 0\n"
        "def solve():\n    return R('B')\n"
    )
    outcome = run(RECORDS + program, contract=mine).outcome
    assert "ZeroDivisionError" in str(outcome)


def test_a_contract_of_another_shape_says_what_to_write_for_mappings(run: RunProgram) -> None:
    broken = answered(run("def solve():\n    return {'answer': 'B'}\n", contract="cgr"))[1]
    assert broken is not None
    assert broken.endswith('; for programs that return a mapping write shape = "mapping" in [returns]')


@pytest.mark.parametrize(
    ("call", "config"),
    [
        ("ask_llm('?')", {"temperature": 0.7}),
        ("ask_llm('?', 0.2)", {"temperature": 0.2}),
        ("ask_llm(prompt='?', temperature=None)", {}),
        ("ask_llm('?', stop=['x'])", {"temperature": 0.7, "stop": ["x"]}),
        ("ask_llm('?', settings={'seed': 3, 'temperature': 1})", {"temperature": 1, "seed": 3}),
    ],
)
def test_optional_parameters_become_the_calls_configuration(
    run: RunProgram, mine: Contract, call: str, config: dict[str, Any]
) -> None:
    done = run(f"def solve():\n    return {{'answer': extract({call}, letters='AB')}}\n", contract=mine)
    assert answered(done) == ({"answer": "B"}, None)
    assert [(made.prompt, made.config) for made in done.calls] == [("?", config)]


@pytest.mark.parametrize("call", ["ask_llm('?', 0.2, ['x'])", "ask_llm()", "ask_llm('?', top_p=1)"])
def test_a_helper_takes_what_its_contract_says_and_no_more(run: RunProgram, mine: Contract, call: str) -> None:
    done = run(f"def solve():\n    return {{'answer': {call}}}\n", contract=mine)
    assert "TypeError" in str(done.outcome)
    assert done.calls == ()


def test_renamed_parameters_are_given_what_the_contract_says(run: RunProgram, mine: Contract) -> None:
    settings = {"temperature": 0.0, "max_tokens": 2000}
    assert shown(run, mine, "[problem, choices, settings]") == [ITEM["question"], ITEM["options"], settings]


def test_options_are_given_in_the_form_that_the_contract_says(run: RunProgram) -> None:
    forms = MINE.replace('choices = "options", settings', 'choices = "option_texts", settings').replace(
        'choices = "options", stem', 'choices = "option_mapping", texts = "option_texts", stem'
    )
    contract = parse_contract(forms, "mine.toml")
    texts = [option["text"] for option in ITEM["options"]]
    assert shown(run, contract, "choices") == texts
    assert shown(run, contract, "item['texts']") == texts
    assert shown(run, contract, "item['choices']") == {one["id"]: one["text"] for one in ITEM["options"]}
    assert shown(run, contract, "'options' in item") is True


def test_the_item_has_its_fields_under_the_names_that_the_contract_gives(run: RunProgram, mine: Contract) -> None:
    assert shown(run, mine, "item") == {
        "item_id": "q1",
        "dataset": "tests",
        "choices": ITEM["options"],
        "stem": ITEM["question"],
    }


def test_fields_of_the_items_own_reach_programs_but_for_the_gold(run: RunProgram, mine: Contract) -> None:
    item = {
        **ITEM,
        "passage": "It is two.",
        "meta": {"topic": "numbers", "answer": "B", "more": [{"gold": 1, "page": 2}]},
        "correct_ids": ["B"],
        "label": "B",
        "answerKey": "B",
        "gold_index": 1,
        "licence": "CC0",
    }
    item["options"] = [{**option, "correct": True} for option in ITEM["options"]]
    own = {"passage": "It is two.", "meta": {"topic": "numbers", "more": [{"page": 2}]}}
    assert shown(run, mine, "item", item) == {**shown(run, mine, "item", ITEM), **own}


@pytest.mark.parametrize("name", built_in_contracts())
def test_no_contract_shows_the_recorded_gold(name: str) -> None:
    item = {**ITEM, "correct_ids": ["B"], "gold": "B"}
    assert visible_item(item, load_contract(name)) == visible_item(ITEM, load_contract(name)) == dict(ITEM)


def test_a_gold_field_stays_hidden_under_another_name() -> None:
    hint = parse_contract(MINE.replace('stem = "question"', 'hint = "answer", kind = "answer_kind"'), "mine.toml")
    seen = visible_item({**ITEM, "answer": "B", "answer_kind": "letter"}, hint)
    assert "hint" not in seen
    assert seen["kind"] == "letter"


def test_a_method_is_given_its_message_under_any_name(run: RunProgram) -> None:
    contract = parse_contract(
        'name = "agent"\n[entry]\nkind = "method"\nname = "forward"\nparameters = ["message"]\n'
        'supplies = { message = "task" }\n[solver]\nfactories = ["LLMAgentBase"]\n',
        "agent.toml",
    )
    done = run("def forward(self, message):\n    return message.content\n", contract=contract)
    assert answered(done)[0] == "Which one?\n\n(A) one\n(B) two"


def test_the_sandbox_holds_the_modules_that_contracts_may_allow(run: RunProgram) -> None:
    names = sorted(name for name in sys.stdlib_module_names if not name.startswith("_"))
    program = (
        f"def solve():\n    held = []\n    for name in {names!r}:\n        try:\n            __import__(name)\n"
        "        except ImportError:\n            continue\n        held.append(name)\n    return held\n"
    )
    assert answered(run(program))[0] == [name for name in names if is_held(name, "standard")]
