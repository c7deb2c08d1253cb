# The links are made in a loop, one for each option.
class Handler:
    def __init__(self, name, following):
        self.name = name
        self.following = following

    def handle(self, prompt):
        if self.following is not None:
            prompt = self.following.handle(prompt)
        return llm_model(f"{self.name}: {prompt}", {})


def solve(question, options, exp_config):
    chain = None
    for option in options:
        chain = Handler(option["id"], chain)
    return extract_answer(chain.handle(question)), "A", 2
