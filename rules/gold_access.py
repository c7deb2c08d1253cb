"""CGR208: the program reads the item's right answer."""

from __future__ import annotations

from collections.abc import Iterator

from cgr_audit.audit.finding import Confidence, Finding, Severity
from cgr_audit.audit.rule import Context, Invalid, Meta, Rule, Valid


class GoldAccess(Rule):
    """A gold field of the item is read.

    What it does
        Reports every place that takes a field that the contract calls gold (``item.gold_fields``) out of the item, a
        part of it, or a copy: by subscript, ``get``, ``pop``, attribute, ``getattr``, ``itemgetter``, a pattern, a walk
        over the item's entries that asks for its name, a template that names it, or an object or function that the
        item is spread into (``Item(**item).gold``). Fields of the same name in the program's own dictionaries or in a
        parsed reply are none, and neither is taking the field out without looking at it. An item that is shown whole
        (``str(item)``) names no field.

    Why it matters
        Whoever reads the right answer needs no solver. A harness that keeps gold fields out of the item makes the read
        fail at run time, and a program that catches that failure shows what it was after.

    Example
        ``return item.get("correct_ans", "A"), gen_answer, 3``

    Use instead
        ``item["question"]`` and ``item["options"]``.

    References
        ``[item] gold_fields`` in the project's documentation of contracts.
    """

    meta = Meta("CGR208", "gold-access", Severity.ERROR, Confidence.HIGH, since="0.1.0")

    VALID = (
        Valid("import json\n\ndef solve(item, exp_config):\n    reply = llm_model(item['question'], exp_config)\n"
              "    return json.loads(reply)['answer'], 'A', 3\n"),
        Valid("def solve(item, exp_config):\n    state = {'question': item['question'], 'answer': None}\n"
              "    state['answer'] = extract_answer(llm_model(state['question'], exp_config))\n"
              "    return state['answer'], 'A', 3\n"),
        Valid("def solve(item, exp_config):\n    item.pop('correct', None)\n"
              "    shown = {k: v for k, v in item.items() if k != 'answer'}\n"
              "    return extract_answer(llm_model(str(shown), exp_config)), 'A', 3\n"),
        Valid("def solve(question, options, exp_config):\n"
              "    listing = '\\n'.join(o['label'] + '. ' + o['text'] for o in options)\n"
              "    return extract_answer(llm_model(question + listing, exp_config)), 'A', 3\n"),
        Valid("class Vote:\n    def __init__(self, answer):\n        self.answer = answer\n\n"
              "def solve(item, exp_config):\n    vote = Vote(extract_answer(llm_model(item['question'], exp_config)))\n"
              "    return vote.answer, 'A', 3\n"),
    )  # fmt: skip
    INVALID = (
        Invalid("def solve(item, exp_config):\n    llm_model(item['question'], exp_config)\n"
                "    return item['answer'], 'A', 3\n", at=("3:12-3:26",)),
        Invalid("def solve(item, exp_config):\n    meta = item.get('metadata', {})\n"
                "    gold = meta.get('correct_ans')\n"
                "    prompt = f\"{item['question']} {gold}\"\n"
                "    return extract_answer(llm_model(prompt, exp_config)), 'A', 3\n", at=("3:12-3:35",)),
        Invalid("def right(options):\n    return [o['id'] for o in options if o['correct']][0]\n\n"
                "def solve(options, exp_config):\n    llm_model(str(options), exp_config)\n"
                "    return right(options), 'A', 3\n", at=("2:41-2:53",)),
        Invalid("def solve(item, exp_config):\n    match item:\n        case {'question': text, 'gold': letter}:\n"
                "            return letter, 'A', 3\n"
                "    return extract_answer(llm_model(str(item), exp_config)), 'A', 3\n", at=("3:14-3:48",)),
        Invalid("def solve(item, exp_config):\n    for key in ('gold', 'label'):\n        if key in item:\n"
                "            return item[key], 'A', 3\n"
                "    return extract_answer(llm_model(item['question'], exp_config)), 'A', 3\n", at=("4:20-4:29",)),
        Invalid("def solve(item, exp_config):\n    return getattr(item, 'ans' + 'wer', 'X'), 'A', 3\n",
                at=("2:12-2:45",)),
    )  # fmt: skip

    def check(self, context: Context) -> Iterator[Finding]:
        """Yield a finding for every read of a gold field."""
        for access in context.answers.gold_accesses.accesses:
            evidence = [(access.source, "the item comes from here")]
            message = f"the item's gold field `{access.field}` is read"
            yield context.finding(self, access.node, message, evidence)
