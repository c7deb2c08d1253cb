"""Tests: whether their outcome is known, and what each outcome says of a constant that it chooses."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field

from cgr_audit.analysis.interpreter.heap import deep_controls, deep_taint, sequence_of, truth_of
from cgr_audit.analysis.interpreter.interpreter import Frame, Interpreter, NeverReturnsError
from cgr_audit.analysis.interpreter.objects import Instance
from cgr_audit.analysis.interpreter.special_methods import special
from cgr_audit.analysis.interpreter.state import State, become_one_of
from cgr_audit.analysis.interpreter.values import (
    CLOCK,
    ITEM,
    NO_CONTROL,
    NOTHING,
    RANDOM,
    SOLVER,
    TRUTH,
    UNKNOWN,
    Constant,
    ControlDependence,
    Kind,
    Opaque,
    Reference,
    Symbol,
    Value,
    merge_controls,
    single,
    taint_of,
)
from cgr_audit.analysis.pattern_texts import holds_word, takes_out

__all__ = ["Condition", "Question", "asks_for_failure", "condition_of", "kinds_of", "question_of", "test", "truth"]

_FEW = 3
"""A demand for so many answers, or fewer, asks whether enough could be extracted; one for more, how many agree."""
_USUAL = 4
"""An item has so many options, or more: fewer letters are the answers there are, or leave some out."""
_MATCHES = frozenset(("findall", "fullmatch", "match", "search"))
_CHECKS = frozenset(("isalpha", "isupper", "isdigit", "isnumeric", "isdecimal", "isalnum"))


@dataclass(frozen=True, slots=True)
class Condition:
    """What is known of a test."""

    truth: bool | None
    """Its outcome, where it is known."""
    holds: ControlDependence = field(default_factory=dict)
    """What chooses the path on which it holds."""
    fails: ControlDependence = field(default_factory=dict)
    """What chooses the path on which it does not."""

    ways: tuple[State, State] | None = field(default=None, compare=False)
    """The states in which it holds and in which it does not, where evaluating a part of it may have been left out."""

    def negated(self) -> Condition:
        """The condition with its outcomes exchanged."""
        ways = None if self.ways is None else self.ways[::-1]
        return Condition(None if self.truth is None else not self.truth, self.fails, self.holds, ways)

    def way(self, outcome: bool, state: State) -> State:
        """The state in which it has an outcome, by default the one given."""
        return state if self.ways is None else self.ways[0 if outcome else 1]


@dataclass(frozen=True, slots=True)
class Question(Symbol):
    """What a comparison asked, kept with its outcome for where that is tested: ``if not is_letter(answer)``."""

    holds: Kind
    fails: Kind


def test(interp: Interpreter, node: ast.expr, frame: Frame, state: State) -> Condition:
    """Evaluate a test and say what its outcomes mean."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        condition = test(interp, node.operand, frame, state).negated()
        interp.traces.joined(node, (node.operand,))
        return condition
    if isinstance(node, ast.BoolOp):
        return _joined(interp, node, frame, state)
    condition = truth(interp, node, interp.evaluate(node, frame, state), frame, state)
    outcome = None if interp.executed is None else interp.executed.outcome(node)
    return condition if outcome is None else Condition(outcome)


def truth(interp: Interpreter, node: ast.expr, value: Value, frame: Frame, state: State) -> Condition:
    """What the truth of a value says, as the test at a node."""
    value = special(interp, value, ("__bool__", "__len__"), [], node, frame, state, lambda rest, _: rest) or value
    if interp.iterating:
        interp.repeated.add(node)
    if _asks_for_time(node, value):
        interp.clocks.add(node)
    if interp.traces.asks:
        interp.traces.decide(node, deep_taint(value, state), deep_controls(value, state))
    return condition_of(node, value, state, kinds_of(interp, node, value, state))


def _asks_for_time(node: ast.AST, value: Value) -> bool:
    """Whether a test asks how much time has passed."""
    if not (isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.Gt | ast.GtE | ast.Lt | ast.LtE)):
        return False
    return any(item.taint & CLOCK and not item.taint & (SOLVER | ITEM) for item in value.values())


