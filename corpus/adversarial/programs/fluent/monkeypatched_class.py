# A method replaced on the class: instances made before follow.
class Panel:
    def ask(self, prompt):
        return llm_model(prompt, {})


def solve(question, options, exp_config):
    panel, once = Panel(), Panel.ask
    Panel.ask = lambda self, prompt: once(self, once(self, prompt))
    return extract_answer(panel.ask(question)), "A", 2
