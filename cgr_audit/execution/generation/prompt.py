"""What a generator is asked: a template, filled from the contract and the item. The gold is no part of either."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

from cgr_audit.records.rows import Item
from cgr_audit.source.contract import AnswerKind, Contract, EntryKind, ReturnShape, Supply

__all__ = ["PLACEHOLDERS", "TEMPLATE", "generation_prompt"]

TEMPLATE = """\
Write one Python program that finds the answer to this question.

Question: {question}

Options:
{options}

What the program must look like:
{contract}

What it may call:
{helpers}

How many calls it may make:
{budget}

What it may import:
{imports}

What it must not do:
{forbidden}

Reply with the whole program in one Python code block, and nothing else.
"""
"""The built-in template; a contract's ``[generate]`` may bring another with the same placeholders."""

_LIKELY_NAMES = ("solve", "answer", "scaffold", "solution", "run", "main", "f")
_ANSWERS: Mapping[AnswerKind, str] = MappingProxyType(
    {
        AnswerKind.LETTER: "the letter of one option",
        AnswerKind.TEXT: "a text",
        AnswerKind.NUMBER: "a number",
        AnswerKind.ANY: "a value of any type",
    }
)


def generation_prompt(contract: Contract, item: Item) -> str:
    """The prompt for the first attempt to have a program written for an item."""
    template = contract.generate.prompt or TEMPLATE
    return _FIELD.sub(lambda field: PLACEHOLDERS[field.group(1)](contract, item), template)


def _question(_contract: Contract, item: Item) -> str:
    return item.question or ""


def _options(_contract: Contract, item: Item) -> str:
    return "\n".join(f"{option['id']}. {option['text']}" for option in item.options) or "(none)"


def _contract(contract: Contract, _item: Item) -> str:
    return _listed([*_entry(contract), *_returns(contract)])


def _helpers(contract: Contract, _item: Item) -> str:
    return _listed([*_helper_lines(contract), *_prelude(contract)])


def _budget(contract: Contract, _item: Item) -> str:
    solver = contract.solver
    if not solver.is_used:
        return "- None: there is no model to ask."
    most = solver.cap if solver.budget is None else solver.budget
    return _listed([f"At most {most} calls of the solver in one run.", "Every loop that calls the solver must end."])


def _imports(contract: Contract, _item: Item) -> str:
    return f"- Only these modules: {', '.join(contract.imports.allowed) or 'none'}."


def _forbidden(contract: Contract, _item: Item) -> str:
    return _listed(_forbidden_lines(contract))


PLACEHOLDERS: Mapping[str, Callable[[Contract, Item], str]] = MappingProxyType(
    {
        "question": _question,
        "options": _options,
        "contract": _contract,
        "helpers": _helpers,
        "budget": _budget,
        "imports": _imports,
        "forbidden": _forbidden,
    }
)
"""What stands for each placeholder of a template. Any other text between braces stays as it is."""
_FIELD = re.compile(r"\{(" + "|".join(PLACEHOLDERS) + r")\}")


def _entry(contract: Contract) -> Iterator[str]:
    """What is run, and what it is given."""
    entry = contract.entry
    if entry.kind is EntryKind.SCRIPT:
        yield "It is a script, run from top to bottom."
        return
    first = " and whose first parameter is `self`" if entry.kind is EntryKind.METHOD else ""
    name = f"whose name is `{entry.name}`"
    if entry.is_pattern:
        likely = next((f", such as `{name}`" for name in _LIKELY_NAMES if entry.matches(name)), "")
        name = f"whose name matches the regular expression `{entry.name[1:-1]}`{likely}"
    yield f"It defines one top-level function {name}{first}. It is called once."
    if entry.supplied:
        yield "The function takes any of these parameters, by these names:"
    for parameter, supply in entry.supplied.items():
        yield f"  `{parameter}`: {_supplied(supply, contract)}"


_FORMS: Mapping[str, str] = MappingProxyType(
    {
        Supply.QUESTION: "the question, a text",
        Supply.OPTIONS: 'the options, a list of dictionaries such as {"id": "A", "text": "..."}',
        Supply.OPTION_TEXTS: "the texts of the options in their order, a list",
        Supply.OPTION_MAPPING: 'the options, a dictionary such as {"A": "..."}',
        Supply.CONFIGURATION: "the settings of the run, a dictionary to be passed on with calls",
    }
)


