JURORS = 6


class Jury:
    def __init__(self, question, options, config):
        self.question = question
        self.rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
        self.ids = [o["id"] for o in options]
        self.config = config

    def ask(self, who, extra=""):
        reply = llm_model(f"You are {who}.\n{self.question}\n{self.rows}\n{extra}\nLetter:", self.config)
        return extract_answer(reply)

    def poll(self):
        return {number: self.ask(f"juror {number}") for number in range(1, JURORS + 1)}

    def foreman(self):
        poll = self.poll()
        told = ", ".join(f"juror {number}: {vote}" for number, vote in poll.items() if vote in self.ids)
        decision = self.ask("the foreman", told)
        if decision not in self.ids:
            decision = self.ask("the foreman's deputy", told)
        return decision if decision in self.ids else "X"


def solve_jury(question, options, exp_config):
    return Jury(question, options, exp_config).foreman(), "B", 4
