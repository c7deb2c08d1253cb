"""CGR109: a response that decides nothing."""

from __future__ import annotations

from collections.abc import Iterator

from cgr_audit.audit.finding import Confidence, Finding, Severity
from cgr_audit.audit.rule import Context, Invalid, Meta, Rule, Valid


class IgnoredResponse(Rule):
    """A response influences neither the result nor control flow.

    What it does
        Reports each call whose response is dropped, only logged, overwritten before it is used, collected in a list
        that nobody reads, or used only in ways that come to nothing. A response is used where any field of the result
        is computed from it, where it chooses such a value, ends a loop of calls or raises, and where it is part of a
        prompt whose own response is used. Every response counts by itself: of a function that asks, only the calls
        whose result is dropped are reported.

    Why it matters
        The call is paid for and looks like work, but the answer is the same without it. Where all responses are
        ignored, the program measures its generator and not the solver.

    Example
        .. code-block:: python

            reply = llm_model(question, exp_config)
            print(reply)
            return "B", "B", 3

    Use instead
        ``answer = extract_answer(reply)`` and its use, or no call.

    References
        The words *provenance* and *channels* in the project's documentation of its analyses.
    """

    meta = Meta("CGR109", "ignored-response", Severity.WARNING, Confidence.HIGH, since="0.1.0")

    VALID = (
        Valid("def solve(q):\n    return extract_answer(llm_model(q, {})), 'A', 1\n"),
        Valid("def solve(q):\n    notes = llm_model('Explain: ' + q, {})\n"
              "    return extract_answer(llm_model(notes + q, {})), 'A', 1\n"),
        Valid("def solve(q):\n    return ('A' if 'yes' in llm_model(q, {}) else 'B'), 'A', 1\n"),
        Valid("def solve(q):\n    a = extract_answer(llm_model(q, {}))\n"
              "    hard = len(llm_model('How hard? ' + q, {}))\n    return a, 'A', 1 + hard % 5\n"),
        Valid("def solve(q):\n    votes = []\n    for _ in range(3):\n"
              "        votes.append(extract_answer(llm_model(q, {})))\n"
              "    return max(votes, key=votes.count), 'A', 1\n"),
        Valid("def solve(q):\n    for _ in range(3):\n        a = extract_answer(llm_model(q, {}))\n"
              "        if 'done' in llm_model('Is it ' + a, {}):\n            break\n    return a, 'A', 1\n"),
        Valid("def solve(q):\n    if 'bad' in llm_model(q, {}):\n        raise ValueError(q)\n"
              "    return extract_answer(llm_model(q, {})), 'A', 1\n"),
        Valid("class Log:\n    def __init__(self):\n        self.said = []\n    def ask(self, q):\n"
              "        self.said.append(llm_model(q, {}))\n        return self.said[-1]\n"
              "def solve(q):\n    log = Log()\n    log.ask(q)\n    return extract_answer(str(log.said)), 'A', 1\n"),
        Valid("def solve(q):\n    score = {'A': 0, 'B': 0}\n    for letter in score:\n"
              "        if 'yes' in llm_model(q + letter, {}):\n            score[letter] += 1\n"
              "    return max(score, key=score.get), 'A', 1\n"),
        Valid("def solve(q):\n    try:\n        n = int(llm_model(q, {}))\n    except ValueError:\n        n = 0\n"
              "    return 'ABCD'[n], 'A', 1\n"),
        Valid("def solve(q):\n    return 'A', 'A', 1\n"),
        Valid("def forward(self, taskInfo):\n    think, answer = LLMAgentBase(['t', 'a'], 'x')([taskInfo], 'go')\n"
              "    return answer\n", contract="adas"),
    )  # fmt: skip
    INVALID = (
        Invalid("def solve(q):\n    llm_model(q, {})\n    return 'A', 'A', 1\n", at=("2:5-2:21",)),
        Invalid("def solve(q):\n    reply = llm_model(q, {})\n    print(reply, len(reply))\n    return 'A', 'A', 1\n",
                at=("2:13-2:29",)),
        Invalid("def solve(q):\n    a = extract_answer(llm_model(q, {}))\n"
                "    a = extract_answer(llm_model('Again: ' + q, {}))\n    return a, 'A', 1\n", at=("2:24-2:40",)),
        Invalid("def solve(q):\n    seen = []\n    for p in ('1', '2'):\n        seen.append(llm_model(p + q, {}))\n"
                "    text = f'{seen}'\n    return 'B', 'A', 1\n", at=("4:21-4:41",)),
        Invalid("def ask(p):\n    return llm_model(p, {})\ndef solve(q):\n    ask('Warm up. ' + q)\n"
                "    return extract_answer(ask(q)), 'A', 1\n", at=("4:5-4:25",)),
        Invalid("def solve(q):\n    notes = llm_model(q, {})\n    check = llm_model(notes, {})\n"
                "    return 'A', 'A', 1\n", at=("2:13-2:29", "3:13-3:33")),
        Invalid("def solve(q):\n    votes = {'A': 0, 'B': 0}\n    for _ in range(3):\n"
                "        a = extract_answer(llm_model(q, {}))\n        if a in votes:\n            votes[a] += 1\n"
                "    best = max(votes, key=votes.get)\n    best = 'B'\n    return best, 'B', 1\n", at=("4:28-4:44",)),
        Invalid("def solve(q):\n    a, b = llm_model(q, {}), llm_model('Is ' + q, {})\n"
                "    return extract_answer(a), 'A', 1\n", at=("2:30-2:54",)),
        Invalid("def forward(self, taskInfo):\n    critic = LLMAgentBase(['feedback'], 'critic')\n"
                "    answer = LLMAgentBase(['answer'], 'x')([taskInfo], 'go')\n"
                "    feedback = critic([taskInfo, answer], 'criticise')\n    return answer\n",
                contract="adas", at=("4:16-4:55",)),
    )  # fmt: skip

    def check(self, context: Context) -> Iterator[Finding]:
        """Yield a finding for every call whose response comes to nothing."""
        if not context.contract.solver.is_used:
            return
        for call in context.facts.provenance.responses.ignored:
            yield context.finding(self, call, "this response influences neither the result nor where control goes")
