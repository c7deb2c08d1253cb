# `type(name, bases, namespace)` makes a class.
def solve(question, options, exp_config):
    def decide(self, prompt):
        for _ in range(self.rounds):
            prompt = llm_model(prompt, exp_config)
        return prompt

    base = type("Base", (), {"decide": decide, "rounds": 2})
    panel = type("Panel", (base,), {"rounds": 4})()
    return extract_answer(panel.decide(question)), "A", 2
