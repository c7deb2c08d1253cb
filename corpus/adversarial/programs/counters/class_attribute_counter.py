# `self.count += 1` reads the class's attribute and writes the instance's.
class Panel:
    count = 0

    def ask(self, prompt):
        self.count += 1
        return llm_model(prompt, {})


def solve(question, options, exp_config):
    panel, letter = Panel(), "X"
    while Panel.count < 2:
        letter = extract_answer(panel.ask(question))
        if panel.count == 5:
            break
    return letter, "A", 2