def _supplied(supply: Supply, contract: Contract) -> str:
    if supply is Supply.ITEM:
        names = {"question": Supply.QUESTION.value, "options": Supply.OPTIONS.value}
        mapped = contract.item.fields
        kept = {name: form for name, form in names.items() if name not in mapped and form not in mapped.values()}
        fields = (f"`{name}` ({_FORMS[form]})" for name, form in {**kept, **mapped}.items() if form in _FORMS)
        return f"a dictionary with {', '.join(fields)}"
    if supply is Supply.TASK and contract.entry.kind is EntryKind.METHOD:
        return 'question and options as one message, `Info("task", "User", text, -1)`'
    return _FORMS.get(supply, "question and options as one text")


def _returns(contract: Contract) -> Iterator[str]:
    """What comes back, channel by channel."""
    returns, answer = contract.returns, _ANSWERS[contract.returns.answer]
    if returns.shape is ReturnShape.VARIABLE:
        yield f"It leaves the answer ({answer}) in the variable `{returns.variable}`."
    elif not returns.channels:
        yield f"The function returns the answer: {answer}."
    else:
        is_tuple = returns.shape is ReturnShape.TUPLE
        fields = ", ".join(returns.channels) + ("," if len(returns.channels) == 1 else "")
        shape = f"the tuple `({fields})`" if is_tuple else f"a dictionary with the keys {fields.rstrip(',')}"
        yield f"On every path the function returns {shape}:"
        low, high = returns.difficulty_range
        roles = {
            returns.solver_field: f"the answer that follows from what the program does, {answer}",
            returns.generator_field: f"your own answer to the question, {answer}; it is only kept beside",
            returns.difficulty_field: f"how hard you judge the question, a whole number from {low} to {high}",
        }
        yield from (f"  `{field}`: {roles.get(field, 'a value of your choice')}" for field in returns.channels)


def _helper_lines(contract: Contract) -> Iterator[str]:
    """The helpers with their signatures."""
    for name in contract.solver.functions:
        said = f"`{name}({contract.signatures[name].text})` asks the solver, a small language model"
        yield f"{said}, and returns its response, a text."
    for name in contract.extraction.functions:
        said = f"`{name}({contract.signatures[name].text})` returns the first capital letter that stands by itself"
        yield f"{said} in a response, or {contract.extraction.failure_value!r} where there is none."
    for name in contract.solver.factories:
        yield f"`{name}(output_fields, agent_name, role, model, temperature)` makes an agent of a small language model."
        yield (
            "Calling an agent with (list of Info, instruction) asks the model once, and returns one "
            "`Info(name, author, content, iteration_idx)` for each output field, in order."
        )
    if contract.helpers or contract.solver.factories:
        yield "They are there already: do not define or import them."
    else:
        yield "No helpers: the program computes the answer by itself."
    if contract.extraction.required:
        helpers = " or ".join(map(_quoted, contract.extraction.functions))
        failure = contract.extraction.failure_value
        yield f"Answers are taken out of responses with {helpers}; see that it is not {failure!r} before it is used."


def _prelude(contract: Contract) -> Iterator[str]:
    if contract.prelude.source:
        yield f"These lines run before the program:\n\n{contract.prelude.source.strip()}\n"


def _forbidden_lines(contract: Contract) -> Iterator[str]:
    """What must not be hard-coded, and what the sandbox does not have."""
    returns, gold = contract.returns, contract.item.gold_names
    if contract.solver.is_used:
        answer = f"`{returns.solver_field}`" if returns.solver_field else "The answer"
        yield (
            f"{answer} must follow from the solver's responses: no option written out as the answer, as a default or "
            "as a fallback, no table of answers, and nothing computed from the item alone."
        )
        yield "A prompt must not name, favour or hint at an option as the right one, and must hold the question."
        if returns.generator_field:
            yield (
                f"Your own answer must stand in `{returns.generator_field}` only: never in a prompt, and never in "
                "another field."
            )
    else:
        yield "The answer must be computed: it must not be written out."
    if contract.entry.taking(Supply.ITEM):
        yield f"Fields that hold the right answer must not be read: {', '.join(map(_quoted, gold))}."
    yield "No files, network, processes, `eval`, `exec`, randomness without a seed, waiting, or interpreter internals."


def _quoted(name: str) -> str:
    return f"`{name}`"


def _listed(lines: Iterator[str] | list[str]) -> str:
    """Lines as a list; those that begin with blanks belong to the line before."""
    return "\n".join(f"  - {line.strip()}" if line.startswith("  ") else f"- {line}" for line in lines)
