from dataclasses import dataclass, field


@dataclass
class Transcript:
    turns: list = field(default_factory=list)

    def say(self, speaker, words):
        self.turns.append(f"{speaker}: {words}")

    def __str__(self):
        return "\n".join(self.turns) or "(silence)"


SIDES = ("Pro", "Contra")
ROUNDS = 2


def solve_debate(question, options, exp_config):
    menu = " / ".join(f"[{o['id']}] {o['text']}" for o in options)
    transcript = Transcript()
    for round_number in range(1, ROUNDS + 1):
        for side in SIDES:
            words = llm_model(
                f"Debate, round {round_number}, side {side}.\nMotion: {question}\nPositions: {menu}\n"
                f"So far:\n{transcript}\nDefend a position in two sentences.",
                exp_config,
            )
            transcript.say(side, words)
    ruling = llm_model(f"Judge this debate.\n{question}\n{menu}\n{transcript}\nRule with a letter.", exp_config)
    letter = extract_answer(ruling)
    if any(letter == o["id"] for o in options):
        return [letter, "D", 5]
    return ["X", "D", 5]
