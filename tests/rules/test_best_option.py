"""Programs that ask about each option and keep the one that scored best: whatever the loop and the start, no error."""

from __future__ import annotations

import itertools

import pytest

from cgr_audit.audit.engine import audit_program
from cgr_audit.audit.finding import Severity
from cgr_audit.audit.registry import load_registry
from cgr_audit.source.contract import load_contract
from cgr_audit.source.program import Program

LOOPS = {
    "for o in options:": ("o['id']", "o['text']"),
    "for n, o in enumerate(options):": ("o['id']", "o['text']"),
    "for n, o in enumerate(options, start=1):": ("letters[n - 1]", "o['text']"),
    "for l, o in zip(letters, options):": ("l", "o['text']"),
    "for n in range(len(options)):": ("options[n]['id']", "options[n]['text']"),
    "for o in reversed(options):": ("o['id']", "o['text']"),
    "for l, t in texts.items():": ("l", "t"),
    "for l in sorted(texts):": ("l", "texts[l]"),
    "for o in options[:4]:": ("o['id']", "o['text']"),
}
STARTS = ("'A'", "letters[0]", "options[0]['id']", "letters[-1]", "next(iter(texts))", "min(letters)", "None", "''")
SCORES = ("1 if 'yes' in reply.lower() else 0", "reply.count('yes')", "len(reply)")
TEXT = """def solve(question, options, exp_config):
    letters = [o["id"] for o in options]
    texts = {{o["id"]: o["text"] for o in options}}
    best, answer = -1, {start}
    {loop}
        reply = llm_model(f"{{question}} Is {{{shown}}} right?", exp_config)
        score = {score}
        if score > best:
            best, answer = score, {chosen}
    return answer, "B", 3
"""


@pytest.mark.parametrize("loop", LOOPS)
def test_the_best_option_is_the_solvers(loop: str) -> None:
    contract, rules = load_contract("cgr"), load_registry().rules
    chosen, shown = LOOPS[loop]
    for start, score in itertools.product(STARTS, SCORES):
        text = TEXT.format(loop=loop, start=start, score=score, shown=shown, chosen=chosen)
        audit = audit_program(Program("p.py", "p.py", text.encode()), contract, rules)
        errors = [finding for finding in audit.findings if finding.severity is Severity.ERROR]
        assert not errors, (text, errors)
