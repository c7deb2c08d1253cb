"""Contracts that could never work are refused when they are loaded, in one line that names the file and the key."""

from __future__ import annotations

import pytest

from cgr_audit.errors import UsageError
from cgr_audit.source.contract import Supply, built_in_contracts, built_in_text, load_contract, parse_contract

FUNCTION = {"kind": '"function"', "name": '"solve"'}
SCRIPT = {"kind": '"script"'}
MAPPING = {"shape": '"mapping"', "fields": '["answer"]'}


def contract_text(**tables: dict[str, str]) -> str:
    """A contract file of these tables, whose values are TOML already."""
    tables = {"entry": FUNCTION, **tables}
    parts = [
        f"[{name}]\n" + "".join(f"{key} = {value}\n" for key, value in table.items()) for name, table in tables.items()
    ]
    return 'name = "mine"\n' + "".join(parts)


def fault_of(text: str) -> str:
    with pytest.raises(UsageError) as raised:
        parse_contract(text, "mine.toml")
    said = str(raised.value)
    assert said.startswith("mine.toml: ")
    assert "\n" not in said
    return said.removeprefix("mine.toml: ")


def entry(**keys: str) -> dict[str, str]:
    return {**FUNCTION, **keys}


def solver(**keys: str) -> dict[str, str]:
    return {"functions": '{ ask = ["prompt"] }', **keys}


