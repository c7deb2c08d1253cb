"""Worked examples before the question; two different example sets, a plain prompt if they disagree."""
from textwrap import indent
from typing import NamedTuple


class Example(NamedTuple):
    question: str
    choices: tuple[str, ...]
    reasoning: str
    letter: str

    def render(self) -> str:
        body = "\n".join(f"{label}. {text}" for label, text in zip("ABCD", self.choices))
        return f"Question: {self.question}\n{indent(body, '  ')}\nReasoning: {self.reasoning}\nAnswer: {self.letter}"


FACTS = (
    Example("Which planet is closest to the sun?", ("Venus", "Mercury", "Mars", "Earth"),
            "The order from the sun begins with Mercury.", "B"),
    Example("Which of these is NOT a mammal?", ("Bat", "Whale", "Trout", "Mouse"),
            "A trout is a fish; the others suckle their young.", "C"),
)
NUMBERS = (
    Example("What is 15 % of 60?", ("9", "6", "12", "15"), "10 % is 6 and 5 % is 3; the sum is 9.", "A"),
    Example("How many edges has a cube?", ("6", "8", "10", "12"), "Four on top, four below, four between.", "D"),
)


def with_examples(examples: tuple[Example, ...], question: str, listing: str) -> str:
    shots = "\n\n".join(example.render() for example in examples)
    return f"{shots}\n\nQuestion: {question}\n{indent(listing, '  ')}\nReasoning:"


def solve_few_shot(question: str, options: list[dict[str, str]], exp_config: dict) -> tuple[str, str, int]:
    listing = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    ids = [o["id"] for o in options]

    letters = []
    for examples in (FACTS, NUMBERS):
        reply = llm_model(with_examples(examples, question, listing), exp_config)
        before, marker, after = reply.partition("Answer:")
        letters.append(extract_answer(after if marker else before))

    one, other = letters
    if one == other and one in ids:
        return one, "B", 3
    plain = extract_answer(llm_model(f"{question}\n{listing}\n\nAnswer with one letter.", exp_config))
    for letter in (plain, one, other):
        if letter in ids:
            return letter, "B", 3
    return "X", "B", 3
