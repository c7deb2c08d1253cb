"""Paraphrases the question twice; checks that a paraphrase keeps the meaning before it may vote."""
from collections.abc import Iterable, Iterator

WAYS = ("in simpler words", "as an exam question, more formally")


def paraphrases(question: str, exp_config: dict) -> Iterator[str]:
    yield question
    for way in WAYS:
        other = llm_model(f"Rewrite the question {way}. Do not answer it.\n\n{question}", exp_config).strip()
        if not other or other == question:
            continue
        same = llm_model(
            f"1: {question}\n2: {other}\n\nDo 1 and 2 ask for the same thing? Reply yes or no.", exp_config
        )
        if same.strip().lower().startswith("yes"):
            yield other


def collect(questions: Iterable[str], options: list[dict[str, str]], exp_config: dict) -> list[str]:
    listing = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    ids = {o["id"] for o in options}
    found = []
    for question in questions:
        letter = extract_answer(llm_model(f"{question}\n{listing}\n\nReply with one letter.", exp_config))
        if letter in ids:
            found.append(letter)
    return found


def solve_paraphrased(question: str, options: list[dict[str, str]], exp_config: dict) -> tuple[str, str, int]:
    letters = collect(paraphrases(question, exp_config), options, exp_config)
    if not letters:
        return "X", "A", 4
    # With equal counts the letter that came first wins: the original wording is asked first.
    return max(letters, key=letters.count), "A", 4