NEVER_WORKING = {
    "a parameter that nothing supplies": (
        {"entry": entry(parameters='["item", "question", "foo"]')},
        "/entry/parameters/2: nothing supplies 'foo'; the runner gives item, question, options, option_texts, "
        "option_mapping, exp_config, task: "
        'write `foo = "question"` (or another of them) in [entry.supplies]',
    ),
    "a method's message that nothing supplies": (
        {"entry": {"kind": '"method"', "name": '"forward"', "parameters": '["message"]'}},
        "/entry/parameters/0: nothing supplies 'message'",
    ),
    "a supply for no parameter": (
        {"entry": entry(parameters='["item"]', supplies='{ problem = "question" }')},
        "/entry/supplies/problem: 'problem' is not among the parameters ['item']",
    ),
    "a supply that the runner does not have": (
        {"entry": entry(parameters='["problem"]', supplies='{ problem = "passage" }')},
        "/entry/supplies/problem: 'item', 'question', 'options', 'option_texts', 'option_mapping', 'exp_config' or "
        "'task' is expected",
    ),
    "a parameter twice": ({"entry": entry(parameters='["item", "item"]')}, "/entry/parameters: "),
    "a keyword as parameter": (
        {"entry": entry(parameters='["class"]', supplies='{ class = "item" }')},
        "/entry/parameters/0: 'class' is not a name that Python takes",
    ),
    "parameters for an expression": (
        {"entry": entry(parameters='["item"]', arguments='"expression"')},
        '/entry/parameters: of no use where arguments is "expression"; remove them',
    ),
    "parameters for a script": (
        {"entry": {**SCRIPT, "parameters": '["item"]'}, "returns": {"shape": '"variable"', "variable": '"ans"'}},
        "/entry/parameters: a script takes no parameters",
    ),
    "an entry that is not a name": (
        {"entry": entry(name='"solve-it"')},
        "/entry/name: 'solve-it' is not a function name; write a regular expression between slashes",
    ),
    "a pattern that does not compile": ({"entry": entry(name='"/(/"')}, "/entry/name: not a regular expression: "),
    "a mapping without fields": (
        {"returns": {"shape": '"mapping"'}},
        '/returns/fields: needed because shape is "mapping"',
    ),
    "a tuple without fields": ({"returns": {"shape": '"tuple"'}}, '/returns/fields: needed because shape is "tuple"'),
    "fields of a value": (
        {"returns": {"shape": '"value"', "fields": '["a", "b"]'}},
        '/returns/fields: of no use where shape is "value"; write shape = "tuple" or "mapping"',
    ),
    "fields without a shape": ({"returns": {"fields": '["a"]'}}, '/returns/fields: of no use where shape is "value"'),
    "a solver field that is not a field": (
        {"returns": {**MAPPING, "solver_field": '"anser"'}},
        "/returns/solver_field: 'anser' is not among the fields ['answer']",
    ),
    "a generator field that is not a field": (
        {"returns": {**MAPPING, "generator_field": '"own"'}},
        "/returns/generator_field: 'own' is not among the fields ['answer']",
    ),
    "one field for both": (
        {"returns": {"shape": '"tuple"', "fields": '["a", "b"]', "solver_field": '"a"', "generator_field": '"a"'}},
        "/returns/generator_field: 'a' is already the solver_field",
    ),
    "no solver field among several": (
        {"returns": {"shape": '"mapping"', "fields": '["answer", "why"]'}},
        "/returns/solver_field: needed; which of the fields ['answer', 'why'] holds the answer?",
    ),
    "a tuple's field that is not a name": (
        {"returns": {"shape": '"tuple"', "fields": '["final answer"]'}},
        "/returns/fields/0: 'final answer' is not a name; only a mapping has keys that are none",
    ),
    "a variable without its name": (
        {"entry": SCRIPT, "returns": {"shape": '"variable"'}},
        '/returns/variable: needed because shape is "variable"',
    ),
    "a variable that is not a name": (
        {"entry": SCRIPT, "returns": {"shape": '"variable"', "variable": '"class"'}},
        "/returns/variable: 'class' is not a name that Python takes",
    ),
    "a variable of a function": (
        {"returns": {"shape": '"variable"', "variable": '"ans"'}},
        '/returns/shape: only a script leaves its answer in a variable; write kind = "script" in [entry]',
    ),
    "a script that returns": (
        {"entry": SCRIPT, "returns": MAPPING},
        '/returns/shape: a script returns nothing; write shape = "variable" and name the variable',
    ),
    "a variable of no use": (
        {"returns": {**MAPPING, "variable": '"ans"'}},
        '/returns/variable: of no use where shape is "mapping"; remove it',
    ),
    "a helper that is not a name": (
        {"solver": {"functions": '{ "ask llm" = ["prompt"] }'}},
        "/solver/functions/ask llm: 'ask llm' is not a function name",
    ),
    "a helper without a prompt": (
        {"solver": {"functions": "{ ask = [] }"}},
        "/solver/functions/ask: the first parameter must take the text, without a default and before any '*'",
    ),
    "a prompt with a default": (
        {"solver": {"functions": '{ ask = ["prompt=None"] }'}},
        "/solver/functions/ask: the first parameter must take the text",
    ),
    "a default that is not a literal": (
        {"solver": {"functions": '{ ask = ["prompt", "temperature=hot"] }'}},
        "/solver/functions/ask: the default of 'temperature' is not a Python literal: 'hot'",
    ),
    "a parameter of a helper twice": (
        {"solver": {"functions": '{ ask = ["prompt", "prompt"] }'}},
        "/solver/functions/ask: duplicate parameter 'prompt'",
    ),
    "a required parameter after an optional one": (
        {"solver": {"functions": '{ ask = ["prompt", "a=1", "b"] }'}},
        "/solver/functions/ask: 'b' has no default, but a parameter before it has one",
    ),
    "nothing after the star": (
        {"solver": {"functions": '{ ask = ["prompt", "*"] }'}},
        "/solver/functions/ask: no parameter follows '*'",
    ),
    "code in a parameter": (
        {"solver": {"functions": '{ ask = ["prompt): pass"] }'}},
        "/solver/functions/ask: 'prompt): pass' is not a parameter; write a name, 'name=default' or '*'",
    ),
    "one name for two helpers": (
        {"solver": solver(), "extraction": {"functions": '{ ask = ["response"] }'}},
        "/extraction/functions/ask: 'ask' is already a function of the solver",
    ),
    "one name for the entry and a helper": (
        {"solver": {"functions": '{ solve = ["prompt"] }'}},
        "/solver/functions/solve: 'solve' is the entry, which would stand in the helper's place; give one another name",
    ),
    "one name for the entry and an extraction helper": (
        {"extraction": {"functions": '{ solve = ["response"] }'}},
        "/extraction/functions/solve: 'solve' is the entry",
    ),
    "one name for the entry and a factory": (
        {"solver": {"factories": '["solve"]'}},
        "/solver/factories/0: 'solve' is already the entry",
    ),
    "a prelude that takes a helper's name": (
        {"solver": solver(), "prelude": {"source": '"def ask(prompt): return 1"'}},
        "/prelude/source: it binds 'ask', so that no program could reach the helper of this name",
    ),
    "a prelude that returns": (
        {"prelude": {"source": '"x = 1\\nreturn x"'}},
        "/prelude/source: line 2: 'return' outside function",
    ),
    "one name for a helper and a factory": (
        {"solver": solver(factories='["ask"]')},
        "/solver/factories/0: 'ask' is already a helper function",
    ),
    "a module that is not a name": (
        {"solver": solver(modules='["my-tools"]')},
        "/solver/modules/0: 'my-tools' is not a module name",
    ),
    "a module with nothing to offer": (
        {"solver": {"modules": '["tools"]'}},
        "/solver/modules/0: there is no helper that 'tools' could offer",
    ),
    "a cap below the budget": (
        {"solver": solver(budget="10", cap="5")},
        "/solver/cap: 5 calls are fewer than the budget of 10",
    ),
    "a default cap below the budget": (
        {"solver": solver(budget="101")},
        "/solver/cap: 100 calls are fewer than the budget of 101",
    ),
    "a negative budget": ({"solver": solver(budget="-1")}, "/solver/budget: -1 is too small; the smallest is 0"),
    "a required extraction that no helper does": (
        {"extraction": {"required": "true"}},
        "/extraction/required: no extraction helper is named in /extraction/functions",
    ),
    "a retry on what is never seen": (
        {"attempts": {"max": "2", "retry_on": '["extraction_failed"]'}},
        "/attempts/retry_on: 'extraction_failed' is never seen without an /extraction/failure_value",
    ),
    "a direct prompt without the question": (
        {"direct": {"prompt": '"Which is right? {options}"'}},
        "/direct/prompt: it has no place for {question}",
    ),
    "a temperature that is not a number": ({"direct": {"temperature": "nan"}}, "/direct/temperature: not a number"),
    "a prelude that does not parse": (
        {"prelude": {"source": "'''\nx = 1\ndef f(:\n'''"}},
        "/prelude/source: line 2: ",
    ),
    "a prelude's import that the profile lacks": (
        {"prelude": {"source": '"import re\\nfrom sympy import Symbol"'}},
        "/prelude/source: line 2: the profile 'standard' holds no module 'sympy'; profile = \"science\" does",
    ),
    "an import that no profile holds": (
        {"imports": {"allowed": '["re", "numpy"]'}},
        "/imports/allowed: the profile 'standard' holds no module 'numpy'",
    ),
    "an import that another profile holds": (
        {"imports": {"allowed": '["sympy.abc"]'}},
        "/imports/allowed: the profile 'standard' holds no module 'sympy.abc'; profile = \"science\" does",
    ),
}