def condition_of(
    node: ast.AST, value: Value, state: State, kinds: tuple[Kind, Kind] = (Kind.CONTENT, Kind.CONTENT)
) -> Condition:
    """What the truth of a value decides; ``kinds`` say what either outcome means where a solver decides it."""
    truths = {key: truth_of(alternative, state) for key, alternative in value.items()}
    if len(set(truths.values())) == 1 and None not in truths.values():
        return Condition(next(iter(truths.values())))
    taint, controls = deep_taint(value, state), deep_controls(value, state)
    constant = all(truth is not None for truth in truths.values())
    own = _own_kinds(taint, controls, kinds, constant=constant)
    if _asks_for_time(node, value):
        own = (Kind.FAILURE, Kind.FAILURE)
    holds: ControlDependence = {node: (1, own[0])}
    fails: ControlDependence = {node: (-1, own[1])}
    for key, alternative in value.items():
        if truths[key] is not False:
            holds = merge_controls(holds, alternative.controls)
        if truths[key] is not True:
            fails = merge_controls(fails, alternative.controls)
    return Condition(None, _without_detours(node, holds, own[0]), _without_detours(node, fails, own[1]))


def _without_detours(test: ast.AST, controls: ControlDependence, own: Kind) -> ControlDependence:
    """Without tests that led here either way, where what a response says decides by itself."""
    if not own.of_solver or all(outcome for outcome, _ in controls.values()):
        return controls
    return {
        node: control
        for node, control in controls.items()
        if control[0] or not control[1].of_solver or node is test  # a loop may have made it before, either way
    }


def _own_kinds(
    taint: int, controls: ControlDependence, kinds: tuple[Kind, Kind], *, constant: bool
) -> tuple[Kind, Kind]:
    if taint & SOLVER:
        return kinds
    if constant:
        return Kind.NONE, Kind.NONE  # the tests that set it are among the controls of either side
    strongest = max((kind for _, kind in controls.values()), default=Kind.NONE)
    if strongest.of_solver:
        return kinds
    if taint & (UNKNOWN | RANDOM) or strongest is Kind.UNKNOWN:
        return Kind.UNKNOWN, Kind.UNKNOWN
    if taint & ITEM or strongest is Kind.ITEM:
        return Kind.ITEM, Kind.ITEM
    return Kind.NONE, Kind.NONE


def _joined(interp: Interpreter, node: ast.BoolOp, frame: Frame, state: State) -> Condition:
    """``and`` and ``or``: the strongest reading of any operand, one test for the whole."""
    if interp.iterating:
        interp.repeated.add(node)
    deciding = isinstance(node.op, ast.Or)
    holds: ControlDependence = NO_CONTROL
    fails: ControlDependence = NO_CONTROL
    kinds = [Kind.NONE, Kind.NONE]
    either: list[Kind] = []
    undecided = False
    skipped: list[State] = []
    marks: list[ControlDependence] = []
    reached = NO_CONTROL
    for place, operand in enumerate(node.values):
        try:
            found = test(interp, operand, frame, state)
        except NeverReturnsError as error:
            if not undecided:
                raise
            interp.raises(error, state)
            become_one_of(state, skipped, marks)
            return Condition(deciding)
        if found.truth is deciding:
            become_one_of(state, [*skipped, state], [*marks, reached])
            return Condition(deciding)
        if found.truth is not None:
            continue
        stops, goes_on = (found.holds, found.fails) if deciding else (found.fails, found.holds)
        if any(has_effect(interp, part) for part in node.values[place + 1 :]):
            skipped.append(found.way(deciding, state).copy())
            marks.append(merge_controls(reached, stops))
            state.become(found.way(not deciding, state).copy())
        reached = merge_controls(reached, goes_on)
        undecided = True
        interp.traces.joined(node, (operand,))
        holds, fails = merge_controls(holds, found.holds), merge_controls(fails, found.fails)
        for outcome, side in enumerate((found.holds, found.fails)):
            kinds[outcome] = max(kinds[outcome], *(kind for _, kind in side.values()))
        either.append(max(kind for _, kind in (found.holds if deciding else found.fails).values()))
    if not undecided:
        return Condition(not deciding)
    ways: tuple[State, State] | None = None
    if skipped:
        last = state.copy()
        become_one_of(state, [*skipped, last], [*marks, reached])
        ways = (state.copy(), last) if deciding else (last, state.copy())
    if Kind.FAILURE in kinds or any(kind.of_solver for kind in kinds):
        kinds = [max(kind, Kind.SUCCESS) for kind in kinds]
    # one control for the whole test: a chain counts tests, not their operands
    inside = set(ast.walk(node))
    flags_hold = {place: control for place, control in holds.items() if place not in inside}
    flags_fail = {place: control for place, control in fails.items() if place not in inside}
    sign = 1
    if Kind.FAILURE in either and Kind.CONTENT in either:
        # one operand is enough for this outcome, and not each of them says that something failed
        kinds[0 if deciding else 1] = Kind.CONTENT
        sign = -1 if deciding else 1
        interp.traces.asking.add(node)
    return Condition(None, {**flags_hold, node: (sign, kinds[0])}, {**flags_fail, node: (-sign, kinds[1])}, ways)


