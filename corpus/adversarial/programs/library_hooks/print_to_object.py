# `print(file=...)` writes every argument, separator and end by itself.
class Asking:
    def __init__(self):
        self.reply = ""

    def write(self, text):
        self.reply = llm_model(text, {})


def solve(question, options, exp_config):
    asking = Asking()
    print("a", "b", question, file=asking)
    return extract_answer(asking.reply), "A", 2