@pytest.mark.parametrize(("tables", "reason"), NEVER_WORKING.values(), ids=NEVER_WORKING)
def test_what_can_never_work_is_an_error_of_the_contract(tables: dict[str, dict[str, str]], reason: str) -> None:
    assert fault_of(contract_text(**tables)).startswith(reason)


WORKING = {
    "renamed parameters": {
        "entry": entry(
            parameters='["problem", "choices", "settings"]',
            supplies='{ problem = "question", choices = "options", settings = "exp_config" }',
        )
    },
    "a mapping with the answer alone": {"returns": {**MAPPING, "answer": '"letter"'}},
    "a mapping with keys that are not names": {
        "returns": {"shape": '"mapping"', "fields": '["final answer", "class"]', "solver_field": '"final answer"'}
    },
    "optional and keyword-only parameters": {
        "solver": {"functions": '{ ask = ["prompt", "temperature=0.7", "*", "stop=[]", "seed"] }'}
    },
    "a helper's own module is not an import of the profile": {
        "solver": solver(modules='["tools.llm"]'),
        "imports": {"allowed": '["re", "tools.llm"]'},
        "prelude": {"source": '"from tools.llm import ask"'},
    },
    "what the sandbox holds although no profile lists it": {"imports": {"allowed": '["os", "threading"]'}},
}


