"""CGR108: a scaffold that asks nobody."""

from __future__ import annotations

from collections.abc import Iterator

from cgr_audit.analysis.facts import Facts
from cgr_audit.analysis.queries.call_bound import BoundKind
from cgr_audit.audit.finding import Confidence, Finding, Severity
from cgr_audit.audit.places import name_span
from cgr_audit.audit.rule import Context, Invalid, Meta, Rule, Valid
from cgr_audit.source.contract import EntryKind


class NoSolverCall(Rule):
    """No path from the entry reaches a call of the solver.

    What it does
        Follows every function that the entry may run, through helpers, methods, lambdas, aliases and callables handed
        to other functions, and reports an entry from which no solver call can be reached. A helper that the program
        defines itself is not a solver call unless it calls the real one, and code that cannot run is not a path.
        Where a call cannot be followed at all, nothing is reported.

    Why it matters
        The answer of such a program says nothing about the solver, whose accuracy it is counted for.

    Example
        .. code-block:: python

            def ask(question):
                return llm_model(question, {})

            def solve(question):
                return "B", "B", 3

    Use instead
        Call the helper that the contract provides, and return what was extracted from its response.

    References
        The contract's ``[solver]`` table names the helpers and the factories of solver objects.
    """

    meta = Meta("CGR108", "no-solver-call", Severity.ERROR, Confidence.HIGH, since="0.1.0")

    VALID = (
        Valid("def solve(question):\n    return llm_model(question, {}), 'A', 1\n"),
        Valid("def ask(q):\n    return llm_model(q, {})\ndef solve(q):\n    f = ask\n    return f(q), 'A', 1\n"),
        Valid("def solve(options):\n    return sorted(options, key=lambda o: llm_model(o, {})), 'A', 1\n"),
        Valid("import helpers\n\ndef solve(q):\n    return getattr(helpers, q)(), 'A', 1\n"),
        Valid(
            "_ask = llm_model\ndef llm_model(p, c):\n    return _ask(p, c)\ndef solve(q):\n"
            "    return llm_model(q, {}), 'A', 1\n"
        ),
        Valid(
            "def forward(self, taskInfo):\n    agents = [LLMAgentBase(['answer'], 'Solver')]\n"
            "    return agents[0]([taskInfo], 'Solve.')[0]\n",
            contract="adas",
        ),
        Valid("def solve(q):\n    for r in iter(lambda: llm_model(q, {}), ''):\n        return r, 'A', 1\n"),
        Valid(
            "class Asking(type):\n    def __call__(cls, q):\n        return llm_model(q, {})\n"
            "class Agent(metaclass=Asking):\n    pass\ndef solve(q):\n    return Agent(q), 'A', 1\n"
        ),
        Valid("def f(x):\n    return x\n", contract="function"),
        Valid(
            "import functools\ndef twice(f):\n    @functools.wraps(f)\n    def inner(q):\n        return f(f(q))\n"
            "    return inner\n@twice\n@twice\ndef ask(q):\n    return llm_model(q, {})\n"
            "def solve(q, options):\n    ask.__wrapped__(q)\n    return q, 'A', 1\n"
        ),
    )
    INVALID = (
        Invalid("def solve(q):\n    if False:\n        llm_model(q, {})\n    return 'A', 'A', 1\n", at=("1:5-1:10",)),
        Invalid("def solve(q):\n    return 'A', 'A', 1\n    return llm_model(q, {}), 'A', 1\n", at=("1:5-1:10",)),
        Invalid(
            "def other(q):\n    return 'A', 'A', 1\ndef solve(q):\n    return llm_model(q, {})\nsolve = other\n",
            at=("1:5-1:10",),
        ),
        Invalid("def solve(question):\n    return 'A', 'A', 1\n", at=("1:5-1:10",)),
        Invalid("R = llm_model('q', {})\ndef solve(q):\n    return extract_answer(R), 'A', 1\n", at=("2:5-2:10",)),
        Invalid(
            "def ask(q):\n    return llm_model(q, {})\n\n\ndef solve(q):\n    return 'A', 'A', 1\n", at=("5:5-5:10",)
        ),
        Invalid(
            "def llm_model(p, c):\n    return 'A'\ndef solve(q):\n    return llm_model(q, {}), 'A', 1\n",
            at=("3:5-3:10",),
        ),
        Invalid(
            "def forward(self, taskInfo):\n    agent = LLMAgentBase(['answer'], 'Solver')\n    return 'A'\n",
            at=("1:5-1:12",),
            contract="adas",
        ),
    )

    def check(self, context: Context) -> Iterator[Finding]:
        """Yield one finding, at the entry's name, where no solver call is reached."""
        facts = context.facts
        is_script = context.contract.entry.kind is EntryKind.SCRIPT
        if not context.contract.solver.is_used or (facts.entry is None and not is_script):
            return
        if not _never_calls(facts):
            return
        evidence = [(site, "this solver call is never reached") for site in facts.solver_calls.sites]
        if facts.entry is None:
            yield context.finding(self, context.positions.at(1, 1, 0), "this script never calls the solver", evidence)
            return
        message = f"no path from {facts.entry.name} reaches a solver call"
        yield context.finding(self, name_span(context, facts.entry.node), message, evidence)


def _never_calls(facts: Facts) -> bool:
    """Whether an execution makes no call, but for those that the module makes when it is imported."""
    bound, calls = facts.call_bound, facts.solver_calls
    if bound.kind is BoundKind.FINITE and bound.max == 0:
        return True
    at_import = facts.entry is not None and set(calls.reached_sites) - set(calls.from_entry)
    return bool(at_import) and not calls.from_entry and bound.kind is BoundKind.FINITE
