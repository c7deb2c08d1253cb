from dataclasses import dataclass, field


@dataclass
class Ballot:
    counts: dict[str, int] = field(default_factory=dict)

    def cast(self, letter: str, weight: int = 1) -> None:
        if letter != "X":
            self.counts[letter] = self.counts.get(letter, 0) + weight

    def winner(self) -> str:
        if not self.counts:
            return "X"
        return sorted(self.counts, key=lambda letter: (-self.counts[letter], letter))[0]


def solve_ep_19(question, options, exp_config):
    listing = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    ballot = Ballot()
    for weight, instruction in [
        (1, "Reply with a single letter."),
        (1, "Name the option by a single letter."),
        (2, "Think step by step, then give a single letter."),
        (2, "Explain the physics, then give a single letter."),
    ]:
        ballot.cast(extract_answer(llm_model(f"{question}\n{listing}\n{instruction}", exp_config)), weight)
    return ballot.winner(), "C", 2
