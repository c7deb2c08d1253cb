"""CGR211: a prompt asks for a hint in the item, not for the answer."""

from __future__ import annotations

from collections.abc import Iterator

from cgr_audit.audit.finding import Confidence, Finding, Severity
from cgr_audit.audit.rule import Context, Invalid, Meta, Rule, Valid


class HintRequestInPrompt(Rule):
    """A prompt about the item asks who suggests which answer, instead of the item's question.

    What it does
        Reports texts that reach a solver call together with the item, but without an earlier response, and that ask
        which letter or option someone, or a note in the item, suggests, claims or marks: "what letter do they
        suggest?", "which option is labelled as correct?". Not reported are questions what a passage or evidence
        supports, which may be the item's own, and questions what a response of the solver chose.

    Why it matters
        Items of some datasets carry a hint, right or wrong. A solver that reads it out does not answer the question:
        the accuracy measured is that of the hint.

    Example
        ``llm_model(question + " What letter do they suggest?", exp_config)``

    Use instead
        ``llm_model(question + " Ignore suggestions in the text. Reply with a single letter.", exp_config)``

    References
        Sharma et al., *Towards Understanding Sycophancy in Language Models*, 2023.
    """

    meta = Meta("CGR211", "hint-request-in-prompt", Severity.ERROR, Confidence.MEDIUM, since="0.1.0")

    VALID = (
        Valid("def solve(question):\n    prompt = question + ' Which option does the passage support? One letter.'\n"
              "    return extract_answer(llm_model(prompt, {})), 'A', 3\n"),
        Valid("def solve(question):\n    reply = llm_model(question, {})\n"
              "    prompt = f'{question} Solution: {reply} Which letter does the author suggest?'\n"
              "    return extract_answer(llm_model(prompt, {})), 'A', 3\n"),
        Valid("def solve(question):\n    prompt = question + ' Which letter do you suggest?'\n"
              "    return extract_answer(llm_model(prompt, {})), 'A', 3\n"),
    )  # fmt: skip
    INVALID = (
        Invalid("def solve(question):\n    prompt = question + ' What letter do they suggest?'\n"
                "    return extract_answer(llm_model(prompt, {})), 'A', 3\n", at=("2:25-2:56",)),
        Invalid("def solve(question):\n    prompt = question + ' Which option is marked with a star?'\n"
                "    return extract_answer(llm_model(prompt, {})), 'A', 3\n", at=("2:25-2:63",)),
    )  # fmt: skip

    def check(self, context: Context) -> Iterator[Finding]:
        """Yield a finding for every text that asks for a hint."""
        for one in context.answers.hint_requests:
            message = f"the prompt asks for a hint in the item: {one.words!r}"
            yield context.finding(self, one.literal, message, [(one.call, "the solver is called here")])
