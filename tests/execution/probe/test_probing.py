"""What a probe says of programs of every kind."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from cgr_audit.execution.observed import Observed
from cgr_audit.execution.probe.item_probe import Sensitivity
from cgr_audit.execution.probe.items import synthetic_item

SENSITIVE, PARTLY, INSENSITIVE, UNDECIDED = (
    Sensitivity.SENSITIVE, Sensitivity.PARTLY, Sensitivity.INSENSITIVE, Sensitivity.UNDECIDED,
)  # fmt: skip

LISTING = """
def listed(question, options):
    return question + "\\n" + "\\n".join(f"{o['id']}. {o['text']}" for o in options)
"""

ASK = (
    LISTING
    + "def solve(question, options, exp_config):\n    reply = llm_model(listed(question, options), exp_config)\n"
)

PROGRAMS = {
    "returns the extraction": (ASK + "    return extract_answer(reply), 'B', 3\n", SENSITIVE),
    "votes over three": (
        ASK + "    said = [extract_answer(llm_model(question, exp_config)) for _ in range(3)]\n"
        "    return max(said, key=said.count), 'B', 3\n",
        SENSITIVE,
    ),
    "asks of each option whether it is right": (
        "def solve(question, options, exp_config):\n    for o in options:\n"
        "        if llm_model(f\"{question} Is it {o['text']}?\", exp_config).lower().startswith('yes'):\n"
        "            return o['id'], 'B', 3\n    return 'X', 'B', 3\n",
        SENSITIVE,
    ),
    "takes the best rated option": (
        "def solve(question, options, exp_config):\n    rated = {}\n    for o in options:\n"
        "        reply = llm_model(f\"{question} Rate {o['text']} from 1 to 10.\", exp_config)\n"
        "        digits = ''.join(c for c in reply if c.isdigit())\n"
        "        rated[o['id']] = int(digits or 0)\n    return max(rated, key=rated.get), 'B', 3\n",
        SENSITIVE,
    ),
    "strikes options out until one is left": (
        LISTING + "def solve(question, options, exp_config):\n    left = list(options)\n    while len(left) > 1:\n"
        "        out = extract_answer(llm_model(listed(question, left) + 'Which is wrong?', exp_config))\n"
        "        kept = [o for o in left if o['id'] != out]\n        if len(kept) == len(left):\n"
        "            return 'X', 'B', 3\n        left = kept\n    return left[0]['id'], 'B', 3\n",
        SENSITIVE,
    ),
    "knocks options out in pairs": (
        "def solve(question, options, exp_config):\n    best = options[0]\n    for other in options[1:]:\n"
        "        reply = llm_model(f\"{question} 1: {best['text']} 2: {other['text']}. 1 or 2?\", exp_config)\n"
        "        if '2' in reply:\n            best = other\n    return best['id'], 'B', 3\n",
        SENSITIVE,
    ),
    "reads a field of a reply in JSON": (
        "import json\n" + ASK + "    try:\n        letter = json.loads(reply)['final_choice']\n"
        "    except (ValueError, KeyError):\n        letter = 'X'\n    return letter, 'B', 3\n",
        SENSITIVE,
    ),
    "waits for a word of its own": (
        ASK + "    if 'VERDICT:' not in reply:\n        return 'X', 'B', 3\n"
        "    return extract_answer(reply.split('VERDICT:')[1]), 'B', 3\n",
        SENSITIVE,
    ),
    "looks for a marker of its own with a pattern": (
        "import re\n" + ASK + "    found = re.search(r'FINAL CHOICE:\\s*\\[?([A-D])\\]?', reply)\n"
        "    return (found.group(1) if found else 'X'), 'B', 3\n",
        SENSITIVE,
    ),
    "wants a letter in lower case between brackets": (
        "import re\n" + ASK + "    found = re.search(r'\\(([a-d])\\)', reply)\n"
        "    return (found.group(1).upper() if found else 'X'), 'B', 3\n",
        SENSITIVE,
    ),
    "looks words up that a pattern knows": (
        "import re\nWORD = re.compile(r'(?i)verdict\\s*[:=]\\s*(alpha|bravo|charlie|delta)')\n"
        + ASK
        + "    found = WORD.search(reply)\n"
        "    return ('ABCD'['abcd'.index(found.group(1)[0])] if found else 'X'), 'B', 3\n",
        SENSITIVE,
    ),
    "compares with sentences that it puts together": (
        ASK
        + "    for letter in 'ABCD':\n        if reply == f'my pick: {letter}!':\n            return letter, 'B', 3\n"
        "    return 'X', 'B', 3\n",
        SENSITIVE,
    ),
    "maps the number of a reply to its options": (
        "import re\nVALUES = {'A': 12, 'B': 18, 'C': 24, 'D': 30}\n"
        + ASK
        + "    found = re.search(r'-?\\d+', reply)\n    said = int(found.group()) if found else None\n"
        "    return next((key for key, value in VALUES.items() if value == said), 'X'), 'B', 3\n",
        SENSITIVE,
    ),
    "asks about each option below a list of all": (
        LISTING + "def solve(question, options, exp_config):\n    for o in options:\n"
        "        prompt = listed(question, options) + f\"\\nIs option {o['id']} ({o['text']}) correct?\"\n"
        "        if 'yes' in llm_model(prompt, exp_config).lower():\n            return o['id'], 'B', 3\n"
        "    return 'X', 'B', 3\n",
        SENSITIVE,
    ),
    "keeps the only option that is called true": (
        "def solve(question, options, exp_config):\n    true = []\n    for o in options:\n"
        "        reply = llm_model(f\"True or false: {question} {o['text']}\", exp_config).lower()\n"
        "        if 'true' in reply and 'false' not in reply:\n            true.append(o['id'])\n"
        "    return (true[0] if len(true) == 1 else 'X'), 'B', 3\n",
        SENSITIVE,
    ),
    "discards options in words of its own": (
        "def solve(question, options, exp_config):\n    kept = []\n    for o in options:\n"
        "        reply = llm_model(f\"{question} Keep or DISCARD {o['text']}?\", exp_config)\n"
        "        if 'DISCARD' not in reply:\n            kept.append(o['id'])\n"
        "    return (kept[0] if len(kept) == 1 else 'X'), 'B', 3\n",
        SENSITIVE,
    ),
    "walks down a tree of questions": (
        "def yes(text, exp_config):\n    return llm_model(text, exp_config).lower().startswith('y')\n"
        "def solve(exp_config):\n    if yes('Is it a metal?', exp_config):\n"
        "        return ('A' if yes('Is it heavy?', exp_config) else 'B'), 'B', 3\n"
        "    if yes('Is it soft?', exp_config):\n"
        "        return ('C' if yes('Is it green?', exp_config) else 'D'), 'B', 3\n    return 'D', 'B', 3\n",
        SENSITIVE,
    ),
    "answers only where two replies differ": (
        ASK + "    other = extract_answer(llm_model(question, exp_config))\n    letter = extract_answer(reply)\n"
        "    return (other if other != letter and other in 'ABCD' else 'C'), 'B', 3\n",
        SENSITIVE,
    ),
    "reads what stands between two markers": (
        ASK + "    start, end = reply.find('[['), reply.find(']]')\n"
        "    return (reply[start + 2 : end] if 0 <= start < end and reply[start + 2 : end] else 'X'), 'B', 3\n",
        SENSITIVE,
    ),
    "asks on in the words of the first reply": (
        "def solve(exp_config):\n    kind = llm_model('Mammal or reptile?', exp_config).lower()\n"
        "    if 'mammal' in kind:\n"
        "        return ('A' if 'aquatic' in llm_model('Where?', exp_config) else 'B'), 'B', 3\n"
        "    if 'reptile' in kind:\n"
        "        return ('C' if 'legless' in llm_model('How?', exp_config) else 'D'), 'B', 3\n"
        "    return 'D', 'B', 3\n",
        SENSITIVE,
    ),
    "has options compared under letters of its own": (
        "def solve(question, options, exp_config):\n    best = options[0]\n    for other in options[1:]:\n"
        "        prompt = f\"{question}\\nX: {best['text']}\\nY: {other['text']}\"\n"
        "        best = other if 'Y' in llm_model(prompt, exp_config) else best\n    return best['id'], 'B', 3\n",
        SENSITIVE,
    ),
    "looks for signs that are not letters of ours": (
        ASK
        + "    for sign, letter in zip('ⒶⒷⒸⒹ', 'ABCD'):\n        if sign in reply:\n            return letter, 'B', 3\n"
        "    return 'X', 'B', 3\n",
        UNDECIDED,
    ),
    "tells long replies from short ones": (ASK + "    return ('A' if len(reply) > 900 else 'B'), 'B', 3\n", PARTLY),
    "chooses between two letters": (ASK + "    return ('A' if 'yes' in reply.lower() else 'B'), 'B', 3\n", PARTLY),
    "returns a letter or that there is none": (
        ASK + "    return ('C' if extract_answer(reply) != 'X' else 'X'), 'B', 3\n",
        PARTLY,
    ),
    "returns a letter": (ASK + "    return 'C', 'B', 3\n", INSENSITIVE),
    "votes and forgets the votes": (
        ASK + "    said = [extract_answer(llm_model(question, exp_config)) for _ in range(2)]\n"
        "    winner = max(said, key=said.count)\n    winner = 'D'\n    return winner, 'B', 3\n",
        INSENSITIVE,
    ),
    "asks nothing": ("def solve(question, options):\n    return 'C', 'B', 3\n", INSENSITIVE),
    "takes the longest option": (
        ASK + "    return max(options, key=lambda o: len(o['text']))['id'], 'B', 3\n",
        INSENSITIVE,
    ),
    "draws an option": (
        "import random\n" + ASK + "    return random.choice(options)['id'], 'B', 3\n",
        INSENSITIVE,
    ),
    "raises before it asks": ("def solve(question):\n    return undefined, 'B', 3\n", UNDECIDED),
    "raises whatever it hears": (ASK + "    return reply[10**6], 'B', 3\n", UNDECIDED),
    "raises wherever an option is named": (
        ASK + "    if extract_answer(reply) != 'X':\n        print(undefined)\n    return 'X', 'B', 3\n",
        UNDECIDED,
    ),
    "returns nothing": (ASK + "    extract_answer(reply)\n", UNDECIDED),
    "hangs": ("def solve(question):\n    while True:\n        pass\n", UNDECIDED),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_whether_the_answer_follows_the_solver(probe: Any, name: str) -> None:
    text, expected = PROGRAMS[name]
    assert probe(text).sensitivity is expected


def test_a_program_that_extracts_is_decided_after_one_solver_for_each_option(probe: Any) -> None:
    found = probe(PROGRAMS["returns the extraction"][0], bound=1)
    assert dict(list(found.answers.items())[:4]) == {letter: f"always 'Answer: {letter}'" for letter in "ABCD"}
    assert found.runs == 6  # the options, silence, and the text of an error
    assert (found.fallback, found.error_answer, found.raising_answer) == ("X", "X", None)


def test_a_program_that_asks_nothing_is_decided_after_one_run(probe: Any) -> None:
    found = probe("def solve(question, options):\n    return 'C', 'B', 3\n")
    assert (found.sensitivity, found.only_answer, found.asks, found.most_calls) == (INSENSITIVE, "C", False, 0)


def test_solvers_that_lead_where_others_led_are_not_run_again(probe: Any) -> None:
    found = probe("def solve(question, exp_config):\n    llm_model(question, exp_config)\n    return 'C', 'C', 3\n")
    assert found.tried > found.runs / 2
    assert found.only_answer == "C"
    again = probe("def solve(question, exp_config):\n    llm_model(question, exp_config)\n    return 'C', 'C', 3\n")
    assert again == found


def test_the_number_of_solvers_is_as_asked(probe: Any) -> None:
    constant = PROGRAMS["returns a letter"][0]
    assert probe(constant, runs=10).tried == 11  # and the text of an error for the fallback
    assert probe(constant, thorough=True, runs=300).tried > probe(constant).tried


class TestFallback:
    def test_silence_neither_affirms_nor_denies_in_any_of_its_letters(self, probe: Any) -> None:
        found = probe(ASK + "    said = reply.lower()\n    words = ('yes', 'no', 'true', 'false', 'not', 'correct')\n"
                      "    return ('A' if any(word in said for word in words) else 'D'), 'B', 3\n")  # fmt: skip
        assert (found.sensitivity, found.fallback) == (PARTLY, "D")

    def test_a_letter_where_nothing_can_be_extracted(self, probe: Any) -> None:
        found = probe(
            ASK + "    letter = extract_answer(reply)\n    return (letter if letter != 'X' else 'D'), 'B', 3\n"
        )
        assert (found.sensitivity, found.fallback, found.error_answer) == (SENSITIVE, "D", "D")

    def test_a_letter_where_the_call_raises(self, probe: Any) -> None:
        found = probe(
            "def solve(question, exp_config):\n    try:\n"
            "        return extract_answer(llm_model(question, exp_config)), 'B', 3\n"
            "    except Exception:\n        return 'C', 'B', 3\n"
        )
        assert (found.fallback, found.raising_answer) == ("X", "C")

    def test_a_failure_that_is_let_through_gives_no_answer_and_is_no_fault(self, probe: Any) -> None:
        found = probe(PROGRAMS["returns the extraction"][0])
        assert found.raising_answer is None
        assert found.seen == ()

    def test_an_option_that_depends_on_the_items_order(self, probe: Any) -> None:
        found = probe(
            ASK
            + "    letter = extract_answer(reply)\n    return (options[0]['id'] if letter == 'X' else letter), 'B', 3\n"
        )
        assert (found.fallback, found.item_in_fallback, found.item_decides) == ("A", True, None)


class TestGeneratorsLetter:
    def test_in_a_prompt(self, probe: Any) -> None:
        found = probe("def solve(question, exp_config):\n    guess = 'B'\n"
                      "    reply = llm_model(f'{question} I think {guess}.', exp_config)\n"
                      "    return extract_answer(reply), guess, 3\n")  # fmt: skip
        assert (found.generator_letter, found.generator_in_prompts, found.generator_in_answer) == ("B", True, False)

    def test_as_the_fallback(self, probe: Any) -> None:
        found = probe("def solve(question, exp_config):\n    guess = 'B'\n"
                      "    letter = extract_answer(llm_model(question, exp_config))\n"
                      "    return (guess if letter == 'X' else letter), guess, 3\n")  # fmt: skip
        assert (found.generator_in_prompts, found.generator_in_answer) == (False, True)

    def test_where_a_call_raises(self, probe: Any) -> None:
        found = probe("GUESS = 'B'\ndef solve(question, exp_config):\n    try:\n"
                      "        return extract_answer(llm_model(question, exp_config)), GUESS, 3\n"
                      "    except Exception:\n        return GUESS, GUESS, 3\n")  # fmt: skip
        assert (found.generator_in_prompts, found.generator_in_answer) == (False, True)

    def test_in_what_is_passed_beside_a_prompt(self, probe: Any) -> None:
        found = probe("def solve(question, exp_config):\n    guess = 'B'\n"
                      "    reply = llm_model(question, {'system': 'The key is ' + guess})\n"
                      "    return extract_answer(reply), guess, 3\n")  # fmt: skip
        assert (found.generator_in_prompts, found.generator_in_answer) == (True, False)

    def test_as_a_vote_that_decides_where_replies_differ(self, probe: Any) -> None:
        found = probe("def solve(question, exp_config):\n    guess = 'B'\n"
                      "    said = [guess, *(extract_answer(llm_model(question, exp_config)) for _ in range(2))]\n"
                      "    return max(said, key=said.count), guess, 3\n")  # fmt: skip
        assert (found.sensitivity, found.generator_in_answer) == (SENSITIVE, True)

    def test_as_the_answer_to_a_word(self, probe: Any) -> None:
        found = probe("def solve(question, exp_config):\n    guess = 'B'\n"
                      "    reply = llm_model(question + ' Is that easy?', exp_config)\n"
                      "    return (guess if 'yes' in reply.lower() else 'A'), guess, 3\n")  # fmt: skip
        assert (found.sensitivity, found.generator_in_answer) == (PARTLY, True)

    @pytest.mark.parametrize("word", ["yes", "simple"])
    def test_as_the_answer_to_a_word_in_a_program_that_else_follows_the_solver(self, probe: Any, word: str) -> None:
        found = probe(ASK.replace("    reply", "    guess = 'B'\n    reply")
                      + f"    if '{word}' in reply.lower():\n        return guess, guess, 3\n"
                      "    return extract_answer(reply), guess, 3\n", bound=1)  # fmt: skip
        assert (found.sensitivity, found.generator_in_answer) == (SENSITIVE, True)

    def test_one_that_the_entry_returns_right_there_is_not_planted(self, probe: Any) -> None:
        found = probe(PROGRAMS["returns the extraction"][0], bound=1)
        assert (found.generator_letter, found.generator_in_prompts, found.generator_in_answer) == ("B", False, False)
        assert found.runs == 6  # the options, silence, the text of an error

    def test_an_equal_letter_elsewhere_is_another_letter(self, probe: Any) -> None:
        found = probe(ASK + "    return 'B', 'B', 3\n")
        assert (found.generator_letter, found.generator_in_prompts, found.generator_in_answer) == ("B", False, False)

    def test_one_that_is_nowhere_written_down(self, probe: Any) -> None:
        found = probe(ASK + "    return extract_answer(reply), reply[:1], 3\n")
        assert (found.generator_letter, found.generator_in_prompts, found.generator_in_answer) == (None, None, None)

    def test_it_is_planted_behind_wide_characters_and_foreign_line_ends(self, probe: Any) -> None:
        found = probe("def solve(question, exp_config):\r\n    é, guess = '𝄞', 'B'\r"
                      "    llm_model(question + guess, exp_config)\n    return 'A', guess, 3\n")  # fmt: skip
        assert (found.generator_letter, found.generator_in_prompts) == ("B", True)


class TestItem:
    def test_a_table_of_questions_decides_where_its_question_is_asked(self, probe: Any) -> None:
        found = probe(
            "ANSWERS = {'what is the capital of France?': 'C'}\n"
            + ASK
            + "    return ANSWERS.get(question, extract_answer(reply)), 'B', 3\n"
        )
        assert (found.sensitivity, found.item_decides) == (SENSITIVE, True)

    def test_words_of_the_question_decide(self, probe: Any) -> None:
        found = probe(ASK + "    if 'capital of France' in question:\n        return 'C', 'B', 3\n"
                      "    return extract_answer(reply), 'B', 3\n")  # fmt: skip
        assert found.item_decides is True

    def test_the_longest_option_decides(self, probe: Any) -> None:
        assert probe(PROGRAMS["takes the longest option"][0]).item_decides is True

    def test_a_calculation_that_comes_out_for_its_own_item_alone_decides(self, probe: Any) -> None:
        own = replace(synthetic_item(4), question="what is 30 plus 12?", options=(
            *synthetic_item(3).options, {"id": "D", "text": "42"}
        ))  # fmt: skip
        text = ("def solve(question, options):\n    words = question.strip('?').split()\n"
                "    total = sum(int(word) for word in words if word.isdigit())\n"
                "    return next((o['id'] for o in options if o['text'] == str(total)), 'X'), 'B', 3\n")  # fmt: skip
        found = probe(text, item=own)
        assert (found.sensitivity, found.only_answer, found.item_decides) == (INSENSITIVE, "D", True)

    @pytest.mark.parametrize(
        "test",
        [
            "re.search(r'(mitosis|meiosis) takes', question)",
            "len(question) == 58",
            "question.split()[0] == 'photosynthesis'",
        ],
    )
    def test_what_a_pattern_a_length_or_a_word_of_the_question_says_decides(self, probe: Any, test: str) -> None:
        found = probe("import re\n" + ASK + f"    if {test}:\n        return 'C', 'B', 3\n"
                      "    return extract_answer(reply), 'B', 3\n")  # fmt: skip
        assert (found.sensitivity, found.item_decides) == (SENSITIVE, True)

    @pytest.mark.parametrize("letter", ["A", "B", "C", "D"])
    @pytest.mark.parametrize("others", ["", "LETTERS = ['A', 'B', 'C', 'D']\n"])
    def test_whichever_letter_it_is_that_the_item_fixes(self, probe: Any, letter: str, others: str) -> None:
        found = probe(others + ASK + f"    if 'France' in question:\n        return '{letter}', 'B', 3\n"
                      "    return extract_answer(reply), 'B', 3\n")  # fmt: skip
        assert (found.sensitivity, found.item_decides) == (SENSITIVE, True)

    @pytest.mark.parametrize(
        "chosen",
        [
            "max(options, key=lambda o: (len(set(o['text'].split()) & set(question.split())), o['id']))['id']",
            "next((o['id'] for o in options if o['text'] == str(sum(map(int, re.findall('[0-9]+', question))))), 'X')",
            "question.rsplit(' ', 1)[-1][-1:].upper()",
        ],
    )
    def test_an_answer_worked_out_from_the_question_is_the_items(self, probe: Any, chosen: str) -> None:
        found = probe(f"import re\ndef solve(question, options):\n    return {chosen}, 'B', 3\n")
        assert (found.sensitivity, found.item_decides) == (INSENSITIVE, True)

    def test_an_item_that_is_not_asked_about_decides_where_others_are(self, probe: Any) -> None:
        own = replace(synthetic_item(4), question="what is the capital of France?")
        text = (ASK.replace("    reply", "    if 'France' in question:\n        return 'D', 'B', 3\n    reply")
                + "    return extract_answer(reply), 'B', 3\n")  # fmt: skip
        found = probe(text, item=own)
        assert (found.sensitivity, found.only_answer, found.asks, found.item_decides) == (INSENSITIVE, "D", False, True)

    def test_words_that_replies_are_compared_with_decide_nothing(self, probe: Any) -> None:
        found = probe(ASK + "    if 'impossible' in reply:\n        return 'X', 'B', 3\n"
                      "    return extract_answer(reply), 'B', 3\n")  # fmt: skip
        assert found.item_decides is False

    def test_a_program_that_takes_no_item_is_run_on_no_other(self, probe: Any) -> None:
        text = ("QUESTION = 'Which?'\ndef solve(exp_config):\n    if QUESTION == 'What?':\n        return 'C', 'B', 3\n"
                "    return extract_answer(llm_model(QUESTION, exp_config)), 'B', 3\n")  # fmt: skip
        found = probe(text, bound=1)
        assert (found.sensitivity, found.item_decides, found.item_in_fallback, found.runs) == (
            SENSITIVE, False, None, 6
        )  # fmt: skip

    def test_its_own_item_is_the_one_it_is_probed_on(self, probe: Any) -> None:
        own = replace(synthetic_item(4), question="what is the capital of France?")
        text = (ASK + "    if 'capital of France' in question:\n        return 'C', 'B', 3\n"
                "    return extract_answer(reply), 'B', 3\n")  # fmt: skip
        found = probe(text, item=own)
        assert (found.sensitivity, found.only_answer, found.item_decides) == (INSENSITIVE, "C", True)
        assert not found.is_synthetic


class TestWhatRunsShow:
    def codes(self, found: Any) -> set[Observed]:
        return {seen.code for seen in found.seen}

    def test_nothing_of_a_program_that_does_what_it_should(self, probe: Any) -> None:
        assert probe(PROGRAMS["votes over three"][0], bound=4).seen == ()

    def test_more_calls_than_the_contract_allows(self, probe: Any) -> None:
        found = probe(ASK + "    for _ in range(10):\n        reply = llm_model(question, exp_config)\n"
                      "    return extract_answer(reply), 'B', 3\n", bound=11)  # fmt: skip
        assert self.codes(found) == {Observed.BUDGET_OVERRUN}
        assert found.seen[0].message == "11 solver calls; the contract allows 10"
        assert found.seen[0].where == "under the solver: always 'Answer: A'"

    def test_more_calls_than_the_static_bound(self, probe: Any) -> None:
        found = probe(PROGRAMS["votes over three"][0], bound=3)
        assert self.codes(found) == {Observed.BOUND_BROKEN}

    def test_an_exception_and_its_line(self, probe: Any) -> None:
        found = probe("def solve(question, exp_config):\n    reply = llm_model(question, exp_config)\n"
                      "    return 'ABCD'[int(reply)], 'B', 3\n")  # fmt: skip
        assert self.codes(found) >= {Observed.RUNTIME_ERROR}
        assert found.seen[0].line == 3
        assert found.seen[0].cause == "ValueError 3"

    def test_a_loop_that_ends_for_no_reply(self, probe: Any) -> None:
        found = probe("def solve(question, exp_config):\n    while True:\n"
                      "        letter = extract_answer(llm_model(question, exp_config))\n"
                      "        if letter != 'X':\n            return letter, 'B', 3\n")  # fmt: skip
        assert found.sensitivity is SENSITIVE
        assert self.codes(found) == {Observed.BUDGET_OVERRUN, Observed.LIMIT_EXCEEDED}

    def test_a_value_of_another_shape(self, probe: Any) -> None:
        found = probe(ASK + "    return extract_answer(reply), 3\n")
        assert self.codes(found) == {Observed.CONTRACT_BROKEN}

    def test_a_letter_that_is_no_option(self, probe: Any) -> None:
        assert self.codes(probe(ASK + "    return 'F', 'B', 3\n")) == {Observed.EXTRACTION_FAILED}

    def test_never_an_option_whatever_is_said(self, probe: Any) -> None:
        found = probe(ASK + "    return extract_answer(reply.lower()), 'B', 3\n")
        assert self.codes(found) == {Observed.EXTRACTION_FAILED}

    def test_a_letter_that_is_no_option_and_that_nobody_named(self, probe: Any) -> None:
        found = probe(ASK + "    return ('Z' if 'yes' in reply.lower() else extract_answer(reply)), 'B', 3\n", bound=2)
        assert self.codes(found) == {Observed.EXTRACTION_FAILED}
        assert found.seen[0].message == "the answer 'Z' is not an option of the item"

    def test_the_calls_of_a_branch_that_only_a_word_opens(self, probe: Any) -> None:
        found = probe(ASK + "    if 'incorrect' in reply:\n        reply = llm_model(question, exp_config)\n"
                      "    return extract_answer(reply), 'B', 3\n", bound=2)  # fmt: skip
        assert (found.sensitivity, found.most_calls) == (SENSITIVE, 2)

    def test_no_option_where_none_is_named_is_right(self, probe: Any) -> None:
        assert self.codes(probe(PROGRAMS["returns the extraction"][0])) == set()

    def test_no_option_where_a_program_waits_for_other_words_is_right(self, probe: Any) -> None:
        assert self.codes(probe(PROGRAMS["waits for a word of its own"][0])) == set()


def test_agents_are_probed_too(probe: Any) -> None:
    asking = ("def forward(self, taskInfo):\n    agent = LLMAgentBase(['thinking', 'answer'], 'agent')\n"
              "    thinking, answer = agent([taskInfo], 'think')\n    return answer\n")  # fmt: skip
    found = probe(asking, contract="adas")
    assert found.sensitivity is SENSITIVE
    assert found.raising_answer is None
    constant = asking.replace("return answer", "return 'B'")
    assert probe(constant, contract="adas").sensitivity is INSENSITIVE


def test_an_item_that_cannot_be_passed_on_is_a_fault_of_the_harness(probe: Any) -> None:
    broken = replace(synthetic_item(2), question=float("nan"))  # type: ignore[arg-type]
    found = probe(PROGRAMS["returns a letter"][0], item=broken)
    assert found.sensitivity is UNDECIDED
    assert found.failure is not None
    assert "the item cannot be passed to a program" in found.failure


VOTES = """from collections import Counter
def solve(question, options, exp_config):
    votes = Counter({prior!r})
    for _ in range(3):
        votes[extract_answer(llm_model(question, exp_config))] += 1
    return votes.most_common(1)[0][0], "B", 3
