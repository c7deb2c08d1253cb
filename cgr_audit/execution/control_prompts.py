"""The prompts of controls where the contract says nothing else; ``config.json`` holds those that a run used."""

from __future__ import annotations

from collections.abc import Mapping

from cgr_audit.records.rows import ControlName
from cgr_audit.source.contract import Contract

__all__ = ["TIE_BREAK", "VERIFY", "control_prompts"]

_ITEM = """Question: {question}

Options:
{options}

"""
_LETTER_ONLY = " Reply with the letter of the correct option only."

_REASONING = f"""Answer the following multiple-choice question.

{_ITEM}Think step by step. Then end with a line that reads "Answer: X", where X is the letter of the correct option."""
_CHECK = f"{_ITEM}Proposed answer: {{answer}}\n\nCheck the proposed answer.{_LETTER_ONLY}"
_DECIDE = f"{_ITEM}Two answers were given: {{answer}} and {{other}}.\n\nDecide between them.{_LETTER_ONLY}"

VERIFY, TIE_BREAK = "verify", "tie-break"
"""The later steps of the repeated-call control, as the names of its prompts end."""


def control_prompts(contract: Contract, control: ControlName) -> Mapping[str, str]:
    """The templates of a control, by the names that they have in ``config.json``.

    The contract's own stands for the first; by default all but chain of thought begin with the direct prompt.
    """
    own = contract.controls[control].prompt if control in contract.controls else ""
    first = own or (_REASONING if control is ControlName.COT else contract.direct.prompt)
    if control is not ControlName.REPEATED_CALL:
        return {control.value: first}
    return {control.value: first, f"{control}/{VERIFY}": _CHECK, f"{control}/{TIE_BREAK}": _DECIDE}
