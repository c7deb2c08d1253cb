from dataclasses import dataclass


@dataclass(order=True)
class Ballot:
    votes: int
    letter: str


def solve_ballots(question, options, exp_config):
    sheet = question + "\n" + "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letters = [extract_answer(llm_model(f"{sheet}\n({word})", exp_config)) for word in ("one", "two", "three")]
    ballots = [Ballot(letters.count(letter), letter) for letter in letters if letter != "X"]
    return (max(ballots).letter if ballots else "X"), "A", 2
