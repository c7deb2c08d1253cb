"""What the library gives lazily, written as the generators that it is."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from types import MappingProxyType

from cgr_audit.analysis.interpreter.arguments import Arguments
from cgr_audit.analysis.interpreter.generators import is_suspended, suspend, suspended_at, wait_before
from cgr_audit.analysis.interpreter.heap import deep_taint
from cgr_audit.analysis.interpreter.interpreter import Frame, Interpreter
from cgr_audit.analysis.interpreter.objects import Sequence
from cgr_audit.analysis.interpreter.state import State, chosen_by_leaving
from cgr_audit.analysis.interpreter.values import (
    SOLVER,
    AbstractValue,
    External,
    Function,
    Kind,
    Method,
    Partial,
    Reference,
    Value,
    join_all,
    single,
)
from cgr_audit.analysis.prelude import read_prelude

__all__ = ["drawn_until", "draws_lazily", "iterator_over", "lazily", "library_function"]

_SOURCE = """
def over(values):
    for value in values:
        yield value

def until(function, sentinel):
    while True:
        value = function()
        if value == sentinel:
            return
        yield value

def enumerated(values, start=0):
    number = start
    for value in values:
        yield number, value
        number += 1

def first(values, stop):
    number = 0
    if number < stop:
        for value in values:
            yield value
            number += 1
            if number >= stop:
                return

def part(values, start, stop, step=1):
    number = 0
    if stop is None or number < stop:
        for value in values:
            if number >= start:
                yield value
            number += 1
            if stop is not None and number >= stop:
                return

def paired(ones, others):
    others = iter(others)
    for one in ones:
        try:
            other = next(others)
        except StopIteration:
            return
        yield one, other

def in_three(ones, others, more):
    others, more = iter(others), iter(more)
    for one in ones:
        try:
            other, third = next(others), next(more)
        except StopIteration:
            return
        yield one, other, third

def mapped(function, values):
    for value in values:
        yield function(value)

def mapped_in_pairs(function, ones, others):
    for one, other in zip(ones, others):
        yield function(one, other)

def spread(function, rows):
    for row in rows:
        yield function(*row)

def filtered(function, values):
    for value in values:
        if value if function is None else function(value):
            yield value

def refused(function, values):
    for value in values:
        if not (value if function is None else function(value)):
            yield value

def taken(function, values):
    for value in values:
        if not function(value):
            return
        yield value

def dropped(function, values):
    passed = False
    for value in values:
        if passed or not function(value):
            passed = True
            yield value

def chained(*several):
    for values in several:
        yield from values

def chained_from(several):
    for values in several:
        yield from values

def accumulated(values, function=None):
    is_first, total = True, None
    for value in values:
        if is_first:
            is_first, total = False, value
        elif function is None:
            total = total + value
        else:
            total = function(total, value)
        yield total

def counted(start=0, step=1):
    number = start
    while True:
        yield number
        number += step

def cycled(values):
    values, number = list(values), 0
    while values:
        yield values[number % len(values)]
        number += 1

def compressed(values, selectors):
    for value, selector in zip(values, selectors):
        if selector:
            yield value

def indexed(values, numbers):
    for number in numbers:
        yield values[number]

def stepped(iterator):
    while True:
        try:
            value = iterator.__next__()
        except StopIteration:
            return
        yield value

def by_place(values):
    place = 0
    while True:
        try:
            value = values[place]
        except IndexError:
            return
        yield value
        place += 1

def backwards(values):
    for place in range(len(values) - 1, -1, -1):
        yield values[place]

def as_dictionary(values):
    found = {}
    for key in values.keys():
        found[key] = values[key]
    return found

def drawn(iterator, default):
    try:
        return iterator.__next__()
    except StopIteration:
        return default

def until_true(values):
    drawn = []
    for value in values:
        drawn.append(value)
        if value:
            break
    return drawn

def until_false(values):
    drawn = []
    for value in values:
        drawn.append(value)
        if not value:
            break
    return drawn

def until_found(values, sought):
    drawn = []
    for value in values:
        drawn.append(value)
        if value == sought:
            break
    return drawn

def in_turn(values):
    is_first, last = True, None
    for value in values:
        if not is_first:
            yield last, value
        is_first, last = False, value