def has_effect(interp: Interpreter, node: ast.expr) -> bool:
    """Whether evaluating an expression may change anything, or call the solver."""
    found = interp.effects.get(node)
    if found is None:
        found = interp.effects[node] = any(isinstance(part, _EFFECTS) for part in ast.walk(node))
    return found


_LETTERS = list("ABCDEFGHIJ")
_EFFECTS = (ast.Call, ast.NamedExpr, ast.Await, ast.Yield, ast.YieldFrom, ast.Attribute, ast.Subscript)


def kinds_of(interp: Interpreter, node: ast.expr, value: Value, state: State) -> tuple[Kind, Kind]:
    """What the outcomes of a test that a solver decides mean: content, or that nothing could be extracted."""
    failed, content = (Kind.FAILURE, Kind.SUCCESS), (Kind.CONTENT, Kind.CONTENT)
    question = next(iter(value.values())).symbol if len(value) == 1 else None
    if isinstance(question, Question):
        return question.holds, question.fails
    match node:
        case ast.NamedExpr(value=inner):
            return kinds_of(interp, inner, value, state)
        case ast.Compare(ops=[_]):
            return _compared(interp, node, state)
        case ast.Compare():
            return content
        case ast.Call(func=ast.Attribute(attr=attr)) if attr in _CHECKS:
            return failed[::-1]
        case ast.Call(func=ast.Name(id="bool" | "len"), args=[inner]):
            return kinds_of(interp, inner, interp.last.get(inner, {}), state)
        case ast.Call(func=ast.Name(id="any" | "all"), args=[ast.GeneratorExp(elt=inner) | ast.ListComp(elt=inner)]):
            return kinds_of(interp, inner, interp.last.get(inner, NOTHING), state)
        case ast.UnaryOp(op=ast.Not(), operand=inner):
            return kinds_of(interp, inner, interp.last.get(inner, NOTHING), state)[::-1]
        case ast.Call(func=ast.Name(id="any"), args=[ast.Call(func=ast.Attribute(attr="values"))]):
            return failed[::-1]  # whether anything was counted
        case ast.Call(func=ast.Name(id="any" | "all"), args=[ast.Name() as inner]):
            return kinds_of(interp, inner, interp.last.get(inner, NOTHING), state)
        case ast.Call(func=ast.Name(id="isinstance")):
            return content
        case ast.Call(func=ast.Attribute(attr="startswith" | "endswith")):
            return content
        case ast.Call(func=ast.Attribute(attr=attr), args=[ast.Constant(value=str(pattern)), *_]) if attr in _MATCHES:
            return failed[::-1] if takes_out(pattern) and not holds_word(pattern) else content
    constants = [item.payload.constant for item in value.values() if isinstance(item.payload, Constant)]
    if constants and all(map(interp.is_missing, constants)) and len(constants) < len(value):
        return Kind.SUCCESS, Kind.FAILURE
    if constants or any(item.payload == TRUTH for item in value.values()):
        return content
    return _emptiness(node, value)


