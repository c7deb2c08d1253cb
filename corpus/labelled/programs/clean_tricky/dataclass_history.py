from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class History:
    sheet: str
    turns: tuple[str, ...] = ()
    letter: str | None = None

    def asked(self, instruction: str, config: object) -> History:
        reply = llm_model("\n".join((self.sheet, *self.turns, instruction)), config)
        found = extract_answer(reply)
        return replace(self, turns=(*self.turns, reply), letter=self.letter if found == "X" else found)


def solve_history(question: str, options: list, exp_config: dict) -> tuple[str, str, int]:
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    history = History(f"{question}\n{rows}")
    for instruction in ("Paraphrase.", "Recall.", "Compare.", "Doubt.", "Conclude with a letter."):
        history = history.asked(instruction, exp_config)
    if history.letter in {o["id"] for o in options}:
        return history.letter, "B", 4
    return "X", "B", 4