"""

_LAZY: Mapping[str, Mapping[int, str]] = MappingProxyType({
    "builtins.enumerate": {1: "enumerated", 2: "enumerated"},
    "builtins.zip": {2: "paired", 3: "in_three"},
    "builtins.map": {2: "mapped", 3: "mapped_in_pairs"},
    "builtins.filter": {2: "filtered"},
    "itertools.islice": {2: "first", 3: "part", 4: "part"},
    "itertools.count": dict.fromkeys(range(3), "counted"),
    "itertools.cycle": {1: "cycled"},
    "itertools.compress": {2: "compressed"},
    "itertools.starmap": {2: "spread"},
    "itertools.filterfalse": {2: "refused"},
    "itertools.takewhile": {2: "taken"},
    "itertools.dropwhile": {2: "dropped"},
    "itertools.chain": dict.fromkeys(range(1, 9), "chained"),
    "itertools.chain.from_iterable": {1: "chained_from"},
    "itertools.accumulate": {1: "accumulated", 2: "accumulated"},
    "itertools.pairwise": {1: "in_turn"},
})  # fmt: skip
"""By number of arguments, the generator above that does the same."""
_ALWAYS = frozenset(f"itertools.{name}" for name in ("count", "cycle", "dropwhile", "takewhile"))
_NAMES = ("start", "step")
_PLAIN = frozenset(("as_dictionary", "drawn", "until_false", "until_found", "until_true"))
"""Those that are not generators."""


def draws_lazily(item: AbstractValue) -> bool:
    """Whether a call of something may keep a generator that it is given, or draw only some of its elements."""
    payload = item.payload
    return not isinstance(payload, External | Method) or (isinstance(payload, External) and payload.name in _LAZY)


def _may_change(item: AbstractValue, state: State) -> bool:
    """Whether something may be another, or do another thing, when it is drawn from later."""
    if isinstance(item.payload, Reference):
        found = state.heap[item.payload.place]
        return not (isinstance(found, Sequence) and found.kind in ("tuple", "range", "iterator"))
    return isinstance(item.payload, Function | Method | Partial)


def lazily(interp: Interpreter, name: str, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value | None:
    """What a function of the library gives that draws from a generator; nothing if none is given."""
    if name == "builtins.iter" and len(given.positional) == 2:
        return _made(interp, "until", given, node, frame, state)
    forms = _LAZY.get(name)
    if forms is None or given.star or given.double_star or not set(given.named) <= set(_NAMES):
        return None
    if name not in _ALWAYS and not any(is_suspended(value, state) for value in given.all):
        several = [item for value in given.all for item in value.values()]
        if node in interp.on_the_spot or not any(_may_change(item, state) for item in several):
            return None
    form = forms.get(len(given.positional) + len(given.named))
    return None if form is None else _made(interp, form, given, node, frame, state)


def drawn_until(interp: Interpreter, form: str, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value:
    """What is drawn from a generator by what stops at the first element that decides: that says how far it came."""
    before = state.copy()
    drawn = interp.call(single(AbstractValue(library_function(interp, form))), given, node, frame, state)
    taint = deep_taint(join_all((drawn, *given.positional[1:])), state)
    if taint & SOLVER:
        place = node.comparators[0] if isinstance(node, ast.Compare) else node
        chosen_by_leaving(before, state, {place: (1, Kind.CONTENT)})
    return drawn


def iterator_over(interp: Interpreter, value: Value, node: ast.AST, frame: Frame, state: State) -> Value:
    """``iter(value)`` of something that can be iterated again and again: it waits before its first element."""
    made = _made(interp, "over", Arguments([value]), node, frame, state)
    (item,) = made.values()
    found = suspended_at(item, state)
    assert found is not None
    loop = found.function.node.body[0]  # type: ignore[index]
    assert isinstance(loop, ast.For)
    wait_before(loop, made, value, state)
    return made


def library_function(interp: Interpreter, form: str) -> Function:
    """A function above."""
    prelude = read_prelude(_SOURCE)
    assert prelude is not None
    frame = interp.frame(prelude.tree, prelude.scopes.module, None, interp.context(prelude.tree, None))
    functions = {node.name: node for node in prelude.tree.body if isinstance(node, ast.FunctionDef)}
    if functions[form] not in interp.scope_of:
        interp.scope_of = {**interp.scope_of, **prelude.scopes.of_node}
        interp.library.update(ast.walk(prelude.tree))
        interp.generators |= frozenset(node for name, node in functions.items() if name not in _PLAIN)
    return Function(functions[form], frame.number)


def _made(interp: Interpreter, form: str, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value:
    return suspend(interp, library_function(interp, form), None, given, node, frame, state)
