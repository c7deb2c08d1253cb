from dataclasses import dataclass
from functools import total_ordering


@total_ordering
@dataclass(frozen=True)
class Choice:
    letter: str
    text: str

    def __lt__(self, other):
        return (len(self.text), self.letter) < (len(other.text), other.letter)

    def __format__(self, spec):
        return f"{self.letter}{spec} {self.text}"


def solve_by_length(question, options, exp_config):
    choices = [Choice(o["id"], o["text"]) for o in options]
    letters = {choice.letter for choice in choices}
    arrangements = (sorted(choices), sorted(choices, reverse=True), choices)
    seen = []
    for arrangement in arrangements:
        rows = "\n".join(f"{choice:.}" for choice in arrangement)
        letter = extract_answer(llm_model(f"{question}\n{rows}\nLetter:", exp_config))
        if letter in letters and letter in seen:
            return letter, "B", 3
        seen.append(letter)
    usable = [letter for letter in seen if letter in letters]
    return (usable[0] if usable else "X"), "B", 3
