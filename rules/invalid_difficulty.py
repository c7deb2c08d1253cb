"""CGR110: a difficulty that the contract does not know."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from cgr_audit.analysis.queries.sources import Flow
from cgr_audit.analysis.return_shape import ReturnForms
from cgr_audit.audit.constant_text import constant_text
from cgr_audit.audit.finding import Confidence, Finding, Severity
from cgr_audit.audit.rule import Context, Invalid, Meta, Rule, Valid
from cgr_audit.source.contract import ReturnShape


class InvalidDifficulty(Rule):
    """The difficulty is not in the contract's domain.

    What it does
        Reports each difficulty that is certainly not a whole number in the contract's range: a word, a number in
        quotes, ``None``, a truth value, a fraction, a container, a number too small or too large. Constants are
        followed through variables, arithmetic and functions. A difficulty that is computed at run time is not
        reported.

    Why it matters
        Difficulties are compared over programs and generators. One on another scale shifts every mean and every
        correlation that it enters, and one that is not a number drops its row.

    Example
        ``return answer, "B", "hard"``

    Use instead
        ``return answer, "B", 4``

    References
        ``returns.difficulty_field`` and ``returns.difficulty_range`` in the contract.
    """

    meta = Meta("CGR110", "invalid-difficulty", Severity.WARNING, Confidence.HIGH, since="0.1.0")

    VALID = (
        Valid("def solve(q):\n    return extract_answer(llm_model(q, {})), 'A', 1\n"),
        Valid("LEVELS = {'easy': 2, 'hard': 5}\ndef solve(q):\n    return q, 'A', LEVELS['hard']\n"),
        Valid("def solve(q, options):\n    level = 12\n    level = min(len(options), 5)\n    return q, 'A', level\n"),
        Valid("def solve(q):\n    return q, 'A', int(llm_model('How hard, 1 to 5? ' + q, {})[0])\n"),
        Valid("def solve(q):\n    return q, 'A', 6 / 2\n"),
        Valid("def solve(q):\n    return q, 'A', 1 if len(q) < 50 else 10\n"),
        Valid("def f(a):\n    return a, 'A', 'hard'\n", contract="function"),
    )
    INVALID = (
        Invalid("def solve(q):\n    return q, 'A', 'hard'\n", at=("2:20-2:26",)),
        Invalid("def solve(q):\n    return q, 'A', '3'\n", at=("2:20-2:23",)),
        Invalid("def solve(q):\n    return q, 'A', 0\n", at=("2:20-2:21",)),
        Invalid("def solve(q):\n    return q, 'A', -2\n", at=("2:20-2:22",)),
        Invalid("def solve(q):\n    return q, 'A', 2.5\n", at=("2:20-2:23",)),
        Invalid("def solve(q):\n    return q, 'A', None\n", at=("2:20-2:24",)),
        Invalid("def solve(q):\n    return q, 'A', True\n", at=("2:20-2:24",)),
        Invalid("def solve(q):\n    return q, 'A', [3]\n", at=("2:20-2:23",)),
        Invalid("HARD = 100\ndef solve(q):\n    level = HARD\n    return q, 'A', level\n", at=("1:8-1:11",)),
        Invalid("def solve(q):\n    return q, 'A', 3 if 'why' in q else 11\n", at=("2:41-2:43",)),
        Invalid("def level():\n    return 'medium'\ndef solve(q):\n    return q, 'A', level()\n", at=("2:12-2:20",)),
        Invalid("def solve(q):\n    return q, 'A', f'{len(q)}'\n", at=("2:20-2:31",)),
        Invalid("def solve(q):\n    return {'solverLLM_answer': q, 'genLLM_answer': 'A', 'genLLM_difficulty': 50}\n",
                at=("2:79-2:81",)),
    )  # fmt: skip

    def check(self, context: Context) -> Iterator[Finding]:
        """Yield a finding for every difficulty that is certainly none."""
        field = context.contract.returns.difficulty_field
        channel = context.facts.provenance.channels.get(field) if field is not None else None
        if channel is None:
            return
        forms: ReturnForms | None = None
        seen: set[ast.AST] = set()
        for flow in channel.flows:
            facts = context.facts
            forms = forms or ReturnForms(facts.scopes, facts.call_graph, facts.provided_helpers, facts.control_flow)
            count = len(context.contract.returns.fields)
            if context.contract.returns.shape is ReturnShape.TUPLE and _lacks_a_field(forms, flow, count):
                continue
            if flow.is_known:
                where, fault = (
                    _written(flow),
                    _fault_of_constant(flow.constant, context.contract.returns.difficulty_range),
                )
            elif isinstance(flow.position, ast.expr) and flow.position is not _whole(flow):
                where, fault = flow.position, _fault_of_form(forms, flow.position)
            else:
                continue
            if fault and where not in seen:
                seen.add(where)
                low, high = context.contract.returns.difficulty_range
                evidence = [(flow.position, "returned here")] if where is not flow.position else []
                message = f"the difficulty is {fault}, not a whole number from {low} to {high}"
                yield context.finding(self, where, message, evidence)


def _written(flow: Flow) -> ast.AST:
    """Where a constant is written down; where it is computed from others, what is returned."""
    origin = flow.origin
    is_itself = isinstance(origin, ast.Constant) and _is_same(origin.value, flow.constant)
    return origin if is_itself else flow.position


def _is_same(one: object, other: object) -> bool:
    """Whether two constants are equal and of one type; one is not ``True``."""
    return type(one) is type(other) and one == other


def _lacks_a_field(forms: ReturnForms, flow: Flow, count: int) -> bool:
    """Whether something else than so many fields is returned: a wrong return and not a wrong difficulty."""
    whole = _whole(flow)
    if whole is not flow.position or not isinstance(whole, ast.expr):
        return False
    fitting = ("", "a dictionary")
    return any(form.kind not in fitting or form.length not in (None, count) for form in forms.of(whole))


def _whole(flow: Flow) -> ast.AST | None:
    """The whole value that is returned, in which the difficulty has no expression of its own."""
    return flow.returned.value if isinstance(flow.returned, ast.Return) else None


def _fault_of_constant(constant: object, bounds: tuple[int, int]) -> str:
    if isinstance(constant, int | float) and not isinstance(constant, bool):
        is_level = bounds[0] <= constant <= bounds[1] and constant == int(constant)
        return "" if is_level else constant_text(constant)
    return constant_text(constant)


def _fault_of_form(forms: ReturnForms, expression: ast.expr) -> str:
    """What an expression certainly is, where that is not a number."""
    kinds = {"a sequence" if form.length is not None else form.kind for form in forms.of(expression)}
    return " or ".join(sorted(kinds)) if kinds and not kinds & {"", "a number"} else ""
