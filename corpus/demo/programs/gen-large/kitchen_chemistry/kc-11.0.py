class Panel:
    """Three specialists and a chair who reads what they wrote."""

    ROLES = ("a pastry chef", "a food chemist", "a fruit farmer")

    def __init__(self, question, options, exp_config):
        self.question = question
        self.options = options
        self.exp_config = exp_config

    def listing(self):
        return "\n".join(f"{o['id']}. {o['text']}" for o in self.options)

    def opinion(self, role):
        prompt = f"You are {role}. {self.question}\n{self.listing()}\nExplain your view in two sentences."
        return f"{role}: {llm_model(prompt, self.exp_config)}"

    def decide(self):
        opinions = [self.opinion(role) for role in self.ROLES]
        prompt = (
            "You chair a panel. Here is what its members say.\n\n"
            + "\n".join(opinions)
            + f"\n\n{self.question}\n{self.listing()}\nReply with a single letter."
        )
        letter = extract_answer(llm_model(prompt, self.exp_config))
        return letter if letter in {o["id"] for o in self.options} else "X"


def solve_kc_11(question, options, exp_config):
    panel = Panel(question, options, exp_config)
    return panel.decide(), "B", 3
