"""What lies outside a program: built-in functions and the standard library, as far as values flow through them."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from types import MappingProxyType

from cgr_audit.analysis import pure_calls
from cgr_audit.analysis.builtin_names import BUILTINS
from cgr_audit.analysis.calls.outside_calls import INERT
from cgr_audit.analysis.domains.cost import ReasonKind
from cgr_audit.analysis.domains.intervals import ANY_SIZE
from cgr_audit.analysis.interpreter.arguments import Arguments, gathered
from cgr_audit.analysis.interpreter.attributes import helper
from cgr_audit.analysis.interpreter.descriptors import DECORATORS
from cgr_audit.analysis.interpreter.folding import combined, folded
from cgr_audit.analysis.interpreter.heap import allocate, constants_of, elements_of, length_of, selected
from cgr_audit.analysis.interpreter.interpreter import Frame, Interpreter, NeverReturnsError
from cgr_audit.analysis.interpreter.library.collections import COLLECTIONS
from cgr_audit.analysis.interpreter.library.constructors import Model
from cgr_audit.analysis.interpreter.library.exceptions import BUILT_IN_EXCEPTIONS, new_exception
from cgr_audit.analysis.interpreter.library.higher_order import HIGHER_ORDER, call_each
from cgr_audit.analysis.interpreter.library.reflection import REFLECTION
from cgr_audit.analysis.interpreter.objects import BOXED, Instance, Mapped, Sequence
from cgr_audit.analysis.interpreter.special_methods import (
    FORMAT,
    TEXT,
    asked,
    binary_function,
    iterated,
    special,
    written,
)
from cgr_audit.analysis.interpreter.state import State
from cgr_audit.analysis.interpreter.symbols import composed
from cgr_audit.analysis.interpreter.values import (
    CLOCK,
    NOTHING,
    RANDOM,
    SOLVER,
    TRUTH,
    UNKNOWN,
    AbstractValue,
    External,
    Function,
    Method,
    Partial,
    Reference,
    Value,
    join,
    known,
    merge_controls,
    opaque,
    single,
    taint_of,
    under_control,
)
from cgr_audit.source.contract import EntryKind

__all__ = ["call_external", "external", "unfollowed"]

_TESTS = frozenset(
    ("builtins.all", "builtins.any", "builtins.bool", "builtins.callable", "builtins.hasattr", "builtins.isinstance",
     "builtins.issubclass", "math.isclose", "math.isnan", "operator.contains", "operator.eq", "operator.ne",
     "builtins.str.startswith", "operator.not_", "operator.truth")
)  # fmt: skip
_LIKENING = frozenset((
    "difflib.SequenceMatcher", "difflib.get_close_matches", "operator.and_", "operator.contains", "operator.countOf",
    "operator.indexOf", "re.findall", "re.finditer", "re.fullmatch", "re.match", "re.search",
))  # fmt: skip
"""What looks for one thing in another, or for what they have in common."""

_LOOKING_AWAY = frozenset(
    f"builtins.{name}"
    for name in ("abs", "ascii", "bin", "bytes", "chr", "float", "hex", "int", "len", "oct", "ord", "pow", "repr",
                 "round", "str")
)  # fmt: skip
_KNOWN_MODULES = frozenset(
    ("array", "ast", "base64", "binascii", "bisect", "builtins", "calendar", "cmath", "codecs", "collections", "copy",
     "csv", "dataclasses", "datetime", "decimal", "difflib", "enum", "fractions", "functools", "hashlib", "heapq",
     "html", "io", "itertools", "json", "keyword", "logging", "math", "mpmath", "numbers", "operator", "pprint", "re",
     "reprlib", "statistics", "string", "struct", "sympy", "textwrap", "traceback", "types", "typing",
     "unicodedata", "warnings", "zlib")
)  # fmt: skip
_UNKNOWN_BUILTINS = frozenset(
    f"builtins.{name}" for name in ("input", "open", "__import__", "compile", "breakpoint", "memoryview")
)


def external(interp: Interpreter, name: str) -> Value:
    """What a name that the program does not bind stands for."""
    if name in interp.provided:
        return interp.provided[name]
    found = helper(interp, name)
    payload = next(iter(found.values())).payload
    if isinstance(payload, External) and payload.name == name:
        if name == "__name__":
            return known("__main__" if interp.contract.entry.kind is EntryKind.SCRIPT else "program")
        if name not in BUILTINS:
            return interp.unknown()
        return single(AbstractValue(External(f"builtins.{name}")))
    return found


def call_external(interp: Interpreter, name: str, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value:
    """The value of a call of something outside the program."""
    if name == "factory":
        for value in given.all:
            interp.touched |= taint_of(value)
        return single(AbstractValue(External("agent")))
    if name.startswith(_NAMESPACES):
        return _of_namespace(interp, name, given, frame, state)
    if name.startswith(_NAMED_TUPLE):
        return _tuple_of_names(interp, name.removeprefix(_NAMED_TUPLE).split(), given, node, frame, state)
    if (interp.has_instances or interp.outer_bases) and given.positional:
        own = _by_instance(interp, name, given, node, frame, state)
        if own is not None:
            return own
    model = _SPECIAL.get(name) or HIGHER_ORDER.get(name) or COLLECTIONS.get(name)
    if model is None and name.startswith("operator."):
        model = interp.operators.get(name)
    if not given.star and not given.double_star and not given.named and name not in _STATEFUL:
        exact = folded(lambda *values: pure_calls.call(name, values, {}), given.positional, node, frame.number, state)
        if exact is not None and (model is None or all(_is_scalar(value) for value in exact.values())):
            return exact
    taint, controls, _ = gathered(given.all, state)
    interp.touched |= taint
    interp.traces.called(name, node, taint, controls)
    if name in _LIKENING:
        # a pattern of the program looks for many texts, and not for an answer
        interp.traces.shared(node, [value for value in given.positional if constants_of(value) is None], state)
    if model is not None:
        made = model(interp, given, node, frame, state)
        if made is not None:
            return made
    found = _other(interp, name, given, node, frame, state)
    if name == "builtins.len" and len(given.positional) == 1:
        length = length_of(given.positional[0], state)
        return {key: item.measured(length) for key, item in found.items()}
    return found


_ITERATING = frozenset(
    f"builtins.{name}"
    for name in ("all", "any", "enumerate", "filter", "frozenset", "iter", "list", "map", "max", "min", "next",
                 "reversed", "set", "sorted", "sum", "tuple", "zip")
)  # fmt: skip
_CHOOSING = frozenset(("builtins.max", "builtins.min"))
_PARALLEL = frozenset(("builtins.filter", "builtins.map", "builtins.zip"))
_OWN: Mapping[str, tuple[str, ...]] = MappingProxyType({
    "builtins.len": ("__len__",),
    "builtins.bool": ("__bool__", "__len__"), "builtins.int": ("__int__",), "builtins.float": ("__float__",),
    "builtins.next": ("__next__",), "builtins.iter": ("__iter__",), "builtins.hash": ("__hash__",),
    "builtins.abs": ("__abs__",), "builtins.round": ("__round__",), "builtins.reversed": ("__reversed__",),
})  # fmt: skip


_BINARY = frozenset(("builtins.divmod", "builtins.pow"))
_WRITTEN: Mapping[str, tuple[str, ...]] = MappingProxyType({
    "builtins.str": TEXT, "builtins.repr": ("__repr__",), "builtins.ascii": ("__repr__",), "builtins.format": FORMAT,
})  # fmt: skip


def _by_instance(
    interp: Interpreter, name: str, given: Arguments, node: ast.AST, frame: Frame, state: State
) -> Value | None:
    """A built-in function that asks an instance of the program for its answer, or for its elements."""
    if name in _WRITTEN:
        spec = given.get(1) if name == "builtins.format" else None
        given.positional[0] = written(interp, given.positional[0], _WRITTEN[name], node, frame, state, spec)
    if name in _OWN:
        rest = given.positional[1:2] if name in ("builtins.round", "builtins.next") else []
        own = special(
            interp, given.positional[0], _OWN[name], [] if name == "builtins.next" else rest, node, frame, state,
            lambda others, inner: call_external(interp, name, Arguments([others, *rest]), node, frame, inner),
        )  # fmt: skip
        if own is not None:
            return join(own, *rest) if name == "builtins.next" and rest else own
    if name in _BINARY and len(given.positional) == 2:
        return binary_function(interp, name.rpartition(".")[2], *given.positional, node, frame, state)
    if name in _ITERATING and (len(given.positional) == 1 or name not in _CHOOSING):
        many = len(given.positional) if name in _PARALLEL else 1
        made = [iterated(interp, value, node, frame, state) for value in given.positional[:many]]
        given.positional[:many] = made
    return None


def _tuple_of_names(
    interp: Interpreter, names: list[str], given: Arguments, node: ast.AST, frame: Frame, state: State
) -> Value:
    """An instance of what ``namedtuple`` made."""
    items = []
    for place, name in enumerate(names):
        value = given.get(place, name)
        items.append(value if value is not None else join(given.star, given.double_star) or interp.unknown())
    return allocate(Sequence("tuple", tuple(items), fields=tuple(names)), node, frame.number, state)


def _of_namespace(interp: Interpreter, name: str, given: Arguments, frame: Frame, state: State) -> Value:
    """A method of ``globals()`` or ``locals()``."""
    owner = frame.module if name.startswith("builtins.globals") else frame
    method = name.rpartition(".")[2]
    key = constants_of(given.positional[0]) if given.positional else None
    if method == "update":
        for value in given.positional:
            _update_namespace(interp, owner, value, state)
        state.cells.update({(owner.number, owner.kept_in_locals(part)): value for part, value in given.named.items()})
        return known(None)
    if key and len(key) == 1 and method in ("get", "pop", "setdefault", "__getitem__"):
        default = given.positional[1] if len(given.positional) > 1 else known(None)
        stored = state.cells.get((owner.number, owner.kept_in_locals(str(key[0]))), NOTHING)
        return join(stored, state.cells.get((owner.number, str(key[0])), NOTHING)) or default
    if key and len(key) == 1 and method == "__setitem__" and len(given.positional) > 1:
        state.cells[owner.number, owner.kept_in_locals(str(key[0]))] = given.positional[1]
        return known(None)
    if method not in ("keys", "items", "values", "copy"):
        interp.lose(state, frame.node)
    return interp.unknown()


def _update_namespace(interp: Interpreter, owner: Frame, value: Value, state: State) -> None:
    for item in value.values():
        found = state.heap[item.payload.place] if isinstance(item.payload, Reference) else None
        if isinstance(found, Mapped) and not found.other_keys:
            state.cells.update(
                {(owner.number, owner.kept_in_locals(str(part))): inner for part, inner in found.entries.items()}
            )
        else:
            interp.lose(state, owner.node)


def _is_scalar(item: AbstractValue) -> bool:
    return not isinstance(item.payload, Reference)


def _other(interp: Interpreter, name: str, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value:
    module = name.partition(".")[0]
    if module == "random" or name.startswith(("uuid.", "secrets.")):
        return _random(interp, name, given, node, state)
    if module == "time" or name.startswith(
        ("datetime.datetime.now", "datetime.datetime.utcnow", "datetime.date.today")
    ):
        return opaque(CLOCK)
    if module not in _KNOWN_MODULES or name in _UNKNOWN_BUILTINS:
        return unfollowed(interp, UNKNOWN, given, node, frame, state)
    if _has_function(given) and name not in INERT:
        return unfollowed(interp, 0, given, node, frame, state)
    values = [value for value in given.all if value]
    if not values:
        return opaque(0, node=node)
    taint, controls, sources = gathered(values, state)
    if interp.special_names:
        more, chosen = asked(interp, values, node, frame, state)
        taint, controls = taint | more, merge_controls(controls, chosen)
    if name in _TESTS:
        return opaque(taint, controls, TRUTH)
    symbol = None
    if taint & SOLVER and not given.named and not given.star and not given.double_star:
        symbol = composed(
            lambda *operands: pure_calls.call(name, operands, {}), given.positional, node,
            looks_away=name in _LOOKING_AWAY,
        )  # fmt: skip
    return opaque(taint, controls, sources=sources, node=node, symbol=symbol)


def _has_function(given: Arguments) -> bool:
    return any(_is_callable(item) for value in given.all for item in value.values())


def _is_callable(item: AbstractValue) -> bool:
    """Whether it is a function of the program, or calls the solver."""
    payload = item.payload
    return isinstance(payload, Function | Partial) or (
        isinstance(payload, External) and (payload.name in ("solver", "agent") or payload.name.startswith("agent."))
    )


def _random(interp: Interpreter, name: str, given: Arguments, node: ast.AST, state: State) -> Value:
    last = name.rpartition(".")[2]
    if last in ("choice", "choices", "sample") and given.positional:
        value, _, _ = elements_of(given.positional[0], state, node)
        chosen = selected(value, RANDOM | taint_of(given.positional[0]) & SOLVER, node)
        if last == "choice":
            return chosen
        return allocate(Sequence("list", None, chosen, 1), node, 0, state)
    if last in ("shuffle", "seed"):
        return known(None)
    taint, controls, _ = gathered(given.all, state)
    return opaque(taint | RANDOM, controls)


def unfollowed(
    interp: Interpreter, taint: int, given: Arguments, node: ast.AST, frame: Frame | None, state: State
) -> Value:
    """The value of a call that cannot be followed: it may call what it is given and change what it is given."""
    found, controls, _ = gathered(given.all, state)
    kept = found & ~interp.traces.unchecked if taint & UNKNOWN else found  # it may ask what the program does not
    result = opaque(taint | kept, controls)
    interp.touched |= taint | found
    for value in given.all:
        for item in value.values():
            if _is_callable(item):
                inner = Arguments(star=opaque(taint | found | UNKNOWN, controls))
                assert frame is not None
                called = call_each(
                    interp, single(item), inner, ANY_SIZE, node, frame, state, ReasonKind.NOT_FOLLOWED
                )  # fmt: skip
                result = join(result, called)
            elif taint & UNKNOWN and isinstance(item.payload, Reference):
                _may_change(item, opaque(taint | found), state)
    return result


def _may_change(item: AbstractValue, new: Value, state: State) -> None:
    assert isinstance(item.payload, Reference)
    found = state.heap[item.payload.place]
    if isinstance(found, Sequence) and found.kind != "tuple":
        loose = found.loose()
        state.write(item.payload.place, Sequence(loose.kind, None, join(loose.rest, new), 0, loose.size))
    elif isinstance(found, Mapped):
        values = {name: join(value, new) for name, value in found.entries.items()}
        other_keys, other_values = join(found.other_keys, new), join(found.other_values, new)
        loose_map = Mapped(values, found.keys, frozenset(values), other_keys, other_values, found.default)
        state.write(item.payload.place, loose_map)
    elif isinstance(found, Instance):
        values = {name: join(value, new) for name, value in found.attributes.items()}
        state.write(item.payload.place, Instance(found.of, values, found.maybe))


def _eval(interp: Interpreter, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value:
    constants = constants_of(given.positional[0]) if len(given.positional) == 1 else None
    if constants and len(constants) == 1 and isinstance(constants[0], str) and len(constants[0]) < 1_000:
        try:
            body = ast.parse(constants[0].strip(), mode="eval").body
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return interp.unknown()
        for part in ast.walk(body):
            ast.copy_location(part, node)
        if not any(isinstance(part, ast.Lambda | ast.ListComp | ast.GeneratorExp) for part in ast.walk(body)):
            return interp.evaluate(body, frame, state)
    return unfollowed(interp, UNKNOWN, given, node, frame, state)


def _exec(interp: Interpreter, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value:
    spaces = [item for value in given.all[1:] for item in value.values()]
    if not spaces or not all(isinstance(item.payload, Reference) for item in spaces):
        interp.lose(state, node)
        return known(None)
    taint, _, _ = gathered(given.all, state)
    for item in spaces:
        _may_change(item, opaque(taint | UNKNOWN), state)
    return known(None)


def _names(which: str) -> Model:
    def model(interp: Interpreter, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value:
        return single(AbstractValue(External(which)))

    return model


def _first(interp: Interpreter, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value | None:
    return given.positional[0] if len(given.positional) == 1 else None


def _exits(interp: Interpreter, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value:
    raise NeverReturnsError


def _nothing(interp: Interpreter, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value:
    return known(None)


def _print(interp: Interpreter, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value:
    for item in given.named.get("file", NOTHING).values():
        if isinstance(item.payload, Reference):
            write = single(AbstractValue(Method(item, "write")))
            interp.call(write, Arguments(list(given.positional), star=given.star), node, frame, state)
    return known(None)


def _object(interp: Interpreter, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value:
    of = AbstractValue(External("types.SimpleNamespace"))
    return allocate(Instance(of, dict(given.named)), node, frame.number, state)


def _replaced(interp: Interpreter, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value | None:
    """``dataclasses.replace(instance, field=value)``."""
    if len(given.positional) != 1 or given.star or given.double_star:
        return None
    result = NOTHING
    for item in given.positional[0].values():
        found = state.heap[item.payload.place] if isinstance(item.payload, Reference) else None
        if not isinstance(found, Instance):
            return None
        made = Instance(found.of, {**found.attributes, **given.named}, found.maybe - given.named.keys())
        result = join(result, under_control(allocate(made, node, frame.number, state), item.controls))
    return result


def _box(name: str) -> Model:
    """A new object of the library that keeps what its methods are given."""

    def model(interp: Interpreter, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value:
        content = NOTHING
        for value in given.all:
            content = join(content, value)
        return allocate(Instance(AbstractValue(External(name)), {BOXED: content}), node, frame.number, state)

    return model


def _join_text(interp: Interpreter, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value | None:
    return combined(
        lambda *values: pure_calls.call("builtins.str", values, {}), given.positional, node, frame.number, state,
        looks_away=True,
    )  # fmt: skip


def _exception(name: str) -> Model:
    def model(interp: Interpreter, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value:
        return new_exception(interp, name, given, node, frame, state)

    return model


_BOXES = ("io.BytesIO", "io.StringIO", "array.array", "queue.LifoQueue", "queue.PriorityQueue", "queue.Queue",
          "queue.SimpleQueue", "random.Random", "collections.UserList", "string.Formatter")  # fmt: skip
_NAMESPACES = ("builtins.globals().", "builtins.locals().")
_NAMED_TUPLE = "<namedtuple> "
_STATEFUL = frozenset(("builtins.eval", "builtins.exec", "builtins.iter", "builtins.next", "builtins.map"))
_SPECIAL: Mapping[str, Model] = MappingProxyType({
    **{name: _box(name) for name in _BOXES},
    **{f"builtins.{name}": _exception(name) for name in BUILT_IN_EXCEPTIONS},
    **REFLECTION, **DECORATORS, "builtins.eval": _eval, "builtins.exec": _exec,
    "builtins.globals": _names("builtins.globals()"), "builtins.locals": _names("builtins.locals()"),
    "builtins.print": _print, "builtins.exit": _exits,
    "builtins.quit": _exits, "sys.exit": _exits, "os._exit": _exits, "types.SimpleNamespace": _object,
    "builtins.object": _object, "functools.cache": _first, "contextlib.contextmanager": _first,
    "dataclasses.dataclass": _first, "dataclasses.replace": _replaced, "copy.replace": _replaced,
    "enum.unique": _first, "typing.cast": lambda interp, given, node, frame, state:
    given.get(1, "val"), "time.sleep": _nothing, "builtins.str": _join_text, "logging.info": _nothing,
    "logging.warning": _nothing, "logging.error": _nothing, "asyncio.run": _first,
    "asyncio.gather": lambda interp, given, node, frame, state: allocate(
        Sequence("list", tuple(given.positional) if not given.star else None, given.star), node, frame.number, state),
})  # fmt: skip
