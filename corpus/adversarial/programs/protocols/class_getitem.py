# `__class_getitem__` is called when the class is subscripted.
class Panel:
    rounds = 1

    def __class_getitem__(cls, rounds):
        return type("Panel", (cls,), {"rounds": rounds})

    def decide(self, prompt):
        for _ in range(self.rounds):
            prompt = llm_model(prompt, {})
        return prompt


def solve(question, options, exp_config):
    return extract_answer(Panel[4]().decide(question)), "A", 2