@pytest.mark.parametrize("tables", WORKING.values(), ids=WORKING)
def test_what_can_work_is_taken(tables: dict[str, dict[str, str]]) -> None:
    assert parse_contract(contract_text(**tables), "mine.toml").name == "mine"


@pytest.mark.parametrize("name", built_in_contracts())
def test_the_built_in_contracts_can_work(name: str) -> None:
    assert parse_contract(built_in_text(name), name).digest == load_contract(name).digest


def test_the_only_field_is_the_solvers() -> None:
    returns = parse_contract(contract_text(returns=MAPPING), "mine.toml").returns
    assert (returns.solver_field, returns.generator_field, returns.difficulty_field) == ("answer", None, None)
    assert returns.channels == ("answer",)


def test_an_extraction_helper_fails_with_one_value_everywhere() -> None:
    tables = {"extraction": {"functions": '{ extract = ["response"] }'}}
    assert parse_contract(contract_text(**tables), "mine.toml").extraction.failure_value == "X"
    assert parse_contract(contract_text(), "mine.toml").extraction.failure_value is None


def test_a_parameter_takes_what_is_named_after_it_or_what_the_contract_says() -> None:
    tables = {"entry": entry(parameters='["problem", "item"]', supplies='{ problem = "question" }')}
    supplied = parse_contract(contract_text(**tables), "mine.toml").entry.supplied
    assert supplied == {"problem": Supply.QUESTION, "item": Supply.ITEM}


def test_contracts_that_do_without_the_newer_keys_keep_their_digests() -> None:
    # Verdicts and runs that were recorded name them.
    assert load_contract("cgr").digest == "sha256:1db86401fa9919bc5ff23e0122b53c7f6ea0ad6c950c85c2350e374212aba023"
    assert load_contract("pot").digest == "sha256:c6c09644381617c54e9f9d2a4d4b310c4e484c3778c36d71ba55cbffcede8080"


@pytest.mark.parametrize(
    "tables",
    [
        {"entry": entry(parameters='["a"]', supplies='{ a = "question" }')},
        {"entry": entry(parameters='["a"]', supplies='{ a = "options" }')},
        {"item": {"fields": '{ choices = "options" }'}},
        {"solver": {"functions": '{ ask = ["prompt", "temperature=0.7"] }'}},
        {"solver": {"functions": '{ ask = ["prompt", "temperature=0.8"] }'}},
        {"returns": MAPPING},
    ],
)
def test_the_newer_keys_are_part_of_the_digest(tables: dict[str, dict[str, str]]) -> None:
    plain = {"item": {"option_count": "4"}} if "item" in tables else {}
    texts = [contract_text(**plain), contract_text(**tables), contract_text(solver=solver())]
    digests = {parse_contract(text, "mine.toml").digest for text in texts}
    assert len(digests) == len(texts)


def test_two_spellings_of_one_default_have_one_digest() -> None:
    one = contract_text(solver={"functions": '{ ask = ["prompt", "stop=[\'x\']"] }'})
    other = contract_text(solver={"functions": '{ ask = [" prompt", "stop = [ \\"x\\" ]"] }'})
    assert parse_contract(one, "a").digest == parse_contract(other, "b").digest


@pytest.mark.parametrize(
    ("fields", "gold"),
    [
        ("{}", ("gold", "answer", "correct_ids")),
        ('{ key = "gold" }', ("gold", "answer", "correct_ids", "key")),
        ('{ key = "correct_ids", answer = "passage" }', ("gold", "correct_ids", "key")),
    ],
)
def test_the_gold_is_known_under_the_names_that_programs_read(fields: str, gold: tuple[str, ...]) -> None:
    text = contract_text(item={"gold_fields": '["gold", "answer"]', "fields": fields})
    assert parse_contract(text, "mine.toml").item.gold_names == gold
