"""What a schema cannot say of a contract: keys that contradict each other, and what could never work in a run."""

from __future__ import annotations

import ast
import math
import re
import symtable
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from cgr_audit.source.contract_types import (
    AnswerKind,
    ArgumentStyle,
    Control,
    Direct,
    EntryKind,
    Generation,
    ReturnShape,
    Supply,
)
from cgr_audit.source.helper_signature import is_plain_name, read_signature
from cgr_audit.source.profiles import default_imports, is_held

if TYPE_CHECKING:
    from cgr_audit.source.contract import Contract

__all__ = ["contract_faults"]


def contract_faults(contract: Contract) -> Iterator[str]:
    """Every reason why a contract cannot work, each as ``/key: reason`` in one line, in the order of the file."""
    yield from _entry_faults(contract)
    yield from _return_faults(contract)
    yield from _helper_faults(contract)
    yield from _other_faults(contract)
    yield from _import_faults(contract)


def _entry_faults(contract: Contract) -> Iterator[str]:
    entry = contract.entry
    if entry.kind is EntryKind.SCRIPT:
        if entry.parameters:
            yield "/entry/parameters: a script takes no parameters"
    elif not entry.name:
        yield f"/entry/name: needed because kind is {entry.kind.value!r}"
    elif entry.is_pattern:
        try:
            re.compile(entry.name[1:-1])
        except (re.error, OverflowError, RecursionError) as error:
            yield f"/entry/name: not a regular expression: {error}"
    elif not is_plain_name(entry.name):
        yield f"/entry/name: {entry.name!r} is not a function name; write a regular expression between slashes"
    yield from _keywords("/entry/parameters", entry.parameters)
    for name in entry.supplies:
        if name not in entry.parameters:
            yield f"/entry/supplies/{name}: {name!r} is not among the parameters {list(entry.parameters)}"
    if entry.arguments is ArgumentStyle.EXPRESSION and entry.parameters:
        yield '/entry/parameters: of no use where arguments is "expression"; remove them'
        return
    for place, name in enumerate(entry.parameters):
        if name not in entry.supplied:
            offered = ", ".join(Supply)
            yield (
                f"/entry/parameters/{place}: nothing supplies {name!r}; the runner gives {offered}: "
                f'write `{name} = "question"` (or another of them) in [entry.supplies]'
            )


def _return_faults(contract: Contract) -> Iterator[str]:
    returns = contract.returns
    is_script = contract.entry.kind is EntryKind.SCRIPT
    if returns.shape is ReturnShape.VARIABLE and not returns.variable:
        yield '/returns/variable: needed because shape is "variable"'
    if returns.shape is ReturnShape.VARIABLE and not is_script:
        yield '/returns/shape: only a script leaves its answer in a variable; write kind = "script" in [entry]'
    if is_script and returns.shape is not ReturnShape.VARIABLE:
        yield '/returns/shape: a script returns nothing; write shape = "variable" and name the variable'
    if returns.variable is not None:
        yield from _keywords("/returns/variable", (returns.variable,), is_list=False)
        if returns.shape is not ReturnShape.VARIABLE:
            yield f'/returns/variable: of no use where shape is "{returns.shape.value}"; remove it'
    if returns.shape in (ReturnShape.TUPLE, ReturnShape.MAPPING):
        yield from _channel_faults(contract)
    elif returns.fields:
        yield f'/returns/fields: of no use where shape is "{returns.shape.value}"; write shape = "tuple" or "mapping"'
    if returns.difficulty_range[0] > returns.difficulty_range[1]:
        yield f"/returns/difficulty_range: {list(returns.difficulty_range)} holds no number"


def _channel_faults(contract: Contract) -> Iterator[str]:
    returns = contract.returns
    if not returns.fields:
        yield f'/returns/fields: needed because shape is "{returns.shape.value}"'
        return
    if returns.shape is ReturnShape.TUPLE:
        for place, name in enumerate(returns.fields):
            if not name.isidentifier():
                yield f"/returns/fields/{place}: {name!r} is not a name; only a mapping has keys that are none"
    roles = {
        "solver_field": returns.solver_field,
        "generator_field": returns.generator_field,
        "difficulty_field": returns.difficulty_field,
    }
    taken: dict[str, str] = {}
    for role, field in roles.items():
        if field is None:
            continue
        if field not in returns.fields:
            yield f"/returns/{role}: {field!r} is not among the fields {list(returns.fields)}"
        elif field in taken:
            yield f"/returns/{role}: {field!r} is already the {taken[field]}"
        taken[field] = role
    if returns.solver_field is None:
        yield f"/returns/solver_field: needed; which of the fields {list(returns.fields)} holds the answer?"


