class Agent:
    role = "an examiner"

    def __init__(self, config):
        self.config = config

    def say(self, text):
        return llm_model(f"You are {self.role}.\n{text}", self.config)


class Sceptic(Agent):
    role = "a sceptic"


def solve_agents(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    doubt = Sceptic(exp_config).say(f"What speaks against the obvious choice?\n{question}\n{rows}")
    letter = extract_answer(Agent(exp_config).say(f"{question}\n{rows}\nA sceptic says: {doubt}\nLetter:"))
    return letter if letter in {o["id"] for o in options} else "X", "C", 4
