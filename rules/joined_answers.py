"""CGR210: the answer joins several letters or responses into one text."""

from __future__ import annotations

from collections.abc import Iterator

from cgr_audit.analysis.index import position_of
from cgr_audit.audit.finding import Confidence, Finding, Severity
from cgr_audit.audit.rule import Context, Invalid, Meta, Rule, Valid


class JoinedAnswers(Rule):
    """Several letters or responses are returned as one answer.

    What it does
        Reports returns whose answer, where the contract asks for a letter, is a text made of several letters or
        responses: ``" or ".join(votes)``, ``f"{first} or {second}"``, letters that a loop adds up, a list of answers
        as text. Texts that are joined for a prompt, for one extraction, or for a count are not reported.

    Why it matters
        A lenient reader that searches the answer for a letter finds the right one as often as it is among them. With
        all letters in it such an answer is always right, whatever the solver said.

    Example
        ``return " or ".join(sorted(set(votes))), gen_answer, 3``

    Use instead
        ``return max(votes, key=votes.count), gen_answer, 3``

    References
        CGR903 reports at run time that an answer is not an option of the item.
    """

    meta = Meta("CGR210", "joined-answers", Severity.ERROR, Confidence.HIGH, since="0.1.0")

    VALID = (
        Valid("def solve(question):\n    said = [llm_model(style + question, {}) for style in ('Think. ', 'Check. ')]\n"
              "    return extract_answer('\\n'.join(said)), 'A', 3\n"),
        Valid("def solve(question):\n    votes = ''.join(extract_answer(llm_model(question, {})) for _ in range(3))\n"
              "    return max(votes, key=votes.count), 'A', 3\n"),
        Valid("def solve(question):\n    letter = extract_answer(llm_model(question, {}))\n"
              "    return ''.join(letter.split()), 'A', 3\n"),
    )  # fmt: skip
    INVALID = (
        Invalid("def solve(question):\n    votes = [extract_answer(llm_model(question, {})) for _ in range(3)]\n"
                "    return ' or '.join(votes), 'A', 3\n", at=("3:12-3:30",)),
        Invalid("def solve(question):\n    answer = extract_answer(llm_model(question, {}))\n"
                "    for letter in 'ABCD':\n        answer += letter\n    return answer, 'A', 3\n", at=("5:12-5:18",)),
    )  # fmt: skip

    def check(self, context: Context) -> Iterator[Finding]:
        """Yield a finding for every returned text that joins answers."""
        for node in sorted(context.answers.joined, key=position_of):
            yield context.finding(self, node, "several answers are joined into one text")
