from collections import Counter
from typing import NamedTuple


class Persona(NamedTuple):
    name: str
    habit: str


PERSONAS = (
    Persona("librarian", "quotes sources"),
    Persona("engineer", "estimates magnitudes"),
    Persona("nurse", "thinks of the patient"),
    Persona("lawyer", "reads the wording twice"),
    Persona("child", "asks why"),
    Persona("editor", "distrusts long options"),
    Persona("chess player", "looks for refutations"),
)


def solve_personas(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    votes: Counter[str] = Counter()
    for name, habit in PERSONAS:
        reply = llm_model(f"You are a {name} who {habit}.\n{question}\n{rows}\nVote: one letter.", exp_config)
        if (vote := extract_answer(reply)) != "X":
            votes[vote] += 1
    podium = votes.most_common(2)
    match podium:
        case []:
            return "X", "C", 4
        case [(only, _)]:
            return only, "C", 4
        case [(first, most), (second, next_most)] if most > next_most:
            return first, "C", 4
        case [(first, _), (second, _), *_]:
            tie = llm_model(f"{question}\n{rows}\nUndecided between {first} and {second}. Letter:", exp_config)
            letter = extract_answer(tie)
            return (letter if letter in (first, second) else first), "C", 4
        case _:
            raise AssertionError("most_common(2) gives two at most")
