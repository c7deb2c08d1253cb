"""CGR207: the answer is read or computed out of the item, without the solver."""

from __future__ import annotations

from collections.abc import Iterator

from cgr_audit.audit.finding import Confidence, Finding, Severity
from cgr_audit.audit.rule import Context, Invalid, Meta, Rule, Valid


class ItemDerivedAnswer(Rule):
    """The solver channel is computed from the item alone on some path.

    What it does
        Reports returns whose answer comes from the question, the options or their metadata and from no response: an
        answer cut out of the question's text, the longest option, the option that a calculation of the program
        agrees with, a position computed from a length or a hash. An option that a response chose is the solver's.

    Why it matters
        Multiple-choice items have surface patterns (the longest option is right more often than chance), and some
        carry their answer in their text. An answer found so says nothing about the solver.

    Example
        ``return max(options, key=lambda o: len(o["text"]))["id"], gen_answer, 2``

    Use instead
        Show the solver what the program worked out, and return what the solver chooses.

    References
        The word *item* in the provenance of a returned value.
    """

    meta = Meta("CGR207", "item-derived-answer", Severity.ERROR, Confidence.HIGH, since="0.1.0")

    VALID = (
        Valid("def solve(question, options, exp_config):\n    reply = extract_answer(llm_model(question, exp_config))\n"
              "    index = 'ABCD'.find(reply)\n    return options[index]['id'], 'A', 3\n"),
        Valid("def solve(question, options, exp_config):\n    for option in options:\n"
              "        reply = llm_model(f\"{question} {option['text']}? yes or no\", exp_config)\n"
              "        if reply.startswith('yes'):\n            return option['id'], 'A', 3\n"
              "    return 'X', 'A', 3\n"),
        Valid("def solve(question, options, exp_config):\n    best = options[0]\n    for other in options[1:]:\n"
              "        if '2' in llm_model(f'{question} 1: {best} 2: {other}', exp_config):\n            best = other\n"
              "    return best['id'], 'A', 3\n"),
        Valid("def solve(question, options, exp_config):\n"
              "    out = [extract_answer(llm_model(f'{question} Which is wrong?', exp_config)) for _ in range(3)]\n"
              "    left = [o['id'] for o in options if o['id'] not in out]\n    return left[0], 'A', 3\n"),
        Valid("def solve(question, exp_config):\n    if question.startswith('Which'):\n        return 'B', 'A', 3\n"
              "    return extract_answer(llm_model(question, exp_config)), 'A', 3\n"),
        Valid("def solve(question, options, exp_config):\n    if len(options) == 1:\n"
              "        return options[0]['id'], 'A', 3\n"
              "    return extract_answer(llm_model(question, exp_config)), 'A', 3\n"),
        Valid("def solve(question, options, exp_config):\n    left = ''.join(o['id'] for o in options)\n"
              "    rounds = 0\n    while len(left) > 1 and rounds < 4:\n        rounds += 1\n"
              "        left = left.replace(extract_answer(llm_model(question + left, exp_config)), '')\n"
              "    return left[0], 'A', 3\n"),
        Valid("def f(text):\n    return text.upper()\n", contract="function"),
    )  # fmt: skip
    INVALID = (
        Invalid("def solve(question, exp_config):\n    llm_model(question, exp_config)\n"
                "    return question.split('Answer:')[1].strip()[0], 'A', 3\n", at=("3:12-3:51",)),
        Invalid("def solve(question, options, exp_config):\n    llm_model(question, exp_config)\n"
                "    longest = max(options, key=lambda o: len(o['text']))\n    return longest['id'], 'A', 3\n",
                at=("4:12-4:25",)),
        Invalid("def solve(question, options, exp_config):\n    if len(options) >= 2:\n"
                "        return options[0]['id'], 'A', 3\n"
                "    return extract_answer(llm_model(question, exp_config)), 'A', 3\n", at=("3:16-3:32",)),
        Invalid("def solve(question, exp_config):\n    letter = 'ABCD'[len(question) % 4]\n"
                "    return letter, 'A', 3\n", at=("3:12-3:18",)),
        Invalid("def solve(item):\n    total = sum(int(word) for word in item['question'].split() if word.isdigit())\n"
                "    for option in item['options']:\n        if option['text'] == str(total):\n"
                "            return option['id'], 'A', 1\n    return 'X', 'A', 1\n", at=("5:20-5:32",)),
    )  # fmt: skip

    def check(self, context: Context) -> Iterator[Finding]:
        """Yield one finding for every returned expression that the item alone gives."""
        seen = set()
        for flow in context.answers.item_answers.derived:
            if flow.position in seen or flow.position in context.answers.joined:
                continue  # joined: CGR210
            if flow.returned in context.answers.gold_accesses.returns:
                continue
            seen.add(flow.position)
            evidence = [step for step in flow.chain if step[0] is not flow.position]
            yield context.finding(
                self, flow.position, "the answer comes from the item and not from the solver", evidence
            )
