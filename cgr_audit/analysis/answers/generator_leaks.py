"""Generator leaks: where the value of the generator's channel is put into a prompt."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cgr_audit.analysis.index import position_of
from cgr_audit.analysis.interpreter.values import SOLVER, Constant
from cgr_audit.analysis.interpreter.watch import Watch
from cgr_audit.analysis.queries.provenance import find_provenance

if TYPE_CHECKING:
    from cgr_audit.analysis.facts import Facts

__all__ = ["GeneratorLeak", "GeneratorValue", "find_generator_leaks", "find_generator_value"]

_SPACES = frozenset(("locals", "vars", "globals"))


@dataclass(frozen=True, slots=True)
class GeneratorLeak:
    """One prompt that holds the generator's answer."""

    call: ast.AST
    """The call of the solver."""
    definition: ast.AST
    """The expression that makes the generator's answer."""
    uses: tuple[ast.AST, ...]
    """Where the answer is put into the prompt's text; else where the program takes it up on its way there."""


@dataclass(frozen=True, slots=True)
class GeneratorValue:
    """The generator's own answer: what makes it, and what holds it."""

    constants: tuple[object, ...]
    """What it may be, as far as that is known."""
    is_known: bool
    """Whether it may be nothing else."""
    definitions: tuple[ast.expr, ...]
    """The expressions that make it."""
    names: frozenset[str]
    """The variables that hold it and nothing made of it."""


def find_generator_leaks(facts: Facts) -> tuple[GeneratorLeak, ...]:
    """Every prompt that the generator's own answer flows into, by data or by a comparison that chose the text."""
    value = find_generator_value(facts)
    if value is None or not facts.provenance.prompts:
        return ()
    uses = _uses(facts, value)
    spaces = _filled_from_namespace(facts, value)
    if not uses and not spaces and all(_is_kept(facts, node) for node in value.definitions):
        return ()
    watch = Watch((*value.definitions, *spaces, *uses))
    found = find_provenance(facts.index, facts.scopes, facts.contract, facts.entry, watch)
    leaks = []
    for call, records in found.prompts.items():
        reached = dict.fromkeys(node for record in records for node in watch.reached(record))
        made = [node for node in value.definitions if node in reached and _agrees(node, watch, value)]
        made += [node for node in spaces if node in reached]
        if made:
            entries = dict.fromkeys(node for record in records for node in watch.entries(record))
            places = sorted(entries or (node for node in uses if node in reached), key=position_of)
            leaks.append(GeneratorLeak(call, made[0], tuple(places)))
    return tuple(sorted(leaks, key=lambda leak: position_of(leak.call)))


def find_generator_value(facts: Facts) -> GeneratorValue | None:
    """The generator's own answer; nothing if its channel is filled by the solver, or not at all."""
    contract = facts.contract
    field = contract.returns.generator_field
    if not field or not contract.solver.is_used:
        return None
    own = [
        item
        for item in facts.provenance.generator
        if not item.taint & SOLVER and not any(kind.of_solver for _, kind in item.controls.values())
    ]
    constants = tuple(dict.fromkeys(item.payload.constant for item in own if isinstance(item.payload, Constant)))
    constants = tuple(one for one in constants if one not in (None, "", contract.extraction.failure_value))
    is_known = all(isinstance(item.payload, Constant) for item in own)
    if not own or (not constants and is_known):
        return None
    definitions: dict[ast.expr, None] = {}
    for node in (origin for item in own for origin in item.origins):
        if isinstance(node, ast.expr) and _makes(node, constants, facts):
            definitions[node] = None
    names: set[str] = set()
    for flow in facts.provenance.channels[field].flows:
        if isinstance(flow.position, ast.expr):
            for node in _chain(flow.position, facts, names):
                if _makes(node, constants, facts):
                    definitions[node] = None
    if not definitions:
        return None
    return GeneratorValue(constants, is_known, tuple(definitions), _copies(facts, definitions, names))


def _makes(node: ast.expr, constants: tuple[object, ...], facts: Facts) -> bool:
    """Whether an expression makes the answer, and is not one of several letters that the program lists."""
    if not isinstance(node, ast.Constant):
        return True
    if not any(_is_same(node.value, constant) for constant in constants):
        return False
    parent = facts.index.parent(node)
    listed = parent.values if isinstance(parent, ast.Dict) else getattr(parent, "elts", [])
    if isinstance(facts.index.parent(parent) if parent is not None else None, ast.Return):
        return True
    letters = [one for one in listed if isinstance(one, ast.Constant) and _is_letter(one.value)]
    return len(letters) < 2