def _helper_faults(contract: Contract) -> Iterator[str]:
    seen: set[str] = set()
    tables = {"solver": contract.solver.functions, "extraction": contract.extraction.functions}
    for table, functions in tables.items():
        for name, parameters in functions.items():
            where = f"/{table}/functions/{name}"
            if not is_plain_name(name):
                yield f"{where}: {name!r} is not a function name"
            elif name == contract.entry.name:
                yield f"{where}: {name!r} is the entry, which would stand in the helper's place; give one another name"
            elif name in seen:
                yield f"{where}: {name!r} is already a function of the solver"
            seen.add(name)
            try:
                read_signature(parameters)
            except ValueError as error:
                yield f"{where}: {error}"
    yield from _keywords("/solver/factories", contract.solver.factories)
    for place, name in enumerate(contract.solver.factories):
        if name == contract.entry.name:
            yield f"/solver/factories/{place}: {name!r} is already the entry"
        elif name in seen:
            yield f"/solver/factories/{place}: {name!r} is already a helper function"
    for place, module in enumerate(contract.solver.modules):
        if not all(map(is_plain_name, module.split("."))):
            yield f"/solver/modules/{place}: {module!r} is not a module name"
        elif not seen and not contract.solver.factories:
            yield f"/solver/modules/{place}: there is no helper that {module!r} could offer"
    if contract.extraction.required and not contract.extraction.functions:
        yield "/extraction/required: no extraction helper is named in /extraction/functions"


def _other_faults(contract: Contract) -> Iterator[str]:
    solver = contract.solver
    if solver.budget is not None and solver.budget > solver.cap:
        yield f"/solver/cap: {solver.cap} calls are fewer than the budget of {solver.budget}"
    asking: dict[str, Direct | Generation | Control] = {"direct": contract.direct, "generate": contract.generate}
    asking |= {f"controls/{name}": control for name, control in contract.controls.items()}
    for table, one in asking.items():
        if one.prompt and "{question}" not in one.prompt:
            yield f"/{table}/prompt: it has no place for {{question}}"
        if one.temperature is not None and math.isnan(one.temperature):  # which is within any bounds of a schema
            yield f"/{table}/temperature: not a number"
    if contract.extraction.failure_value is None and "extraction_failed" in contract.attempts.retry_on:
        yield "/attempts/retry_on: 'extraction_failed' is never seen without an /extraction/failure_value"
    if contract.extraction.failure_value == "" and contract.returns.answer is AnswerKind.LETTER:
        yield "/extraction/failure_value: an empty text; rows hold no empty answers"


def _import_faults(contract: Contract) -> Iterator[str]:
    profile, own = contract.imports.profile, {name.partition(".")[0] for name in contract.solver.modules}
    for name in contract.imports.allowed:
        if not is_held(name, profile) and name.partition(".")[0] not in own:
            yield f"/imports/allowed: {_not_held(name, profile)}"
    if not contract.prelude.source:
        return
    try:
        tree = ast.parse(contract.prelude.source)
        compile(tree, "<prelude>", "exec", dont_inherit=True)
        symbols = symtable.symtable(contract.prelude.source, "<prelude>", "exec").get_symbols()
    except SyntaxError as error:
        yield f"/prelude/source: line {error.lineno or 1}: {error.msg}"
        return
    except (ValueError, RecursionError, MemoryError) as error:
        yield f"/prelude/source: cannot be parsed: {error}"
        return
    for symbol in symbols:
        name = symbol.get_name()
        if name in _helpers(contract) and symbol.is_assigned() and not symbol.is_imported():
            yield f"/prelude/source: it binds {name!r}, so that no program could reach the helper of this name"
    for statement in tree.body:
        for name in _imported(statement):
            if not is_held(name, profile) and name.partition(".")[0] not in own:
                yield f"/prelude/source: line {statement.lineno}: {_not_held(name, profile)}"


def _helpers(contract: Contract) -> set[str]:
    return {*contract.solver.functions, *contract.extraction.functions, *contract.solver.factories}


def _imported(statement: ast.stmt) -> list[str]:
    match statement:
        case ast.Import(names=names):
            return [alias.name for alias in names]
        case ast.ImportFrom(module=str(module), level=0):
            return [module]
    return []


def _not_held(name: str, profile: str) -> str:
    other = '; profile = "science" does' if name.partition(".")[0] in default_imports("science") else ""
    return f"the profile {profile!r} holds no module {name!r}{other}"


def _keywords(where: str, names: Sequence[str], *, is_list: bool = True) -> Iterator[str]:
    for place, name in enumerate(names):
        if not is_plain_name(name):
            yield f"{where}{f'/{place}' if is_list else ''}: {name!r} is not a name that Python takes"
