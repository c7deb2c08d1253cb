"""What lies outside a program: built-in functions and the standard library, as far as values flow through them."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from functools import partial
from types import MappingProxyType

from cgr_audit.analysis import pure_calls
from cgr_audit.analysis.builtin_names import BUILTINS
from cgr_audit.analysis.domains.intervals import ANY_SIZE, EMPTY, Interval, largest_of
from cgr_audit.analysis.domains.polynomials import ZERO, constant
from cgr_audit.analysis.interpreter.arguments import Arguments, gathered
from cgr_audit.analysis.interpreter.attributes import attribute, helper
from cgr_audit.analysis.interpreter.descriptors import DECORATORS
from cgr_audit.analysis.interpreter.draws import all_materialized
from cgr_audit.analysis.interpreter.folding import combined, folded
from cgr_audit.analysis.interpreter.generators import is_suspended, suspend
from cgr_audit.analysis.interpreter.heap import allocate, constants_of, elements_of, length_of, selected
from cgr_audit.analysis.interpreter.interpreter import Frame, Interpreter, NeverReturnsError
from cgr_audit.analysis.interpreter.library.collections import COLLECTIONS
from cgr_audit.analysis.interpreter.library.declaration import Declaration, Model, gone_through, steering
from cgr_audit.analysis.interpreter.library.dispatch import DISPATCH
from cgr_audit.analysis.interpreter.library.escape import (
    COMPARISONS,
    HASHING,
    ITERATION,
    TEXTS,
    ask,
    escape,
    is_called,
    unfollowed,
)
from cgr_audit.analysis.interpreter.library.exceptions import BUILT_IN_EXCEPTIONS, new_exception
from cgr_audit.analysis.interpreter.library.executors import EXECUTORS
from cgr_audit.analysis.interpreter.library.higher_order import HIGHER_ORDER, IDENTITY, call_each
from cgr_audit.analysis.interpreter.library.integers import bounded, extreme
from cgr_audit.analysis.interpreter.library.itertools_models import ITERTOOLS
from cgr_audit.analysis.interpreter.library.lazy import drawn_until, lazily, library_function
from cgr_audit.analysis.interpreter.library.pure_functions import is_pure
from cgr_audit.analysis.interpreter.library.reflection import REFLECTION
from cgr_audit.analysis.interpreter.objects import BOXED, Instance, Mapped, Sequence, replace
from cgr_audit.analysis.interpreter.records import record_of
from cgr_audit.analysis.interpreter.special_methods import (
    FORMAT,
    TEXT,
    all_drawn_from,
    binary_function,
    either,
    iterated,
    special,
    special_method,
    written,
)
from cgr_audit.analysis.interpreter.state import State
from cgr_audit.analysis.interpreter.symbols import composed
from cgr_audit.analysis.interpreter.values import (
    CLOCK,
    NO_CONTROL,
    NOTHING,
    RANDOM,
    SOLVER,
    TRUTH,
    UNKNOWN,
    AbstractValue,
    External,
    Method,
    Reference,
    Value,
    interval_of,
    join,
    join_all,
    known,
    merge_controls,
    opaque,
    single,
    taint_of,
    under_control,
)
from cgr_audit.source.contract import EntryKind

__all__ = ["DECLARED", "call_external", "external"]

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
_NEVER_CALLING = frozenset(
    {"dataclasses.fields", "dataclasses.is_dataclass", "functools.total_ordering"}
    | {
        f"builtins.{name}"
        for name in (
            "bool", "callable", "delattr", "float", "format", "hasattr", "hash", "id", "int", "isinstance",
            "issubclass", "len", "print", "range", "repr", "str", "type",
        )
    }
)  # fmt: skip
"""They do not even call what they are given to call."""
_NEVER_ASKING = frozenset(
    f"builtins.{name}" for name in ("callable", "hasattr", "id", "isinstance", "issubclass", "len", "type")
)
"""They learn nothing from the special methods of what is in their arguments."""


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
    kind, _, method = name.removeprefix("builtins.").partition(".")
    is_method = bool(method) and not method.startswith("__") and name not in DECLARED
    if kind in _CONTAINERS and is_method and given.positional and len(given.positional[0]) == 1:
        (item,) = given.positional[0].values()
        found = state.heap[item.payload.place] if isinstance(item.payload, Reference) else None
        if isinstance(found, Sequence | Mapped) and (found.kind if isinstance(found, Sequence) else "dict") == kind:
            rest = Arguments(given.positional[1:], given.named, given.star, given.double_star)
            return interp.call(single(AbstractValue(Method(item, method))), rest, node, frame, state)
    declared = DECLARED.get(name) or interp.operators.get(name)
    if declared is not None and (interp.has_instances or interp.outer_bases):
        if given.star or name in _OF_ROWS:
            rows = [given.star] if given.star else given.positional
            ask(interp, rows, node, frame, state, ITERATION, nested=not given.star)
        given = all_drawn_from(interp, given, gone_through(declared.parameters, given), node, frame, state)
    lazy = lazily(interp, name, given, node, frame, state)
    if lazy is not None:
        return lazy
    if name in _DECIDED and given.positional and is_suspended(given.positional[0], state):
        given = Arguments([drawn_until(interp, _DECIDED[name], given, node, frame, state)])
    if name not in _DRAWING:
        given = all_materialized(interp, given, node, frame, state)
    if declared is not None and not declared.takes(given):
        return unfollowed(interp, UNKNOWN, given, node, frame, state)
    if not given.star and not given.double_star and not given.named and name not in _STATEFUL:
        exact = folded(lambda *values: pure_calls.call(name, values, {}), given.positional, node, frame.number, state)
        if exact is not None and (declared is None or all(_is_scalar(value) for value in exact.values())):
            return exact
    taint, controls, _ = gathered(given.all, state)
    interp.touched |= taint
    interp.traces.called(name, node, taint, controls)
    if name in _LIKENING:
        # a pattern of the program looks for many texts, and not for an answer
        interp.traces.shared(node, [value for value in given.positional if constants_of(value) is None], state)
    if name in _ASKING and interp.has_instances:
        asking, nested = _ASKING[name]
        ask(interp, given.all, node, frame, state, asking, nested=nested)
    if declared is not None:
        result = declared.model(interp, given, node, frame, state)
        if result is not None:
            _steer(result, steering(declared.parameters, given), node, state)
            is_chosen = name in _CHOOSING and not (given.star or given.named)
            return extreme(name, result, given.positional) if is_chosen else result
    result = bounded(name, _other(interp, name, given, node, frame, state), given.positional, state)
    if name == "builtins.len" and len(given.positional) == 1:
        length = length_of(given.positional[0], state)
        return {key: item.measured(length) for key, item in result.items()}
    return result


_DRAWING = frozenset((
    "builtins.aiter", "builtins.anext", "builtins.bool", "builtins.callable", "builtins.getattr", "builtins.hasattr",
    "builtins.id", "builtins.isinstance", "builtins.iter", "builtins.next", "builtins.print", "builtins.repr",
    "builtins.str", "builtins.type", "functools.partial", "heapq.heappush",
))  # fmt: skip
"""What draws from a generator one by one, or not at all."""
_OF_ROWS = frozenset(
    ("builtins.dict", "collections.OrderedDict", "collections.defaultdict", "itertools.chain.from_iterable",
     "itertools.starmap")
)  # fmt: skip
"""What goes through the elements of what it is given, too."""
_DECIDED: Mapping[str, str] = MappingProxyType({"builtins.all": "until_false", "builtins.any": "until_true"})
"""What stops at the first element that decides."""
_LENGTHS = frozenset(("__len__", "__length_hint__"))
_ASKING: Mapping[str, tuple[frozenset[str], bool]] = MappingProxyType({
    **dict.fromkeys(
        ("builtins.max", "builtins.min", "builtins.sorted", "bisect.insort", "bisect.insort_left",
         "bisect.insort_right",
         "heapq.heapify", "heapq.heappop", "heapq.heappush", "heapq.heappushpop", "heapq.heapreplace", "heapq.merge",
         "heapq.nlargest", "heapq.nsmallest", "itertools.groupby"), (COMPARISONS, False)),
    **dict.fromkeys(
        ("builtins.set", "builtins.frozenset", "builtins.dict", "builtins.dict.fromkeys", "collections.Counter",
         "collections.OrderedDict", "collections.defaultdict", "statistics.mode", "statistics.multimode"),
        (HASHING, False)),
    "builtins.print": (TEXTS, True), "builtins.str": (TEXTS, True),
    "builtins.list": (_LENGTHS, False), "builtins.tuple": (_LENGTHS, False),
    "builtins.reversed": (frozenset(("__getitem__", "__len__")), False),
})  # fmt: skip
"""Modelled functions that ask what is in their arguments for more than their models follow."""
_ITERATING = frozenset(
    f"builtins.{name}"
    for name in ("all", "any", "enumerate", "filter", "frozenset", "iter", "list", "map", "max", "min", "next",
                 "reversed", "set", "sorted", "sum", "tuple", "zip")
)  # fmt: skip
_RANDOM = frozenset(
    (*(f"random.{name}" for name in (
        "betavariate", "choice", "choices", "expovariate", "gauss", "getrandbits", "normalvariate", "randbytes",
        "randint", "random", "randrange", "sample", "seed", "triangular", "uniform")),
     *(f"secrets.{name}" for name in ("choice", "randbelow", "randbits", "token_bytes", "token_hex", "token_urlsafe")),
     "uuid.uuid1", "uuid.uuid4")
)  # fmt: skip
_CONTAINERS = frozenset(("dict", "list", "set"))
_DRAWN = frozenset(("__getitem__", "__index__", "__len__"))
"""The special methods by which elements are drawn at random."""
_CLOCKS = (
    "time.",
    "datetime.datetime.now",
    "datetime.datetime.utcnow",
    "datetime.datetime.today",
    "datetime.date.today",
)
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
    if name == "builtins.next" and len(given.positional) == 2 and len(given.positional[0]) == 1:
        item = next(iter(given.positional[0].values()))
        if special_method(interp, item, "__next__", state):
            return interp.call(single(AbstractValue(library_function(interp, "drawn"))), given, node, frame, state)
    if name in _OWN:
        rest = given.positional[1:2] if name == "builtins.round" else []
        own = special(
            interp, given.positional[0], _OWN[name], rest, node, frame, state,
            lambda others, inner: call_external(interp, name, Arguments([others, *rest]), node, frame, inner),
        )  # fmt: skip
        if own is not None:
            return own
    if name == "builtins.reversed" and any(
        special_method(interp, item, "__getitem__", state) for item in given.positional[0].values()
    ):
        return suspend(interp, library_function(interp, "backwards"), None, given, node, frame, state)
    if name == "builtins.pow" and len(given.positional) > 2:
        return special(interp, given.positional[0], ("__pow__",), given.positional[1:], node, frame, state)
    if name in _BINARY and len(given.positional) == 2:
        return binary_function(
            interp, name.rpartition(".")[2], given.positional[0], given.positional[1], node, frame, state
        )
    if name in _ITERATING and (len(given.positional) == 1 or name not in _CHOOSING):
        many = len(given.positional) if name in _PARALLEL else 1
        made = [iterated(interp, value, node, frame, state) for value in given.positional[:many]]
        given.positional[:many] = made
    return None


def _steer(made: Value, steering: list[Value], node: ast.AST, state: State) -> None:
    """What says how many elements there are, and in which order, chooses each that is taken out."""
    taint, controls, _ = gathered(steering, state) if steering else (0, NO_CONTROL, [])
    for item in made.values() if taint or controls else ():
        found = state.heap[item.payload.place] if isinstance(item.payload, Reference) else None
        if isinstance(found, Sequence) and isinstance(item.payload, Reference):
            loose = found.loose()
            rest = selected(loose.rest, taint, node, controls)
            state.write(item.payload.place, replace(loose, rest=rest, least=0, size=loose.size | taint, last=NOTHING))


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
    if name.startswith(_OTHER_NAMES) and method not in ("copy", "get", "items", "keys", "values"):
        interp.lose(state, frame.node)
    if name.startswith(_OTHER_NAMES):
        return interp.unknown()
    key = constants_of(given.positional[0]) if given.positional else None
    if method == "update" and not given.star and not given.double_star:
        for value in given.positional:
            _update_namespace(interp, owner, value, state)
        for part, inner in given.named.items():
            interp.bind(owner, owner.kept_in_locals(part), inner, state)
        return known(None)
    if key and len(key) == 1 and method in ("get", "pop", "setdefault", "__getitem__"):
        default = given.positional[1] if len(given.positional) > 1 else known(None)
        stored = state.cells.get((owner.number, owner.kept_in_locals(str(key[0]))), NOTHING)
        found = join(stored, state.cells.get((owner.number, str(key[0])), NOTHING))
        if method == "setdefault" and not found:
            interp.bind(owner, owner.kept_in_locals(str(key[0])), default, state)
        if method == "pop" and key[0] in BUILTINS:  # which it names again
            state.cells.pop((owner.number, owner.kept_in_locals(str(key[0]))), None)
        return found or default
    if key and len(key) == 1 and method == "__setitem__" and len(given.positional) > 1:
        interp.bind(owner, owner.kept_in_locals(str(key[0])), given.positional[1], state)
        return known(None)
    if method not in ("keys", "items", "values", "copy"):
        interp.lose(state, frame.node)
    return interp.unknown()


def _update_namespace(interp: Interpreter, owner: Frame, value: Value, state: State) -> None:
    for item in value.values():
        found = state.heap[item.payload.place] if isinstance(item.payload, Reference) else None
        if len(value) == 1 and isinstance(found, Mapped) and not found.other_keys and not found.maybe:
            for part, inner in found.entries.items():
                interp.bind(owner, owner.kept_in_locals(str(part)), inner, state)
        else:
            interp.lose(state, owner.node)


def _is_scalar(item: AbstractValue) -> bool:
    return not isinstance(item.payload, Reference)


def _other(interp: Interpreter, name: str, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value:
    module = name.partition(".")[0]
    if name in _RANDOM:
        return _random(interp, name, given, node, frame, state)
    if is_pure(name) and name.startswith(_CLOCKS):
        return opaque(CLOCK)
    if not is_pure(name):
        return unfollowed(interp, UNKNOWN, given, node, frame, state)
    if name not in _NEVER_CALLING and module != "typing" and any(is_called(value) for value in given.all):
        return unfollowed(interp, 0, given, node, frame, state)
    if module == "logging" and (interp.escaped or name == "logging.StreamHandler"):  # a handler may be one of them
        escape(interp, given.all, interp.unknown(), node, frame, state)
    values = [value for value in given.all if value]
    if not values:
        return opaque(0, node=node)
    taint, controls, sources = gathered(values, state)
    if interp.has_instances and name not in _NEVER_ASKING:
        more, chosen = ask(interp, values, node, frame, state)
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


def _random(interp: Interpreter, name: str, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value:
    last = name.rpartition(".")[2]
    if interp.has_instances:
        ask(interp, given.all, node, frame, state, _DRAWN)
    if last in ("choice", "choices", "sample") and given.positional:
        value, _, _ = elements_of(given.positional[0], state, node)
        chosen = selected(value, RANDOM | taint_of(given.positional[0]) & SOLVER, node)
        if last == "choice":
            return chosen
        number = given.named.get("k", given.get(1) if last == "sample" else known(1))
        extent = largest_of(interval_of(number or NOTHING) or ANY_SIZE, EMPTY)
        return allocate(Sequence("list", None, chosen, int(extent.is_positive), extent=extent), node, 0, state)
    if last == "seed":
        return known(None)
    taint, controls, _ = gathered(given.all, state)
    return opaque(taint | RANDOM, controls)


def _import(interp: Interpreter, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value:
    """``importlib.import_module(name)``."""
    names = constants_of(given.positional[0]) if given.positional else None
    if names is None or len(names) != 1:
        interp.lose(state, node)  # it may be the module of the program
        return interp.unknown()
    return single(AbstractValue(External(str(names[0]))))


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
    if len(given.positional) < 2:
        interp.give_up(state, node, "cannot tell what this runs")
    return unfollowed(interp, UNKNOWN, given, node, frame, state)


def _exec(interp: Interpreter, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value:
    spaces = [item for value in given.all[1:] for item in value.values()]
    if not spaces or not all(isinstance(item.payload, Reference) for item in spaces):
        interp.lose(state, node)
        return known(None)
    unfollowed(interp, UNKNOWN, given, node, frame, state)
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
    """What ``print`` asks of its arguments, and hands to the file in at most two pieces for each."""
    for value in given.positional:
        written(interp, value, TEXT, node, frame, state)
    times = ANY_SIZE if given.star else Interval(ZERO, constant(max(2 * len(given.positional), 1)))
    for item in given.named.get("file", NOTHING).values():
        if isinstance(item.payload, Reference):
            pieces = join(join_all(given.positional), given.star) or known("")
            for name, arguments in (("write", [pieces]), ("flush", [])):
                method = attribute(interp, single(item), name, node, frame, state)
                call_each(interp, method, Arguments(list(arguments)), times, node, frame, state)
    if interp.escaped:  # the file may be one of them
        escape(interp, (), interp.unknown(), node, frame, state)
    return known(None)


def _object(interp: Interpreter, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value:
    of = AbstractValue(External("types.SimpleNamespace"))
    return allocate(Instance(of, dict(given.named)), node, frame.number, state)


def _replaced(interp: Interpreter, given: Arguments, node: ast.AST, frame: Frame, state: State) -> Value | None:
    """``dataclasses.replace(instance, field=value)``: a new instance, as its class makes one."""

    def made(item: AbstractValue, begun: State) -> Value:
        found = begun.heap[item.payload.place] if isinstance(item.payload, Reference) else None
        record = record_of(interp, found.of, begun) if isinstance(found, Instance) else None
        if not isinstance(found, Instance) or record is None or given.double_star:
            of = [single(found.of)] if isinstance(found, Instance) else []  # whose `__init__` this calls
            return unfollowed(interp, UNKNOWN, Arguments([*given.all, *of]), node, frame, begun)
        fields = {
            field.name: found.attributes.get(field.name, NOTHING) for field in record.fields if field.takes_argument
        }
        new = interp.call(single(found.of), Arguments([], {**fields, **given.named}), node, frame, begun)
        return under_control(new, item.controls)

    return either(interp, [partial(made, item) for item in given.positional[0].values()], state)


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


_BOXES = ("io.BytesIO", "io.StringIO", "queue.LifoQueue", "queue.PriorityQueue", "queue.Queue", "queue.SimpleQueue",
          "random.Random", "string.Formatter")  # fmt: skip
_OTHER_NAMES = "<frame>()."
_NAMESPACES = ("builtins.globals().", "builtins.locals().", _OTHER_NAMES)
_NAMED_TUPLE = "<namedtuple> "
_STATEFUL = frozenset(("builtins.eval", "builtins.exec", "builtins.iter", "builtins.next", "builtins.map"))
_ANYTHING, _ONE = "*args, **kwargs", "obj, /"
_SPECIAL: Mapping[str, Declaration] = MappingProxyType({
    **{name: Declaration("*args", _box(name)) for name in _BOXES},
    "array.array": Declaration("typecode, iterable=(), /", _box("array.array")),
    "collections.UserList": Declaration("iterable=()", _box("collections.UserList")),
    **{f"builtins.{name}": Declaration(_ANYTHING, _exception(name)) for name in BUILT_IN_EXCEPTIONS},
    **REFLECTION, **DECORATORS,
    "builtins.eval": Declaration("source, globals=None, locals=None, /", _eval),
    "importlib.import_module": Declaration("name, package=None", _import),
    "builtins.__import__": Declaration("name, globals=None, locals=None, fromlist=(), level=0", _import),
    "builtins.exec": Declaration("source, globals=None, locals=None, /", _exec),
    "builtins.globals": Declaration("", _names("builtins.globals()")),
    "builtins.locals": Declaration("", _names("builtins.locals()")),
    "builtins.print": Declaration("*args, sep=' ', end='', file=None, flush=False", _print),
    **{name: Declaration("code=None, /", _exits) for name in (
        "builtins.exit", "builtins.quit", "os._exit", "sys.exit")},
    "builtins.object": Declaration("", _object), "types.SimpleNamespace": Declaration("**kwargs", _object),
    **{name: Declaration(_ONE, _first) for name in ("contextlib.contextmanager", "enum.unique")},
    "asyncio.run": Declaration("main, *, debug=None", _first),
    "dataclasses.dataclass": Declaration("cls=None, /, **kwargs", _first),
    "dataclasses.replace": Declaration("obj, /, **changes", _replaced),
    "copy.replace": Declaration("obj, /, **changes", _replaced),
    "typing.NewType": Declaration(
        "name, tp", lambda interp, given, node, frame, state: single(AbstractValue(IDENTITY))),
    "typing.cast": Declaration("typ, val", lambda interp, given, node, frame, state: given.get(1, "val")),
    "time.sleep": Declaration("seconds, /", _nothing), "builtins.str": Declaration(_ANYTHING, _join_text),
    "asyncio.gather": Declaration("*coros_or_futures, return_exceptions=False",
        lambda interp, given, node, frame, state: allocate(Sequence(
            "list", tuple(given.positional) if not given.star else None, given.star), node, frame.number, state)),
})  # fmt: skip
DECLARED: Mapping[str, Declaration] = MappingProxyType({
    **_SPECIAL, **HIGHER_ORDER, **COLLECTIONS, **ITERTOOLS, **EXECUTORS, **DISPATCH,
})  # fmt: skip
"""Every function outside the program that has a model, by its dotted name; those of ``operator`` stand in the run."""
