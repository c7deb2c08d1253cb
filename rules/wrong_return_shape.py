"""CGR103: a return that is not what the contract asks for."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from cgr_audit.analysis.answers.constant_answers import Guard
from cgr_audit.analysis.forms import Form, written_value
from cgr_audit.analysis.return_shape import ReturnForms, returned_expressions
from cgr_audit.audit.constant_text import constant_text
from cgr_audit.audit.finding import Confidence, Finding, Severity
from cgr_audit.audit.places import name_span
from cgr_audit.audit.rule import Context, Invalid, Meta, Rule, Valid
from cgr_audit.source.contract import AnswerKind, ReturnShape

_OPEN_NAMESPACE = frozenset({"exec", "globals", "locals", "vars", "setattr"})
_MAPPINGS = frozenset({"a dictionary", "a dataclass instance"})
_FITTING = {
    AnswerKind.LETTER: frozenset({"text"}),
    AnswerKind.TEXT: frozenset({"text"}),
    AnswerKind.NUMBER: frozenset({"a number"}),
}


class WrongReturnShape(Rule):
    """Some return is not the contract's tuple, or not of its type.

    What it does
        Reports each return of the entry that certainly gives something else than the contract's fields: a
        dictionary, text, a number, an explicit ``None``, a sequence of another length, or one whose solver channel
        holds no answer; and an entry that gives a generator. Any sequence that unpacks into the
        fields is right. Where the contract asks for a mapping, a dictionary, a dataclass instance and a named tuple
        are right, whatever they hold besides, and one that lacks a field is not. Where the answer is a letter, a text
        that holds none ("Unable to determine") is not an answer either. It follows variables, conditional
        expressions and functions of the program, and says
        nothing if it is not certain. A bare ``return`` and a missing one are CGR104. A script that never binds
        the contract's variable is reported here too.

    Why it matters
        The harness cannot unpack the value, so the row is lost or, worse, its letters land in the wrong fields.

    Example
        .. code-block:: python

            return {"answer": letter, "difficulty": 3}

    Use instead
        ``return letter, "B", 3``: the solver's letter, the generator's letter, the difficulty.

    References
        ``cgr-audit contracts cgr`` names the fields.
    """

    meta = Meta("CGR103", "wrong-return-shape", Severity.ERROR, Confidence.HIGH, since="0.1.0")

    VALID = (
        Valid("def solve(q):\n    return extract_answer(llm_model(q, {})), 'A', 1\n"),
        Valid("def solve(q):\n    return [extract_answer(q), 'A', 1]\n"),
        Valid("R = namedtuple('R', 'a b c')\ndef solve(q):\n    return R(q, 'A', 1)\n"),
        Valid("def solve(q):\n    r = None\n    for _ in q:\n        r = (_, 'A', 1)\n    return r\n"),
        Valid("def solve(q):\n    r = []\n    q.fill(r)\n    return r\n"),
        Valid("def solve(q):\n    return (*q, 1)\n"),
        Valid("def solve(q):\n    return q\n"),
        Valid("def make(a):\n    return a, 'A', 1\ndef solve(q):\n    return make(q)\n"),
        Valid("def solve(q):\n    def inner():\n        return q\n    return inner(), 'A', 1\n"),
        Valid("def solve(q):\n    if q:\n        return\n    return q, 'A', 1\n"),
        Valid("def solve(q):\n    return tuple([q, 'A', 1])\n"),
        Valid("def solve(q):\n    r = 'A', 'A'\n    r += (1,)\n    return r\n"),
        Valid("def solve(q):\n    return (q,) + ('A', 1)\n"),
        Valid("def solve(q):\n    return tuple(x for x in (q, 'A', 1))\n"),
        Valid("def solve(q):\n    pack = lambda a: (a, 'A', 1)\n    return pack(q)\n"),
        Valid(
            "from typing import NamedTuple\nclass R(NamedTuple):\n    a: str\n    b: str\n    c: int\n"
            "def solve(q):\n    return R(q, 'A', 1)\n"
        ),
        Valid(
            "def pick(q):\n    for a in q:\n        return a\n    return None\n"
            "def solve(q):\n    a = pick(q)\n    if a is not None:\n        return a, 'A', 1\n    return 'X', 'A', 1\n"
        ),
        Valid("class R:\n    def __iter__(self):\n        return iter('AB1')\ndef solve(q):\n    return R()\n"),
        Valid("async def solve(q):\n    return {'answer': q}\n"),
        Valid("def extract_answer(r):\n    ...\ndef solve(q):\n    return extract_answer(q), 'A', 1\n"),
        Valid("def solve(q):\n    r = [q, 'A']\n    r.append(1)\n    return tuple(r)\n"),
        Valid("def solve(q):\n    r = [q, 'A', 1]\n    if q:\n        r.append(2)\n    return tuple(r)\n"),
        Valid("def f(a):\n    return None\n", contract="function"),
        Valid("@collected\ndef f(a):\n    yield a\n", contract="function"),
        Valid("def forward(self, taskInfo):\n    return {}\n", contract="adas"),
        Valid("if x:\n    ans = 1\n", contract="pot"),
        Valid("exec('ans = 1')\n", contract="pot"),
        Valid("def f():\n    global ans\n    ans = 1\nf()\n", contract="pot"),
    )
    INVALID = (
        Invalid(
            "def solve(q):\n    a = extract_answer(llm_model(q, {}))\n    return a or 'not found', 'B', 1\n",
            at=("3:17-3:28",),
        ),
        Invalid("def solve(q):\n    return {'answer': 'A'}\n", at=("2:12-2:27",)),
        Invalid("def solve(q):\n    return extract_answer(llm_model(q, {}))\n", at=("2:12-2:44",)),
        Invalid("def solve(q):\n    return 'A'\n", at=("2:12-2:15",)),
        Invalid("def solve(q):\n    return None\n", at=("2:12-2:16",)),
        Invalid("def solve(q):\n    return 'A', 'B'\n", at=("2:12-2:20",)),
        Invalid(
            "def solve(q):\n    if q:\n        return q, 'B'\n    return q, 'B', 1, 2\n", at=("3:16-3:22", "4:12-4:24")
        ),
        Invalid("def solve(q):\n    return (q, 'A', 1) if q else None\n", at=("2:34-2:38",)),
        Invalid("def solve(q):\n    letter = extract_answer(q)\n    return letter\n", at=("3:12-3:18",)),
        Invalid("def solve(q):\n    r = {}\n    r['a'] = q\n    return r\n", at=("4:12-4:13",)),
        Invalid(
            "def solve(q):\n    if q:\n        r = None\n    else:\n        r = 'A'\n    return r\n", at=("6:12-6:13",)
        ),
        Invalid("def make(a):\n    return dict(a=a)\ndef solve(q):\n    return make(q)\n", at=("4:12-4:19",)),
        Invalid("def solve(q):\n    return f'{q}'.strip()\n", at=("2:12-2:26",)),
        Invalid("def solve(q):\n    return None, 'A', 1\n", at=("2:12-2:16",)),
        Invalid("def solve(q):\n    r = 5, 'A', 1\n    return r\n", at=("3:12-3:13",)),
        Invalid("def solve(q):\n    yield q, 'A', 1\n", at=("1:5-1:10",)),
        Invalid("def forward(self, taskInfo):\n    yield taskInfo\n", contract="adas", at=("1:5-1:12",)),
        Invalid("def solve(q):\n    pack = lambda a: {'a': a}\n    return pack(q)\n", at=("3:12-3:19",)),
        Invalid("def solve(q):\n    pair = q, 'A'\n    return pair + (1, 2)\n", at=("3:12-3:25",)),
        Invalid("def solve(q):\n    return tuple(x for x in (q, 'A'))\n", at=("2:12-2:38",)),
        Invalid("def solve(q):\n    return [q] * 2\n", at=("2:12-2:19",)),
        Invalid("def solve(q):\n    pair = q, 'A'\n    return (*pair, 1, 2)\n", at=("3:12-3:25",)),
        Invalid(
            "class R:\n    def __init__(self, a):\n        self.a = a\ndef solve(q):\n    return R(q)\n",
            at=("5:12-5:16",),
        ),
        Invalid(
            "def ask(q):\n    if q:\n        return q, 'A', 1\ndef solve(q):\n    return ask(q)\n", at=("5:12-5:18",)
        ),
        Invalid(
            "def pick(q):\n    for a in q:\n        return a\n    return None\n"
            "def solve(q):\n    a = pick(q)\n    return a, 'A', 1\n",
            at=("7:12-7:13",),
        ),
        Invalid("def solve(q):\n    r = q, 'A', 1\n    return r[:2]\n", at=("3:12-3:17",)),
        Invalid("def solve(q):\n    return extract_answer(llm_model(q, {}))[:1]\n", at=("2:12-2:48",)),
        Invalid("def solve(q):\n    r = ('A', 'B', 1), {'n': 2}\n    return r[-1]\n", at=("3:12-3:17",)),
        Invalid("def pack(**f):\n    return f\ndef solve(q):\n    return pack(a=q)\n", at=("4:12-4:21",)),
        Invalid(
            "def solve(q):\n    r = [q, 'A']\n    r.append(1)\n    r.append('note')\n    return tuple(r)\n",
            at=("5:12-5:20",),
        ),
        Invalid("def pack(*f):\n    return f\ndef solve(q):\n    return pack(q, 'A')\n", at=("4:12-4:24",)),
        Invalid(
            "def solve(q):\n    if q:\n        r = (q, 'A') + (1, 2)\n    else:\n        r = q, 'A', 1\n    return r\n",
            at=("6:12-6:13",),
        ),
        Invalid("x = 1\nprint(x)\n", contract="pot", at=("1:1-1:1",)),
    )

    def check(self, context: Context) -> Iterator[Finding]:
        """Yield one finding for each return that certainly does not fit."""
        returns = context.contract.returns
        if returns.shape is ReturnShape.VARIABLE:
            yield from self._variable(context, returns.variable or "")
            return
        entry = context.facts.entry
        if entry is None:
            return
        if isinstance(entry.node, ast.FunctionDef) and context.facts.control_flow.is_generator(entry.node):
            if not entry.node.decorator_list and not entry.is_wrapped:
                message = "the entry is a generator: it gives no values"
                yield context.finding(self, name_span(context, entry.node), message)
            return
        if returns.shape is ReturnShape.VALUE and returns.answer is AnswerKind.ANY:
            return
        for one in context.answers.constants:
            if one.guard is Guard.INVALID:
                shown = constant_text(one.flow.constant) if one.flow.is_known else "a text about an error"
                yield context.finding(self, one.node, f"{shown} is returned in place of a letter", one.evidence)
        if isinstance(entry.node, ast.AsyncFunctionDef):
            return  # what calling it gives is CGR505
        forms = ReturnForms(
            context.facts.scopes, context.facts.call_graph, context.facts.provided_helpers, context.facts.control_flow
        )
        misfits = {getattr(node, "value", node): fault for node, fault in context.facts.provenance.misfits.items()}
        for value in returned_expressions(entry.node):
            if value in misfits:
                yield context.finding(self, value, f"returns {misfits[value]}")
                continue
            for form in forms.of(value):
                fault = _fault(context, forms, form)
                if fault is not None:
                    node, message = fault
                    evidence = [(step, "from here") for step in form.through if hasattr(step, "lineno")]
                    yield context.finding(self, node, message, evidence)
                    break

    def _variable(self, context: Context, variable: str) -> Iterator[Finding]:
        """A script that does not bind the answer's variable."""
        bound = context.facts.scopes.module.bindings
        names = {name.id for name in context.facts.index.of(ast.Name)}
        stars = any(alias.name == "*" for alias in context.facts.index.of(ast.alias))
        if variable not in bound and not names & _OPEN_NAMESPACE and not stars:
            message = f"the script never binds {variable!r}, in which the answer is looked for"
            yield context.finding(self, context.positions.at(1, 1, 0), message)