def _is_same(written: object, constant: object) -> bool:
    if isinstance(written, str) and isinstance(constant, str):
        return written.strip(" ().:\n") == constant.strip(" ().:\n")
    return type(written) is type(constant) and written == constant


def _is_letter(constant: object) -> bool:
    return isinstance(constant, str) and len(constant) == 1 and constant.isalpha()


def _chain(node: ast.expr, facts: Facts, names: set[str]) -> Iterator[ast.expr]:
    """The expressions that a returned one copies, through variables; ``names`` gathers those."""
    pending, seen = [node], set[ast.expr]()
    while pending:
        current = pending.pop()
        if current in seen:
            continue
        seen.add(current)
        if isinstance(current, ast.IfExp):
            pending += [current.body, current.orelse]
        elif isinstance(current, ast.Name):
            values = [binding.value for binding in facts.scopes.bindings_of(current) if binding.kind == "assignment"]
            if values:
                names.add(current.id)
            pending += [value for value in values if value is not None]
        else:
            yield current


def _copies(facts: Facts, definitions: dict[ast.expr, None], names: set[str]) -> frozenset[str]:
    """The names, and all that plain assignments copy them to."""
    assignments: list[tuple[ast.expr | None, list[ast.expr]]] = [
        (node.value, node.targets) for node in facts.index.of(ast.Assign)
    ]
    assignments += [(node.value, [node.target]) for node in facts.index.of(ast.AnnAssign)]
    assignments += [(node.value, [node.target]) for node in facts.index.of(ast.NamedExpr)]
    found, count = set(names), -1
    while len(found) != count:
        count = len(found)
        for value, targets in assignments:
            if value in definitions or (isinstance(value, ast.Name) and value.id in found):
                found.update(target.id for target in targets if isinstance(target, ast.Name))
    return frozenset(found)


def _uses(facts: Facts, value: GeneratorValue) -> list[ast.expr]:
    """Where the answer is taken up for anything but a copy or a return."""
    uses: list[ast.expr] = [
        node
        for node in facts.index.of(ast.Name)
        if node.id in value.names and isinstance(node.ctx, ast.Load) and not _is_kept(facts, node)
    ]
    for made in value.definitions:
        if isinstance(made, ast.Attribute):
            uses += [node for node in facts.index.of(ast.Attribute) if node is not made and _is_like(node, made)]
        elif isinstance(made, ast.Subscript):
            uses += [node for node in facts.index.of(ast.Subscript) if node is not made and _is_like(node, made)]
    return [node for node in uses if not _is_kept(facts, node)]


def _is_like(node: ast.Attribute | ast.Subscript, made: ast.expr) -> bool:
    return isinstance(node.ctx, ast.Load) and ast.dump(node) == ast.dump(made)


def _is_kept(facts: Facts, node: ast.AST) -> bool:
    """Whether an expression is only returned in its channel, or bound to a variable."""
    parent = facts.index.parent(node)
    if isinstance(parent, ast.Tuple | ast.List | ast.Dict):
        return isinstance(facts.index.parent(parent), ast.Return)
    if parent is not None and isinstance(facts.index.parent(parent), ast.ClassDef):
        return False  # a field, which instances hold under its name
    if isinstance(parent, ast.Assign):
        return all(isinstance(target, ast.Name) for target in parent.targets)
    if isinstance(parent, ast.AnnAssign | ast.NamedExpr):
        return isinstance(parent.target, ast.Name)
    return False


def _filled_from_namespace(facts: Facts, value: GeneratorValue) -> list[ast.expr]:
    """Templates that name one of the variables and are filled from all there are: ``TEXT.format(**locals())``."""
    found: list[ast.expr] = []
    for call in facts.index.of(ast.Call):
        if not isinstance(call.func, ast.Attribute) or call.func.attr not in ("format", "format_map"):
            continue
        filled = [keyword.value for keyword in call.keywords if keyword.arg is None] + call.args
        if not any(_is_namespace(part) for part in filled):
            continue
        text = facts.constants.text(call.func.value) or ""
        if any(f"{{{name}}}" in text or f"{{{name}!" in text or f"{{{name}:" in text for name in value.names):
            found.append(call)
    return found


def _is_namespace(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _SPACES


def _agrees(node: ast.expr, watch: Watch, value: GeneratorValue) -> bool:
    """Whether what an expression was worth can be the answer; a variable may have held other things before."""
    if isinstance(node, ast.Constant) or any(one in value.constants for one in watch.constants_of(node)):
        return True
    return not value.is_known and not watch.is_of_solver(node)
