"""CGR203: what is returned as the solver's answer is the generator's own."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from cgr_audit.analysis.queries.sources import Source
from cgr_audit.audit.constant_text import constant_text
from cgr_audit.audit.finding import Confidence, Finding, Severity
from cgr_audit.audit.rule import Context, Invalid, Meta, Rule, Valid


class GeneratorAnswerReused(Rule):
    """The solver's channel takes the generator channel's value.

    What it does
        Reports returns in which the solver's answer flows from the very definition that also fills the generator's
        channel: the same variable, constant, attribute or helper's result, directly or through copies, on any path,
        also where it only steps in because nothing could be extracted. Two literals that are merely equal are not
        the same definition, and a generator channel that is filled from a response holds no answer of the generator.

    Why it matters
        The two channels are compared to learn what the solver adds. A program that puts its author's answer into
        both is scored as if a small model had solved the item.

    Example
        ``return gen_answer, gen_answer, 3``

    Use instead
        ``return extract_answer(reply), gen_answer, 3``, and the failure value where nothing was extracted.

    References
        The word *generator* in the provenance of a returned value.
    """

    meta = Meta("CGR203", "generator-answer-reused", Severity.ERROR, Confidence.HIGH, since="0.1.0")

    VALID = (
        Valid("def solve(question):\n    return 'B', 'B', 3\n"),
        Valid("def solve(question, exp_config):\n    answer = extract_answer(llm_model(question, exp_config))\n"
              "    return answer, answer, 3\n"),
        Valid("def solve(question, exp_config):\n    gen = 'B'\n"
              "    answer = extract_answer(llm_model(question, exp_config))\n"
              "    return ('B' if answer == 'X' else answer), gen, 3\n"),
        Valid("def solve(question, exp_config):\n    answer = extract_answer(llm_model(question, exp_config))\n"
              "    if answer == 'X':\n        answer = 'A'\n    return answer, answer, 3\n"),
        Valid("def solve(question, exp_config):\n    gen = 'B'\n"
              "    agrees = extract_answer(llm_model(question, exp_config)) == gen\n"
              "    return extract_answer(llm_model(question, exp_config)), gen, 1 if agrees else 4\n"),
    )  # fmt: skip
    INVALID = (
        Invalid("def solve(question):\n    gen = 'B'\n    return gen, gen, 3\n", at=("3:12-3:15",)),
        Invalid("def solve(question, exp_config):\n    gen = 'B'\n"
                "    answer = extract_answer(llm_model(question, exp_config))\n"
                "    if answer == 'X':\n        answer = gen\n    return answer, gen, 3\n", at=("6:12-6:18",)),
        Invalid("EXPECTED = 'B'\n\ndef own():\n    return EXPECTED\n\ndef solve(question, exp_config):\n"
                "    try:\n        answer = extract_answer(llm_model(question, exp_config))\n"
                "    except Exception:\n        return own(), own(), 3\n    return answer, EXPECTED, 3\n",
                at=("10:16-10:21",)),
        Invalid("def solve(question, exp_config):\n    state = {'gen': 'C', 'difficulty': 2}\n"
                "    reply = llm_model(question, exp_config)\n    final = state['gen'] if reply else 'X'\n"
                "    return (final, state['gen'], state['difficulty'])\n", at=("5:13-5:18",)),
    )  # fmt: skip

    def check(self, context: Context) -> Iterator[Finding]:
        """Yield one finding for every definition that both channels hold."""
        channel = context.facts.provenance.solver
        if channel is None or not context.contract.returns.generator_field or not context.contract.solver.is_used:
            return
        shared = [flow for flow in channel.flows if flow.source is Source.GENERATOR]
        for origin in dict.fromkeys(flow.origin for flow in shared):
            flows = [flow for flow in shared if flow.origin is origin]
            where = flows[0].position
            evidence: list[tuple[ast.AST, str]] = [step for step in flows[0].chain if step[0] is not where]
            evidence += [(flow.position, "returned here too") for flow in flows[1:] if flow.position is not where]
            shown = constant_text(flows[0].constant) if flows[0].is_known else "a value"
            yield context.finding(
                self,
                where,
                f"{shown}, the generator's own answer, is returned as the solver's",
                dict.fromkeys(evidence),
            )