def _fault(context: Context, forms: ReturnForms, form: Form) -> tuple[ast.AST, str] | None:
    """Where and why a value that is certain does not fit the contract."""
    returns = context.contract.returns
    if returns.shape is ReturnShape.VALUE:
        return _answer_fault(form, returns.answer, "the value")
    if returns.shape is ReturnShape.MAPPING:
        return _mapping_fault(context, forms, form)
    wanted = f"({', '.join(returns.fields)})"
    if form.kind:
        return form.node, f"returns {form.kind} instead of {wanted}"
    if form.length is None:
        return None
    if form.length != len(returns.fields):
        return form.node, f"returns {form.length} values instead of {len(returns.fields)}: {wanted}"
    if returns.solver_field is None or not form.elements:
        return None
    return _element_fault(context, forms, form, form.elements[returns.fields.index(returns.solver_field)])


def _mapping_fault(context: Context, forms: ReturnForms, form: Form) -> tuple[ast.AST, str] | None:
    """Why a value is not the mapping that the contract asks for; which keys it has is not known here."""
    returns = context.contract.returns
    if form.kind and _MAPPINGS.isdisjoint(form.kind.split(" or ")):
        return form.node, f"returns {form.kind} instead of a mapping with {', '.join(map(repr, returns.fields))}"
    element = written_value(form.node, returns.solver_field or "")
    return None if element is None else _element_fault(context, forms, form, element)


def _element_fault(context: Context, forms: ReturnForms, form: Form, element: ast.expr) -> tuple[ast.AST, str] | None:
    """Where and why the solver channel certainly holds no answer."""
    returns = context.contract.returns
    for part in forms.of(element):
        if not context.facts.provided_helpers.stubs.isdisjoint(part.through):
            continue  # what an empty function in a helper's place gives is CGR105
        fault = _answer_fault(part, returns.answer, returns.solver_field or "")
        if fault is not None:
            is_here = isinstance(form.node, ast.Tuple | ast.List | ast.Dict)
            return fault[0] if is_here else form.node, fault[1]
    return None


def _answer_fault(form: Form, answer: AnswerKind, subject: str) -> tuple[ast.AST, str] | None:
    fitting = _FITTING.get(answer)
    kind = form.kind or ("a sequence" if form.length is not None else "")
    if fitting is None or not kind or fitting.intersection(kind.split(" or ")):
        return None
    return form.node, f"{subject} is {kind}, not a {answer.value}"
