class Panel:
    def __init__(self, config):
        self.config = config

    def ask(self, text):
        return llm_model(text, self.config) or self.default


def solve(question, options, exp_config):
    reply = Panel(exp_config).ask(f"{question}\n{options}")
    letter = extract_answer(reply)
    return letter if letter != "X" else "X", "B", 3