def _only(value: Value) -> object:
    """The one constant that a value is; nothing for the best so far, which only begins as one."""
    return next(iter(_constants(value)), None) if len(value) == 1 else None


def _emptiness(node: ast.expr, value: Value) -> tuple[Kind, Kind]:
    """A response, an answer, a match or a list of answers used as a test: nothing is there, or something is."""
    if any(isinstance(item.payload, Opaque | Reference) for item in value.values()):
        return (Kind.CONTENT, Kind.CONTENT) if isinstance(node, ast.Call) else (Kind.SUCCESS, Kind.FAILURE)
    return Kind.CONTENT, Kind.CONTENT


def question_of(interp: Interpreter, node: ast.Compare, taint: int, state: State) -> Question | None:
    """What a comparison that a response decides asks."""
    return Question(*_compared(interp, node, state)) if taint & SOLVER and len(node.ops) == 1 else None


def _compared(interp: Interpreter, node: ast.Compare, state: State) -> tuple[Kind, Kind]:
    left, op, right = node.left, node.ops[0], node.comparators[0]
    failed, found, content = (Kind.FAILURE, Kind.SUCCESS), (Kind.SUCCESS, Kind.FAILURE), (Kind.CONTENT, Kind.CONTENT)
    one, other = interp.last.get(left, NOTHING), interp.last.get(right, NOTHING)
    negative = isinstance(op, ast.NotEq | ast.IsNot | ast.NotIn)
    if isinstance(op, ast.In | ast.NotIn):
        rejecting = taint_of(one) & ITEM and not taint_of(one) & SOLVER
        if is_answer_set(other, state) and not _constants(one) and not rejecting:
            letters = _letters(other, state)
            if letters and (letters == ["A"] or letters != _LETTERS[: len(letters)]):
                return content
            among = (Kind.CONTENT if 0 < len(letters) < _USUAL else Kind.SUCCESS), Kind.FAILURE
            return among[::-1] if negative else among
        if _constants(one) and _is_missing(interp, one):
            return found if negative else failed
        members = _members(other, state)
        if members and not _constants(one) and all(_is_missing(interp, item) for item in members):
            return found if negative else failed
        return content
    if isinstance(op, ast.Eq | ast.NotEq | ast.Is | ast.IsNot):
        if _is_missing(interp, one) or _is_missing(interp, other):
            return found if negative else failed
        if _is_length(left) or _is_length(right):
            constant = next(iter(_constants(other) or _constants(one)), None)
            if constant == 1 and (_counts_a_set(interp, left, state) or _counts_a_set(interp, right, state)):
                return content  # whether the answers agree
            if constant in (0, 1):
                return (found if negative else failed) if constant == 0 else (failed if negative else found)
        if _constants(other) == [-1] or (_constants(other) == [0] and _sums_counts(left)):
            return found if negative else failed
        return content
    if _is_length(left):
        constant = _only(other)
        enough = _FEW if _counts_answers(interp, left, state) else 1
        if type(constant) is int and 0 <= constant <= enough:
            if (isinstance(op, ast.Gt) and constant < enough) or (isinstance(op, ast.GtE) and constant):
                return found
            if (isinstance(op, ast.LtE) and constant < enough) or (isinstance(op, ast.Lt) and constant):
                return failed
    if _is_place(left) and not isinstance(right, ast.Name):  # a name may be the best place so far
        constant = _only(other)
        if (isinstance(op, ast.Lt) and constant == 0) or (isinstance(op, ast.LtE) and constant == -1):
            return failed
        if (isinstance(op, ast.GtE) and constant == 0) or (isinstance(op, ast.Gt) and constant == -1):
            return found
    return content


def _is_place(node: ast.expr) -> bool:
    """Whether it says where something was found: below zero where it was not."""
    return isinstance(node, ast.Name) or (
        isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in ("find", "rfind")
    )