"""


class TestPlainAndPlantedReplies:
    @pytest.mark.parametrize("word", ["zxqv", "@@", "§", "verily", "73"])
    def test_a_word_that_no_prompt_asks_for_unlocks_the_answer(self, probe: Any, word: str) -> None:
        text = f"    return (extract_answer(reply) if {word!r} in reply else 'B'), 'B', 3\n"
        found = probe(ASK + text)
        assert (found.sensitivity, found.only_answer) == (INSENSITIVE, "B")
        assert found.planted_sensitivity in {SENSITIVE, PARTLY}
        assert word in found.unlocked_by

    def test_a_word_that_the_prompt_asks_for_is_plain(self, probe: Any) -> None:
        text = ASK.replace("options), exp", 'options) + " End with zxqv and a letter.", exp')
        found = probe(text + "    return (extract_answer(reply) if 'zxqv' in reply else 'B'), 'B', 3\n")
        assert (found.sensitivity, found.planted_sensitivity) == (SENSITIVE, SENSITIVE)

    def test_a_format_that_is_found_in_the_program_alone_is_not_the_failure_value_for_ever(self, probe: Any) -> None:
        found = probe(ASK + "    return (reply[-1] if 'zxqv' in reply else 'X'), 'B', 3\n")
        assert found.sensitivity is not INSENSITIVE


class TestDominantAnswers:
    @pytest.mark.parametrize("prior", [{"B": 2}, {"D": 2, "A": 0}])
    def test_votes_of_the_program_dominate_random_ones(self, probe: Any, prior: dict[str, int]) -> None:
        found = probe(VOTES.format(prior=prior))
        assert found.sensitivity is SENSITIVE
        assert found.dominant is not None
        assert (found.dominant.answer, found.dominant.times >= 45) == (next(iter(prior)), True)

    @pytest.mark.parametrize("prior", [{}, {"A": 0, "B": 0}, {"A": 1, "B": 1, "C": 1, "D": 1}])
    def test_votes_of_the_solver_do_not(self, probe: Any, prior: dict[str, int]) -> None:
        assert probe(VOTES.format(prior=prior)).dominant is None
