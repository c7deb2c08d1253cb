"""Cyclomatic complexity of Java, by the definition that ``analysis/flow/complexity.py`` applies to Python.

McCabe's ``e - n + 2p`` without exception edges is, of a function, one more than the branches in statements that are
reached without an exception. So ``catch`` blocks add nothing, a ``finally`` block counts once for each way of leaving
its ``try``, a loop whose condition is ``true`` has no branch, and a ``switch`` has one less than it has targets: labels
that share their statements are one target, and without ``default`` the end is one. ``&&``, ``||`` and ``?:`` are a
branch each, except inside a lambda.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["COMMENTS", "FUNCTIONS", "complexity_of", "statements_of"]

COMMENTS = frozenset({"line_comment", "block_comment"})
FUNCTIONS = frozenset({"method_declaration", "constructor_declaration", "compact_constructor_declaration"})
_OTHER_SCOPES = frozenset({"lambda_expression", "class_body", "interface_body", "enum_body", "annotation_type_body"})
_BRANCHING = frozenset({"&&", "||", "ternary_expression"})
"""The operators as tokens, which stand for their expressions."""
_SEQUENCES = frozenset({"program", "block", "constructor_body", "switch_block_statement_group", "switch_rule"})


@dataclass(frozen=True, slots=True)
class _Flow:
    """What a statement adds."""

    branches: int = 0
    completes: bool = True
    """Whether control reaches its end, without exceptions."""
    jumps: frozenset[str] = frozenset()
    """The other ways of leaving it: ``return``, ``yield``, ``break``, ``continue``, the last two also with a label."""


def complexity_of(root: Node, functions: Iterable[Node]) -> int:
    """``e - n + 2p`` over the functions of a program; of a text without any, that of its statements.

    Args:
        root: the whole program.
        functions: its methods and constructors, however deep inside it.
    """
    bodies = [body for function in functions if (body := function.child_by_field_name("body")) is not None]
    return sum(1 + _flow(body).branches for body in bodies or [root])


def statements_of(node: Node) -> list[Node]:
    """What stands directly in a block, without comments and labels."""
    return [child for child in node.named_children if child.type not in COMMENTS and child.type != "switch_label"]


def _flow(node: Node | None) -> _Flow:
    if node is None:
        return _Flow()
    match node.type:
        case kind if kind in _SEQUENCES:
            return _sequence(statements_of(node))
        case "if_statement":
            return _of_if(node)
        case "while_statement" | "do_statement" | "for_statement" | "enhanced_for_statement":
            return _of_loop(node)
        case "switch_expression":
            return _of_switch(node, is_value=False)
        case "try_statement" | "try_with_resources_statement":
            return _of_try(node)
        case "synchronized_statement":
            return _sequence(statements_of(node))
        case "labeled_statement":
            return _of_label(node)
        case "break_statement" | "continue_statement":
            words = (node.type.removesuffix("_statement"), *map(_text, statements_of(node)))
            return _Flow(completes=False, jumps=frozenset({" ".join(words)}))
        case "return_statement" | "yield_statement":
            way = node.type.removesuffix("_statement")
            return _Flow(_branches(node), completes=False, jumps=frozenset({way}))
        case "throw_statement":
            return _Flow(_branches(node), completes=False)
        case _:
            return _Flow(_branches(node))


def _sequence(statements: Iterable[Node]) -> _Flow:
    """Statements one behind the other, up to one whose end is not reached."""
    found = _Flow()
    for statement in statements:
        one = _flow(statement)
        found = _Flow(found.branches + one.branches, one.completes, found.jumps | one.jumps)
        if not one.completes:
            break
    return found


def _of_if(node: Node) -> _Flow:
    condition = node.child_by_field_name("condition")
    parts = [_flow(node.child_by_field_name(name)) for name in ("consequence", "alternative")]
    constant = _constant(condition)
    if constant is not None:
        return parts[not constant]
    branches = 1 + _branches(condition) + sum(one.branches for one in parts)
    return _Flow(branches, any(one.completes for one in parts), parts[0].jumps | parts[1].jumps)


def _of_loop(node: Node) -> _Flow:
    """``do`` is a loop like ``while``."""
    body = _flow(node.child_by_field_name("body"))
    condition = node.child_by_field_name("condition")
    is_for = node.type == "for_statement"
    constant = True if is_for and condition is None else _constant(condition)
    heads = [child for name in ("init", "update", "value") for child in node.children_by_field_name(name)]
    around = sum(map(_branches, heads)) + _branches(condition)
    if constant is False and node.type != "do_statement":
        return _Flow(around)
    completes = constant is not True or "break" in body.jumps
    return _Flow(around + (constant is None) + body.branches, completes, body.jumps - {"break", "continue"})


def _of_label(node: Node) -> _Flow:
    label, *_, statement = statements_of(node)
    body = _flow(statement)
    end = f"break {_text(label)}"
    return replace(
        body, completes=body.completes or end in body.jumps, jumps=body.jumps - {end, f"continue {_text(label)}"}
    )


def _of_switch(node: Node, *, is_value: bool) -> _Flow:
    """A switch; one that is a value has a case for everything, with ``default`` or without, and ``yield`` ends it."""
    parts = list(_parts(node))
    flows = [_flow(part) for part in parts]
    labels = [child for part in parts for child in part.named_children if child.type == "switch_label"]
    is_complete = is_value or any("default" in (child.type for child in label.children) for label in labels)
    falls_out = not parts or not statements_of(parts[-1])
    targets = sum(bool(statements_of(part)) for part in parts) + (not is_complete or falls_out)
    branches = max(targets - 1, 0) + sum(one.branches for one in flows) + sum(map(_branches, labels))
    jumps: frozenset[str] = frozenset().union(*(one.jumps for one in flows))
    are_rules = any(part.type == "switch_rule" for part in parts)
    ends = flows if are_rules else flows[-1:]
    completes = not is_complete or falls_out or any(one.completes for one in ends) or not jumps.isdisjoint(_ENDS)
    return _Flow(branches + _branches(node.child_by_field_name("condition")), completes, jumps - _ENDS)


_ENDS = frozenset({"break", "yield"})


def _of_try(node: Node) -> _Flow:
    resources = node.child_by_field_name("resources")
    body = _flow(node.child_by_field_name("body"))
    body = replace(body, branches=body.branches + _branches(resources))
    final = next((child for child in node.named_children if child.type == "finally_clause"), None)
    if final is None:
        return body
    after = _sequence(final.named_children)
    branches = body.branches + (body.completes + len(body.jumps)) * after.branches
    if not after.completes:
        return _Flow(branches, completes=False, jumps=after.jumps)
    return _Flow(branches, body.completes, body.jumps | after.jumps)


def _parts(node: Node) -> Iterator[Node]:
    body = node.child_by_field_name("body")
    return iter([]) if body is None else (child for child in body.named_children if child.type not in COMMENTS)


def _branches(node: Node | None) -> int:
    """The branches in the expressions of a statement or expression."""
    if node is None or node.type in _OTHER_SCOPES or node.type in FUNCTIONS:
        return 0
    if node.type == "switch_expression":
        return _of_switch(node, is_value=True).branches
    return (node.type in _BRANCHING) + sum(map(_branches, node.children))


def _constant(condition: Node | None) -> bool | None:
    """What a condition always is, where it is written ``true`` or ``false``."""
    while condition is not None and condition.type == "parenthesized_expression":
        condition = statements_of(condition)[0]
    return None if condition is None else {"true": True, "false": False}.get(condition.type)


def _text(node: Node) -> str:
    return (node.text or b"").decode("utf-8", "replace")
