"""CGR107: an answer is taken from a response by other means than the contract's."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from cgr_audit.analysis.queries.responses import Taken
from cgr_audit.audit.finding import Confidence, Finding, Severity
from cgr_audit.audit.rule import Context, Invalid, Meta, Rule, Valid
from cgr_audit.source.positions import Span


class BypassedExtraction(Rule):
    """An answer is taken from a response without the extraction helper, where the contract requires it.

    What it does
        Reports answers that flow from a response through anything but the contract's helper: a regular expression, an
        index, ``strip``, ``json.loads``, an extractor of the program's own. It also reports answers that are found by
        asking whether they, or what an option says, are in a response, how often, where, or how much of it the two
        have in common (``in``, ``count``, ``find``, shared words, ``difflib``). A yes or no about an answer, a score,
        and votes over extracted answers are fine, and so is the helper applied to a part of a response. Redefining the
        helper is CGR105.

    Why it matters
        Programs then differ in how they read a response and not only in what they ask: one finds a letter where
        another finds none, and their accuracies cannot be compared.

    Example
        .. code-block:: python

            match = re.search("[A-D]", reply)
            return match.group(0), "B", 3

    Use instead
        ``extract_answer(reply)``, and a check that it is not the failure value.

    References
        ``extraction.required`` in the contract.
    """

    meta = Meta("CGR107", "bypassed-extraction", Severity.WARNING, Confidence.HIGH, since="0.1.0")

    VALID = (
        Valid("def solve(q):\n    return extract_answer(llm_model(q, {})), 'A', 1\n"),
        Valid("def solve(q):\n    reply = llm_model(q, {}).strip().split('Final:')[-1]\n"
              "    return extract_answer(reply), 'A', 1\n"),
        Valid("def letter(text):\n    return extract_answer(text.upper())\ndef solve(q):\n"
              "    return letter(llm_model(q, {})), 'A', 1\n"),
        Valid("def solve(q):\n    return ('A' if 'yes' in llm_model(q, {}).lower() else 'B'), 'A', 1\n"),
        Valid("def solve(q, options):\n    for o in options:\n"
              "        if llm_model(q + o['text'], {}).lower().startswith('yes'):\n            return o['id'], 'A', 1\n"
              "    return 'X', 'A', 1\n"),
        Valid("import re\ndef solve(q):\n    score = {}\n    for letter in 'ABCD':\n"
              "        score[letter] = float(re.search('[0-9]+', llm_model(q + letter, {})).group())\n"
              "    return max(score, key=score.get), 'A', 1\n"),
        Valid("def solve(q):\n    votes = [extract_answer(llm_model(q, {})) for _ in range(3)]\n"
              "    return max(votes, key=votes.count), 'A', 1\n"),
        Valid("import re\ndef solve(q):\n    level = re.findall('[1-5]', llm_model('How hard? ' + q, {}))\n"
              "    return extract_answer(llm_model(q, {})), 'A', int(level[0])\n"),
        Valid("def extract_answer(text):\n    return text[0]\ndef solve(q):\n"
              "    return extract_answer(llm_model(q, {})), 'A', 1\n"),
        Valid("def forward(self, taskInfo):\n    return LLMAgentBase(['a'], 'x')([taskInfo], 'go')[0].content[0]\n",
              contract="adas"),
    )  # fmt: skip
    INVALID = (
        Invalid("def solve(q):\n    return llm_model(q, {}).strip()[0], 'A', 1\n", at=("2:12-2:39",)),
        Invalid("import re\ndef solve(q):\n    reply = llm_model(q, {})\n    m = re.search('[A-D]', reply)\n"
                "    return (m.group(0) if m else 'X'), 'A', 1\n", at=("5:13-5:37",)),
        Invalid("import json\ndef solve(q):\n    reply = json.loads(llm_model(q, {}))\n"
                "    return reply['answer'], 'A', 1\n", at=("4:12-4:27",)),
        Invalid("def solve(q, options):\n    reply = llm_model(q, {})\n    for o in options:\n"
                "        if o['text'] in reply:\n            return o['id'], 'A', 1\n    return 'X', 'A', 1\n",
                at=("4:12-4:30",)),
        Invalid("def solve(q):\n    reply = llm_model(q, {})\n    for letter in 'ABCD':\n        if letter in reply:\n"
                "            return letter, 'A', 1\n    return 'X', 'A', 1\n", at=("4:12-4:27",)),
        Invalid("def solve(q):\n    reply = llm_model(q, {})\n    a = extract_answer(reply)\n    if a == 'X':\n"
                "        a = reply[-1]\n    return a, 'A', 1\n", at=("6:12-6:13",)),
        Invalid("def solve(q):\n    return 'ABCD'[int(llm_model(q, {})) - 1], 'A', 1\n", at=("2:12-2:45",)),
        Invalid("def own(text):\n    for part in text.split():\n        if len(part) == 1:\n            return part\n"
                "    return 'X'\ndef solve(q):\n    return own(llm_model(q, {})), 'A', 1\n", at=("7:12-7:33",)),
    )  # fmt: skip

    def check(self, context: Context) -> Iterator[Finding]:
        """Yield a finding for every answer that is taken past the helper."""
        extraction = context.contract.extraction
        if not extraction.required or _is_redefined(context):
            return
        helper = " or ".join(extraction.functions)
        for taken in context.facts.provenance.responses.taken:
            evidence: list[tuple[ast.AST | Span, str]] = [(call, "from this response") for call in taken.calls]
            if taken.test is not None:
                evidence.append((taken.flow.position, "returned here"))
            yield context.finding(
                self, _place(taken), f"the answer is taken from a response without {helper}", evidence
            )


def _place(taken: Taken) -> ast.AST:
    return taken.flow.position if taken.test is None else taken.test


def _is_redefined(context: Context) -> bool:
    """Whether the program gives a helper's name another meaning, which is a finding of its own."""
    scopes = context.facts.scopes
    names = context.contract.extraction.functions.keys()
    return any(names & scope.bindings.keys() for scope in (scopes.module, *scopes.of_node.values()))
