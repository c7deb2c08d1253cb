"""A small result type with the type parameters of Python 3.12."""
from collections.abc import Callable


class Box[T]:
    """Holds a value or the reason why there is none."""

    def __init__(self, value: T | None, reason: str = "") -> None:
        self.value = value
        self.reason = reason

    @property
    def full(self) -> bool:
        return self.value is not None

    def then[U](self, step: Callable[[T], "Box[U]"]) -> "Box[U]":
        if self.value is None:
            return Box(None, self.reason)
        return step(self.value)

    def or_else(self, other: Callable[[], "Box[T]"]) -> "Box[T]":
        return self if self.full else other()


def solve_boxed(question: str, options: list[dict[str, str]], exp_config: dict) -> tuple[str, str, int]:
    listing = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    valid = {o["id"] for o in options}

    def ask(prompt: str) -> Box[str]:
        reply = llm_model(prompt, exp_config)
        return Box(reply) if reply.strip() else Box(None, "empty reply")

    def letter_in(reply: str) -> Box[str]:
        letter = extract_answer(reply)
        return Box(letter) if letter in valid else Box(None, f"no option in {reply[:40]!r}")

    def conclude(notes: str) -> Box[str]:
        return ask(f"Notes: {notes}\n\n{question}\n{listing}\n\nReply with a letter.")

    answer = (
        ask(f"{question}\n{listing}\n\nNote what speaks for and against each option.")
        .then(conclude)
        .then(letter_in)
        .or_else(lambda: ask(f"{question}\n{listing}\n\nReply with a letter.").then(letter_in))
    )
    if not answer.full:
        print("no answer:", answer.reason)
        return "X", "D", 4
    return answer.value, "D", 4
