"""Dataclasses and ``NamedTuple`` classes: their fields, and the instances that their own constructor makes."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from cgr_audit.analysis.interpreter.arguments import Arguments
from cgr_audit.analysis.interpreter.class_lookup import Line, find_in_class, lineage
from cgr_audit.analysis.interpreter.counters import with_slacks
from cgr_audit.analysis.interpreter.heap import allocate
from cgr_audit.analysis.interpreter.interpreter import Frame, Interpreter
from cgr_audit.analysis.interpreter.library.exceptions import exception_attributes, is_exception_class
from cgr_audit.analysis.interpreter.objects import Instance, Sequence
from cgr_audit.analysis.interpreter.state import State
from cgr_audit.analysis.interpreter.values import AbstractValue, Class, Value, join

__all__ = ["Record", "new_record", "record_of"]


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a record."""

    name: str
    default: ast.expr | None
    """What its default is computed by, each time if it is a factory."""
    frame: int
    """The frame of the class body that says so."""
    takes_argument: bool = True
    is_keyword: bool = False
    """Whether only a named argument sets it."""
    is_stored: bool = True
    """Whether it becomes an attribute; others are only handed to ``__post_init__``."""


@dataclass(frozen=True, slots=True)
class Record:
    """A class whose constructor Python writes from its fields."""

    is_tuple: bool
    fields: tuple[Field, ...]


def record_of(interp: Interpreter, cls: AbstractValue, state: State) -> Record | None:
    """What a class is as a record; nothing if its constructor is another."""
    line = lineage(interp, cls)
    for place, (frame, part) in enumerate(line):
        node = part.payload.node if isinstance(part.payload, Class) else None
        if not isinstance(node, ast.ClassDef) or (frame, "__init__") in state.cells:
            return None
        if any(_last_name(base) == "NamedTuple" for base in node.bases):
            return Record(True, tuple(_fields(node, frame, False)))
        if _decorator(node) is not None:
            return Record(False, tuple(_all_fields(line[place:])))
    return None


def _all_fields(line: Line) -> Iterator[Field]:
    """The fields of a dataclass and its bases: one that is written again keeps its place, those by name come last."""
    found: dict[str, Field] = {}
    for frame, cls in reversed(line):
        node = cls.payload.node if isinstance(cls.payload, Class) else None
        decorator = _decorator(node) if isinstance(node, ast.ClassDef) else None
        if decorator is not None and isinstance(node, ast.ClassDef):
            found.update((field.name, field) for field in _fields(node, frame, _says(decorator, "kw_only", True)))
    yield from sorted(found.values(), key=lambda field: field.is_keyword)


def _fields(node: ast.ClassDef, frame: int, is_keyword: bool) -> Iterator[Field]:
    for part in node.body:
        if not isinstance(part, ast.AnnAssign) or not isinstance(part.target, ast.Name):
            continue
        kind, made = _last_name(part.annotation), part.value
        if kind == "KW_ONLY":
            is_keyword = True
        elif kind != "ClassVar":
            own = isinstance(made, ast.Call) and _last_name(made) == "field"
            yield Field(
                part.target.id, made, frame, not (own and _says(made, "init", False)),
                (is_keyword or (own and _says(made, "kw_only", True))) and not (own and _says(made, "kw_only", False)),
                kind != "InitVar",
            )  # fmt: skip


def _decorator(node: ast.ClassDef) -> ast.expr | None:
    """The decorator that makes a class a dataclass."""
    return next((part for part in node.decorator_list if _last_name(part) == "dataclass"), None)


def _says(node: ast.expr | None, name: str, constant: object) -> bool:
    return isinstance(node, ast.Call) and any(
        part.arg == name and isinstance(part.value, ast.Constant) and part.value.value is constant
        for part in node.keywords
    )


def _last_name(node: ast.expr) -> str:
    match node:
        case ast.Call(func=inner) | ast.Subscript(value=inner):
            return _last_name(inner)
        case ast.Constant(value=str(text)):
            return text.partition("[")[0].rpartition(".")[2]
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def new_record(
    interp: Interpreter,
    item: AbstractValue,
    record: Record,
    given: Arguments,
    node: ast.AST,
    frame: Frame,
    state: State,
) -> Value:
    """An instance whose fields are its arguments."""
    values, late = dict[str, Value](), dict[str, Value]()
    positional = iter(given.positional)
    for field in record.fields:
        value = next(positional, None) if field.takes_argument and not field.is_keyword else None
        if value is None and field.takes_argument:
            value = given.named.get(field.name)
        if value is None:
            loose = join(given.star, given.double_star) if field.takes_argument else {}
            if field.default is not None:
                value = _default(interp, field.default, field, node, frame, state)
                value = join(value, loose) if value else None
            elif field.takes_argument:
                value = loose or interp.unknown()
        if value is not None:
            (values if field.is_stored else late)[field.name] = value
    if record.is_tuple:
        made = Sequence("tuple", tuple(values.values()), fields=tuple(values), of=item)
        return allocate(made, node, frame.number, state)
    if is_exception_class(interp, item):
        values.update(exception_attributes(given, node, frame, state))
    values = with_slacks(interp.counters, values, interp.calls_so_far(state))
    result = allocate(Instance(item, values), node, frame.number, state)
    method = find_in_class(interp, item, "__post_init__", next(iter(result.values())), state)
    if method is not None:
        interp.call(method, Arguments(list(late.values())), node, frame, state)
    return result


def _default(
    interp: Interpreter, default: ast.expr, field: Field, node: ast.AST, frame: Frame, state: State
) -> Value | None:
    """The default of a field: the class keeps it, a factory makes it; nothing if ``field()`` gives none."""
    if not (isinstance(default, ast.Call) and _last_name(default) == "field"):
        return state.cells.get((field.frame, field.name))
    for keyword in default.keywords:
        if keyword.arg == "default_factory":
            factory = interp.evaluate(keyword.value, interp.frames[field.frame], state)
            own = interp.frame(
                default, frame.scope, frame, interp.context(node, frame)
            )  # each instance has one of its own
            return interp.call(factory, Arguments(), default, own, state)
        if keyword.arg == "default":
            return interp.evaluate(keyword.value, interp.frames[field.frame], state)
    return None
