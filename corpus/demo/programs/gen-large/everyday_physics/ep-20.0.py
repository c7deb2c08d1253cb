class WeightScaffold:
    """The weight follows from mass times g; the solver does each step."""

    def __init__(self, exp_config):
        self.exp_config = exp_config

    def ask(self, prompt):
        return llm_model(prompt, self.exp_config)

    def solve(self, question, options):
        listing = "\n".join(f"{o['id']}. {o['text']}" for o in options)
        g = self.ask("How strong is gravity at the surface of the Earth, in newtons per kilogram? Explain.")
        letter = extract_answer(self.ask(f"{g}\n{question}\n{listing}\nReply with a single letter."))
        return letter, "A", 2
