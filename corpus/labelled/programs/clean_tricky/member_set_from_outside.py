class Panel:
    def ask(self, text):
        return llm_model(text, self.config)


def solve(question, options, exp_config):
    panel = Panel()
    panel.config = exp_config
    reply = panel.ask(f"{question}\n{options}")
    letter = extract_answer(reply)
    return letter if letter != "X" else "X", "B", 3
