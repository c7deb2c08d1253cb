"""What Python does with a class whose body has run: its metaclass, its bases, its attributes and decorators see it."""

from __future__ import annotations

import ast
from collections.abc import Mapping

from cgr_audit.analysis.provenance.arguments import Arguments
from cgr_audit.analysis.provenance.attributes import find_in_class
from cgr_audit.analysis.provenance.heap import allocate, inside
from cgr_audit.analysis.provenance.objects import Instance, Mapped, Sequence
from cgr_audit.analysis.provenance.run import Frame, Run
from cgr_audit.analysis.provenance.state import State
from cgr_audit.analysis.provenance.values import (
    NOTHING,
    Alternative,
    Class,
    Function,
    Reference,
    Value,
    join,
    known,
    opaque,
    single,
)

__all__ = ["completed"]


def completed(
    run: Run, cls: Alternative, named: Mapping[str, Value], node: ast.ClassDef, frame: Frame, state: State
) -> Value:
    """The class that the name is bound to in the end.

    Args:
        run: the abstract run.
        cls: the class, its body run.
        named: the named arguments of its definition, the metaclass apart.
        node: the definition.
        frame: where it stands.
        state: the state after the body.
    """
    value = _made_by_metaclass(run, cls, node, frame, state)
    assert isinstance(cls.payload, Class)
    if "__set_name__" in run.special_names:
        for name in tuple(run.frames[cls.payload.frame].scope.bindings):
            _tell_name(run, cls, name, node, frame, state)
    if "__init_subclass__" in run.special_names:
        for base in run.bases[cls.payload.frame]:
            hook = find_in_class(run, base, "__init_subclass__", cls, state)
            if hook is not None:
                run.call(hook, Arguments([], dict(named)), node, frame, state)
                break
    for decorator in reversed(node.decorator_list):
        applied = run.evaluate(decorator, frame, state)
        if applied and all(isinstance(item.payload, Function) for item in applied.values()):
            value = run.call(applied, Arguments([value]), decorator, frame, state)
    return value


def _made_by_metaclass(run: Run, cls: Alternative, node: ast.ClassDef, frame: Frame, state: State) -> Value:
    """What the ``__new__`` of its metaclass makes of a class; ``__init__`` may change it afterwards."""
    assert isinstance(cls.payload, Class)
    result = NOTHING
    for meta in run.metaclasses.get(cls.payload.frame, ()):
        given = [known(node.name), _bases(run, cls, node, frame, state), _namespace(run, cls, node, frame, state)]
        made = single(cls)
        maker = find_in_class(run, meta, "__new__", None, state)
        if maker is not None:
            run.created.append(cls)
            made = run.call(maker, Arguments([single(meta), *given]), node, frame, state)
            run.created.pop()
        starter = find_in_class(run, meta, "__init__", cls, state)
        if starter is not None:
            run.call(starter, Arguments(given), node, frame, state)
        result = join(result, made)
    return result or single(cls)


def _bases(run: Run, cls: Alternative, node: ast.ClassDef, frame: Frame, state: State) -> Value:
    assert isinstance(cls.payload, Class)
    items = tuple(single(base) for base in run.bases[cls.payload.frame])
    return allocate(Sequence("tuple", items), node, inside(frame.number, 1), state)


def _namespace(run: Run, cls: Alternative, node: ast.ClassDef, frame: Frame, state: State) -> Value:
    assert isinstance(cls.payload, Class)
    number = cls.payload.frame
    entries = {name: state.cells.get((number, name), opaque(0)) for name in run.frames[number].scope.bindings}
    made = Mapped(entries, {name: known(name) for name in entries})
    return allocate(made, node, inside(frame.number, 2), state)


def _tell_name(run: Run, cls: Alternative, name: str, node: ast.AST, frame: Frame, state: State) -> None:
    """``__set_name__`` of what a class holds under a name."""
    assert isinstance(cls.payload, Class)
    for item in state.cells.get((cls.payload.frame, name), NOTHING).values():
        found = state.heap[item.payload.place] if isinstance(item.payload, Reference) else None
        hook = find_in_class(run, found.of, "__set_name__", item, state) if isinstance(found, Instance) else None
        if hook is not None:
            run.call(hook, Arguments([single(cls), known(name)]), node, frame, state)
