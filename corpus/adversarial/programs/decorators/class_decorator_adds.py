# A class decorator adds an attribute that the methods count by.
def rounds(number):
    def decorate(cls):
        cls.rounds = number
        return cls

    return decorate


@rounds(5)
class Panel:
    rounds = 1

    def decide(self, prompt):
        for _ in range(self.rounds):
            prompt = llm_model(prompt, {})
        return extract_answer(prompt)


def solve(question, options, exp_config):
    return Panel().decide(question), "A", 2
