# Objects of one class linked to each other; each asks and hands on.
class Handler:
    def __init__(self, name, following=None):
        self.name = name
        self.following = following

    def handle(self, prompt):
        reply = llm_model(f"{self.name}: {prompt}", {})
        return self.following.handle(reply) if self.following else reply


def solve(question, options, exp_config):
    chain = Handler("a", Handler("b", Handler("c", Handler("d"))))
    return extract_answer(chain.handle(question)), "A", 2
