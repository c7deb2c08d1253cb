from dataclasses import dataclass


@dataclass(frozen=True)
class Juror:
    name: str
    stance: str

    def verdict(self, case, config):
        return extract_answer(llm_model(f"You are {self.name}, {self.stance}.\n{case}\nOne letter.", config))


PANEL = [Juror("Ida", "a strict reader"), Juror("Otto", "a sceptic"), Juror("Uma", "a teacher")]


def solve_jury(question, options, exp_config):
    case = question + "".join(f"\n{o['id']}) {o['text']}" for o in options)
    tally = {}
    for juror in PANEL:
        vote = juror.verdict(case, exp_config)
        if vote != "X":
            tally[vote] = tally.get(vote, 0) + 1
    winner = max(tally, key=tally.get, default="X")
    return winner, "B", 3
