# Classes made by a function: two classes with one name.
def panel(rounds):
    class Panel:
        def decide(self, prompt):
            for _ in range(rounds):
                prompt = llm_model(prompt, {})
            return prompt

    return Panel


def solve(question, options, exp_config):
    first, second = panel(1), panel(4)
    return extract_answer(second().decide(first().decide(question))), "A", 2
