# The base class calls what its subclass defines.
class Routine:
    rounds = 1

    def run(self, prompt):
        for _ in range(self.rounds):
            prompt = self.step(prompt)
        return prompt

    def step(self, prompt):
        return prompt


class Asking(Routine):
    rounds = 3

    def step(self, prompt):
        return llm_model(super().step(prompt), {})


class Often(Asking):
    rounds = Asking.rounds + 2


def solve(question, options, exp_config):
    return extract_answer(Often().run(question)), "A", 2