def asks_for_failure(interp: Interpreter, op: ast.cmpop, one: Value, other: Value, state: State) -> bool:
    """Whether a comparison tells the extraction's failure value from an answer."""
    failure = interp.contract.extraction.failure_value
    if isinstance(op, ast.In | ast.NotIn):
        members = [constant for part in _members(other, state) for constant in _constants(part)]
        if failure in (*_constants(one), *_constants(other), *members):
            return True
        return is_answer_set(other, state) or not (_constants(one) or deep_taint(other, state) & SOLVER)
    if isinstance(op, ast.Eq | ast.NotEq | ast.Is | ast.IsNot):
        is_option = isinstance(op, ast.Eq) and any(_is_of_item(value) for value in (one, other))
        return is_option or any(_holds(value, failure, state) for value in (one, other))
    return any(is_answer_set(value, state) for value in (one, other))  # sets compared by inclusion


def _holds(value: Value, constant: object, state: State) -> bool:
    """Whether a value may be a constant, or an object of the program with this constant in a field."""
    for item in value.values():
        found = state.heap[item.payload.place] if isinstance(item.payload, Reference) else None
        parts = found.attributes.values() if isinstance(found, Instance) else ()
        if item.payload == Constant(type(constant), constant) or any(constant in _constants(part) for part in parts):
            return True
    return False


def _is_of_item(value: Value) -> bool:
    return bool(value) and all(item.taint & ITEM and not item.taint & SOLVER for item in value.values())


def _constants(value: Value) -> list[object]:
    constants = [item.payload.constant for item in value.values() if isinstance(item.payload, Constant)]
    return constants if len(constants) == len(value) else []


def _is_missing(interp: Interpreter, value: Value) -> bool:
    """Whether a value is what stands for nothing extracted."""
    constants = _constants(value)
    return bool(constants) and all(map(interp.is_missing, constants))


def is_answer_set(value: Value, state: State) -> bool:
    """Whether a container holds the answers there are: option letters, or the item's own options."""
    if not value:
        return False
    for item in value.values():
        if isinstance(item.payload, Constant):
            text = item.payload.constant
            if not isinstance(text, str) or len(text) < 2 or not text.strip().isalpha():
                return False
            if len(set(text)) != len(text) or not (text.isupper() or text == "".join(sorted(text))):
                return False
        elif isinstance(item.payload, Reference):
            members = _members(single(item), state)
            if not members or not all(_is_answer(member) for member in members):
                return False
        elif item.taint != ITEM:
            return False
    return True


def _letters(value: Value, state: State) -> list[str]:
    """The option letters that an answer set holds, in order; nothing if it holds anything else."""
    texts = _constants(value) or [constant for member in _members(value, state) for constant in _constants(member)]
    letters = sorted({letter for text in texts for letter in str(text).strip("(). ").upper()})
    return letters if set(letters) <= set(_LETTERS) else []


def _is_answer(value: Value) -> bool:
    constants = _constants(value)
    if constants:
        return all(isinstance(constant, str) and len(constant.strip("(). ")) == 1 for constant in constants)
    return bool(value) and all(item.taint & (SOLVER | UNKNOWN) == 0 for item in value.values())


def _members(value: Value, state: State) -> list[Value]:
    result: list[Value] = []
    for item in value.values():
        if not isinstance(item.payload, Reference):
            return []
        found = sequence_of(item, state)
        result.extend(found.items if found.items is not None else (found.rest,))
    return result


def _is_length(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "len"


def _sums_counts(node: ast.expr) -> bool:
    """Whether it is the largest or the sum of what was counted."""
    match node:
        case ast.Call(func=ast.Name(id="max" | "sum"), args=[ast.Call(func=ast.Attribute(attr="values"))]):
            return True
    return False


def _counts_answers(interp: Interpreter, node: ast.expr, state: State) -> bool:
    """Whether it is the number of a container's elements, which responses hold: not of letters that they chose."""
    counted = interp.last.get(node.args[0], NOTHING) if isinstance(node, ast.Call) and node.args else NOTHING
    return bool(counted) and all(
        isinstance(item.payload, Reference) and deep_taint(sequence_of(item, state).any, state) & SOLVER
        for item in counted.values()
    )


def _counts_a_set(interp: Interpreter, node: ast.expr, state: State) -> bool:
    if not (isinstance(node, ast.Call) and len(node.args) == 1):
        return False
    counted = interp.last.get(node.args[0], NOTHING)
    return any(sequence_of(item, state).kind == "set" for item in counted.values())
