"""CGR202: a guess takes the place of the solver's answer where something failed."""

from __future__ import annotations

from collections.abc import Iterator

from cgr_audit.analysis.answers.constant_answers import Guard
from cgr_audit.analysis.queries.sources import Flow, Source
from cgr_audit.audit.constant_text import constant_text
from cgr_audit.audit.finding import Confidence, Finding, Severity
from cgr_audit.audit.rule import Context, Invalid, Meta, Rule, Valid


class LiteralFallback(Rule):
    """A guess is returned where calling, extracting or parsing failed.

    What it does
        Reports every guess that some path returns as the solver's, in a program in which another path returns what the
        solver said: after a failed call, where nothing could be extracted, where attempts or time ran out, as the
        default of a chain of tests, or where the item's text could not be parsed. A guess is a letter, the first
        option, or a random one. Each is one finding, where it is written. The contract's failure value and ``None`` are
        not reported, and a text about the failure is CGR103. A constant that anything else leads to is CGR201.

    Why it matters
        A guess is counted as the solver's answer. With four options one guess in four is right, so failures raise the
        measured accuracy instead of lowering it, and the more so where the constant is the frequent or known answer.

    Example
        ``return "A", gen_answer, 3`` after ``if answer == "X":``

    Use instead
        Ask again where nothing could be extracted, and at last ``return "X", ...``: the failure value is not an
        answer, and the runner counts a failed extraction for what it is.

    References
        The words *fallback* and *selected* in the provenance of a returned value.
    """

    meta = Meta("CGR202", "literal-fallback", Severity.WARNING, Confidence.HIGH, since="0.1.0")

    VALID = (
        Valid("def solve(question, exp_config):\n    answer = extract_answer(llm_model(question, exp_config))\n"
              "    if answer == 'X':\n        return 'X', 'B', 3\n    return answer, 'B', 3\n"),
        Valid("def solve(question, exp_config):\n    reply = llm_model(question, exp_config)\n"
              "    return 'A' if 'yes' in reply else 'B', 'C', 3\n"),
        Valid("def solve(question, exp_config):\n    answer = None\n    for _ in range(3):\n"
              "        answer = extract_answer(llm_model(question, exp_config))\n"
              "    return answer, 'B', 3\n"),
        Valid("def solve(question, exp_config):\n    gen = 'B'\n"
              "    answer = extract_answer(llm_model(question, exp_config))\n"
              "    return (gen if answer == 'X' else answer), gen, 3\n"),
        Valid("def solve(question):\n    return 'B', 'B', 3\n"),
        Valid("def solve(question, exp_config):\n    answer = extract_answer(llm_model(question, exp_config))\n"
              "    if answer == 'X':\n        answer = 'Unable to determine'\n    return answer, 'B', 3\n"),
    )  # fmt: skip
    INVALID = (
        Invalid("def solve(question, exp_config):\n    answer = extract_answer(llm_model(question, exp_config))\n"
                "    if answer == 'X':\n        return 'A', 'B', 3\n    return answer, 'B', 3\n", at=("4:16-4:19",)),
        Invalid("def solve(question, exp_config):\n    answer = 'A'\n    try:\n"
                "        answer = extract_answer(llm_model(question, exp_config))\n"
                "    except Exception:\n        pass\n    return answer, 'B', 3\n", at=("2:14-2:17",)),
        Invalid("def solve(question, exp_config):\n    reply = llm_model(question, exp_config)\n"
                "    if 'one' in reply:\n        return 'A', 'D', 3\n    elif 'two' in reply:\n"
                "        return 'B', 'D', 3\n    return 'C', 'D', 3\n", at=("7:12-7:15",)),
        Invalid("def solve(question, exp_config):\n    for _ in range(3):\n        try:\n"
                "            reply = llm_model(question, exp_config)\n        except OSError:\n"
                "            return 'D', 'B', 3\n        if extract_answer(reply) != 'X':\n"
                "            return extract_answer(reply), 'B', 3\n    return 'C', 'B', 3\n",
                at=("6:20-6:23", "9:12-9:15")),
        Invalid("def solve(question, options, exp_config):\n"
                "    answer = extract_answer(llm_model(question, exp_config))\n"
                "    return (options[0]['id'] if answer == 'X' else answer), 'B', 3\n", at=("3:13-3:29",)),
        Invalid("def solve(question, exp_config):\n    if 'A)' not in question:\n        return 'A', 'B', 3\n"
                "    return extract_answer(llm_model(question, exp_config)), 'B', 3\n", at=("3:16-3:19",)),
        Invalid("def solve(question, exp_config):\n    answer = extract_answer(llm_model(question, exp_config))\n"
                "    return answer.replace('X', 'C'), 'B', 3\n", at=("3:32-3:35",)),
        Invalid("import random\n\ndef solve(question, exp_config):\n"
                "    answer = extract_answer(llm_model(question, exp_config))\n"
                "    return answer if answer in 'ABCD' else random.choice('ABCD'), 'B', 3\n", at=("5:44-5:65",)),
    )  # fmt: skip

    def check(self, context: Context) -> Iterator[Finding]:
        """Yield a finding for every guess that stands in for the solver's answer."""
        channel = context.facts.provenance.solver
        if channel is None or not context.contract.solver.is_used:
            return
        if not {Source.SOLVER, Source.SELECTED} & set(channel.sources):
            return
        for one in context.answers.constants:
            if one.guard is Guard.FAILED:
                yield context.finding(self, one.node, _message(one.flow), one.evidence)


def _message(flow: Flow) -> str:
    shown = constant_text(flow.constant) if flow.is_known else "a guess"
    if flow.source is Source.FALLBACK:
        return f"{shown} is returned when the solver gives no answer"
    return f"{shown} is returned when the item cannot be read"
