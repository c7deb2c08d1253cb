# A method that calls itself through `self`, with the depth in an attribute.
class Panel:
    depth = 0

    def ask(self, prompt):
        self.depth += 1
        reply = llm_model(prompt, {})
        return self.ask(reply) if self.depth < 4 else reply


def solve(question, options, exp_config):
    return extract_answer(Panel().ask(question)), "A", 2
