"""CGR201: the answer is a constant, on every path or on one without a failure."""

from __future__ import annotations

from collections.abc import Iterator

from cgr_audit.analysis.answers.constant_answers import Guard
from cgr_audit.analysis.queries.sources import Flow, Source
from cgr_audit.audit.constant_text import constant_text
from cgr_audit.audit.finding import Confidence, Finding, Severity
from cgr_audit.audit.rule import Context, Invalid, Meta, Rule, Valid


class LiteralAnswer(Rule):
    """The solver's answer is written in the program.

    What it does
        Follows what every return gives to the solver's channel back to where it comes from, and reports programs in
        which it is a constant on every path: a letter, however it is written (``chr(66)``, ``"ABCD"[1]``, base64),
        wherever it is assigned, and whatever helper returns it. Constants that only a failed call leads to count as
        well. Constants chosen by what a response says do not. The finding is at the first return; the others are
        evidence. Where other paths give the solver's answer, a constant is reported if no failure leads to it: one
        under a setting of the run, one that replaces an extracted answer, or one that stays unless the response holds
        words that no prompt asks for. A constant after a failure is CGR202.

    Why it matters
        The program answers for the solver. Its accuracy is that of the model that wrote it, and calls to the solver, if
        there are any, change nothing.

    Example
        ``return "B", gen_answer, 3``

    Use instead
        ``return extract_answer(llm_model(prompt, exp_config)), gen_answer, 3``

    References
        The words *literal*, *selected* and *fallback* in the provenance of a returned value.
    """

    meta = Meta("CGR201", "literal-answer", Severity.ERROR, Confidence.HIGH, since="0.1.0")

    VALID = (
        Valid("def solve(question, exp_config):\n    reply = llm_model(question, exp_config)\n"
              "    return extract_answer(reply), 'B', 3\n"),
        Valid("def solve(question, exp_config):\n    reply = llm_model(question, exp_config)\n"
              "    return 'A' if 'yes' in reply else 'B', 'C', 3\n"),
        Valid("def solve(question):\n    gen = 'B'\n    return gen, gen, 3\n"),
        Valid("def f(x):\n    return 'B'\n", contract="function"),
        Valid("def llm_model(p, c):\n    ...\ndef solve(q):\n    return llm_model(q, {}), 'C', 3\n"),
    )  # fmt: skip
    INVALID = (
        Invalid("def solve(question):\n    return 'B', 'B', 3\n", at=("2:12-2:15",)),
        Invalid("def solve(question, exp_config):\n    answer = chr(66)\n    llm_model(question, exp_config)\n"
                "    return answer, 'C', 3\n", at=("4:12-4:18",)),
        Invalid("def pick(reply):\n    return 'B'\n\ndef solve(question, exp_config):\n"
                "    return pick(llm_model(question, exp_config)), 'C', 3\n", at=("5:12-5:49",)),
        Invalid("def solve(question, exp_config):\n    try:\n        llm_model(question, exp_config)\n"
                "        return 'B', 'C', 3\n    except Exception:\n        return 'A', 'C', 3\n", at=("4:16-4:19",)),
        Invalid("def llm_model(p, c):\n    ...\ndef solve(q):\n    return llm_model(q, {}) or 'B', 'C', 3\n",
                at=("4:12-4:35",)),
        Invalid("def solve(question, exp_config):\n    reply = llm_model(question, exp_config)\n"
                "    return (extract_answer(reply) if 'zxqv' in reply else 'B'), 'C', 3\n", at=("3:59-3:62",)),
        Invalid("def solve(question, exp_config):\n    answer = extract_answer(llm_model(question, exp_config))\n"
                "    return ('D' if answer != 'X' else answer), 'C', 3\n", at=("3:13-3:16",)),
        Invalid("def forward(self, taskInfo):\n    return 'B'\n", at=("2:12-2:15",), contract="adas"),
    )  # fmt: skip

    def check(self, context: Context) -> Iterator[Finding]:
        """Yield one finding where no path gives the solver's answer."""
        channel = context.facts.provenance.solver
        if channel is None or not context.contract.solver.is_used:
            return
        sources = set(channel.sources)
        if sources & {Source.SOLVER, Source.SELECTED}:
            for one in context.answers.constants:
                if one.guard is Guard.OTHER:
                    message = f"{_shown(one.flow)} is returned although no call or extraction failed"
                    yield context.finding(self, one.node, message, one.evidence)
            return
        if not {Source.LITERAL} <= sources <= {Source.LITERAL, Source.FALLBACK}:
            return
        constants = context.answers.constants
        if constants and all(one.guard is Guard.INVALID for one in constants):
            return  # texts that are not answers, or nothing at all: CGR103
        if context.facts.provided_helpers.stubs and all(flow.constant is None for flow in channel.flows):
            return  # what an empty function in the helper's place gives is not an answer: CGR105
        flows = sorted(channel.flows, key=lambda flow: (flow.position.lineno, flow.position.col_offset))  # type: ignore[attr-defined]
        shown = list(dict.fromkeys(_shown(flow) for flow in flows))
        evidence = [step for flow in flows for step in flow.chain]
        evidence += [(flow.position, f"{_shown(flow)} is returned here") for flow in flows[1:]]
        values = ", ".join(shown) if len(shown) < 4 else f"one of {len(shown)} constants"
        message = f"the answer is {values} whatever the solver says"
        yield context.finding(self, flows[0].position, message, dict.fromkeys(evidence))


def _shown(flow: Flow) -> str:
    return constant_text(flow.constant) if flow.is_known else "a computed constant"
