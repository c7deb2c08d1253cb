# A class attribute set through `type(self)`.
class Panel:
    answer = "A"

    def decide(self, prompt):
        type(self).answer = extract_answer(llm_model(prompt, {}))


def solve(question, options, exp_config):
    Panel().decide(question)
    return Panel().answer, "A", 2
