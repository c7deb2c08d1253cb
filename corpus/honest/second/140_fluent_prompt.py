"""A fluent prompt builder."""

from __future__ import annotations


class Prompt:
    def __init__(self) -> None:
        self._parts: list[str] = []

    def role(self, name: str) -> Prompt:
        self._parts.insert(0, f"You are {name}.")
        return self

    def question(self, text: str) -> Prompt:
        self._parts.append(f"Question: {text}")
        return self

    def options(self, options: list[dict]) -> Prompt:
        self._parts.extend(f"{o['id']}) {o['text']}" for o in options)
        return self

    def note(self, text: str) -> Prompt:
        if text:
            self._parts.append(f"Note: {text}")
        return self

    def ask(self, text: str, exp_config: dict) -> str:
        return llm_model("\n".join([*self._parts, text]), exp_config)


def solve_fluently(question: str, options: list[dict], exp_config: dict) -> tuple[str, str, int]:
    hint = (
        Prompt()
        .role("a librarian")
        .question(question)
        .ask("Which field of knowledge is this?", exp_config)
    )
    trap = (
        Prompt()
        .role("an examiner")
        .question(question)
        .options(options)
        .ask("What is the trap here?", exp_config)
    )
    for role in ("a strong student", "a tutor"):
        prompt = Prompt().role(role).question(question).options(options).note(hint).note(trap)
        letter = extract_answer(prompt.ask("The letter of the right option:", exp_config))
        if letter in [o["id"] for o in options]:
            return letter, "C", 4
    return "X", "C", 4
