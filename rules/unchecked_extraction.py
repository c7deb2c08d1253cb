"""CGR502: what the extraction helper gives on failure is used as an answer."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from cgr_audit.audit.finding import Confidence, Finding, Severity
from cgr_audit.audit.rule import Context, Invalid, Meta, Rule, Valid
from cgr_audit.source.positions import Span


class UncheckedExtraction(Rule):
    """The extraction helper's failure value is used as an answer.

    What it does
        Reports each extraction whose result becomes the solver's answer, or a vote for it, where the program does not
        ask whether that one failed. A comparison with the failure value asks, and so do membership in the options'
        letters, a filter, and a function that does either. A question about one extraction checks no other. What is
        asked for because another extraction failed need not be checked again.

    Why it matters
        Where no letter is found the helper gives its failure value. As a vote it can win against letters; returned it
        is a wrong answer that looks like one that the solver gave, where the program could have asked again.

    Example
        .. code-block:: python

            votes = [extract_answer(llm_model(prompt, exp_config)) for prompt in prompts]
            return max(votes, key=votes.count), "B", 3

    Use instead
        ``good = [vote for vote in votes if vote != "X"]``, or another call where nothing could be extracted.

    References
        ``failure_value`` in the contract.
    """

    meta = Meta("CGR502", "unchecked-extraction", Severity.WARNING, Confidence.HIGH, since="0.1.0")

    VALID = (
        Valid("def solve(q):\n    a = extract_answer(llm_model(q, {}))\n    if a == 'X':\n        return 'X', 'A', 1\n"
              "    return a, 'A', 1\n"),
        Valid("def solve(q):\n    a = extract_answer(llm_model(q, {}))\n"
              "    return (a if a in 'ABCD' else 'X'), 'A', 1\n"),
        Valid("def solve(q):\n    a = extract_answer(llm_model(q, {}))\n    if a == 'X':\n"
              "        a = extract_answer(llm_model('Letter only. ' + q, {}))\n    return a, 'A', 1\n"),
        Valid("def solve(q):\n    votes = [extract_answer(llm_model(q, {})) for _ in range(3)]\n"
              "    votes = [v for v in votes if v != 'X']\n"
              "    return (max(votes, key=votes.count) if votes else 'X'), 'A', 1\n"),
        Valid("from collections import Counter\ndef solve(q):\n    votes = Counter()\n    for _ in range(3):\n"
              "        votes[extract_answer(llm_model(q, {}))] += 1\n    votes.pop('X', None)\n"
              "    return votes.most_common(1)[0][0], 'A', 1\n"),
        Valid("def good(a, options):\n    return a in [o['id'] for o in options]\ndef solve(q, options):\n"
              "    a = extract_answer(llm_model(q, {}))\n    if good(a, options):\n        return a, 'A', 1\n"
              "    return 'X', 'A', 1\n"),
        Valid("def solve(q):\n    a, n = 'X', 0\n    while a == 'X' and n < 3:\n"
              "        a = extract_answer(llm_model(q, {}))\n        n += 1\n    return a, 'A', 1\n"),
        Valid("def solve(q):\n    a = extract_answer(llm_model(q, {}))\n    b = extract_answer(llm_model(q, {}))\n"
              "    return (a if a != 'X' else b), 'A', 1\n"),
        Valid("def solve(q):\n    a = extract_answer(llm_model(q, {}))\n    match a:\n        case 'A' | 'B' | 'C':\n"
              "            return a, 'A', 1\n    return 'X', 'A', 1\n"),
        Valid("def solve(q):\n    table = {'A': 'A', 'B': 'B'}\n"
              "    return table[extract_answer(llm_model(q, {}))], 'A', 1\n"),
        Valid("def solve(q, options):\n    bad = extract_answer(llm_model('Rule one out: ' + q, {}))\n"
              "    left = [o['id'] for o in options if o['id'] != bad]\n    return left[0], 'A', 1\n"),
        Valid("def solve(q):\n    a = extract_answer(llm_model(q, {}))\n    if not 'A' <= a <= 'E':\n"
              "        raise ValueError(a)\n    return a, 'A', 1\n"),
        Valid("def forward(self, taskInfo):\n    return LLMAgentBase(['answer'], 'x')([taskInfo], 'go')\n",
              contract="adas"),
    )  # fmt: skip
    INVALID = (
        Invalid("def solve(q):\n    return extract_answer(llm_model(q, {})), 'A', 1\n", at=("2:12-2:44",)),
        Invalid("def solve(q):\n    votes = [extract_answer(llm_model(q, {})) for _ in range(3)]\n"
                "    return max(votes, key=votes.count), 'A', 1\n", at=("2:14-2:46",)),
        Invalid("from collections import Counter\ndef solve(q):\n    votes = Counter()\n    for _ in range(3):\n"
                "        votes[extract_answer(llm_model(q, {}))] += 1\n    return votes.most_common(1)[0][0], 'A', 1\n",
                at=("5:15-5:47",)),
        Invalid("def solve(q):\n    a = extract_answer(llm_model(q, {}))\n    b = extract_answer(llm_model(a, {}))\n"
                "    return (a if a == b else b), 'A', 1\n", at=("2:9-2:41", "3:9-3:41")),
        Invalid("def solve(q):\n    a = extract_answer(llm_model(q, {}))\n    if a == 'X':\n"
                "        return 'X', 'A', 1\n    b = extract_answer(llm_model('Check ' + a, {}))\n"
                "    return b, 'A', 1\n", at=("5:9-5:52",)),
        Invalid("def solve(q):\n    a = extract_answer(llm_model(q, {}))\n    if not a:\n        return 'X', 'A', 1\n"
                "    return a.strip(), 'A', 1\n", at=("2:9-2:41",)),
        Invalid("class S:\n    def ask(self, q):\n        self.answer = extract_answer(llm_model(q, {}))\n"
                "def solve(q):\n    s = S()\n    s.ask(q)\n    return s.answer, 'A', 1\n", at=("3:23-3:55",)),
    )  # fmt: skip

    def check(self, context: Context) -> Iterator[Finding]:
        """Yield a finding for every extraction that nothing checks."""
        failure = context.contract.extraction.failure_value
        if failure is None:
            return
        for found in context.facts.provenance.responses.unchecked:
            message = f"a failed extraction ({failure!r}) is used as the answer"
            evidence: list[tuple[ast.AST | Span, str]] = [(found.flow.position, "returned here")]
            yield context.finding(self, found.call, message, evidence)
