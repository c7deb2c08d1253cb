class Panel:
    def __init__(self, config):
        self.config = config

    def ask(self, text):
        return llm_model(text, self.config)

    def ask_again(self, text):
        return self.ask(text, 2)


def solve(question, options, exp_config):
    panel = Panel(exp_config)
    reply = panel.ask(f"{question}\n{options}")
    if not reply:
        reply = panel.ask_again(question)
    letter = extract_answer(reply)
    return letter if letter != "X" else "X", "B", 3
