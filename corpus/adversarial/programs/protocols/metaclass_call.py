# Making an instance calls the metaclass.
class Asking(type):
    def __call__(cls, *arguments):
        llm_model("make", {})
        return super().__call__(*arguments)


class Panel(metaclass=Asking):
    def __init__(self, prompt):
        self.reply = llm_model(prompt, {})


class Other(Panel):
    pass


def solve(question, options, exp_config):
    return extract_answer(Panel(question).reply + Other(question).reply), "A", 2
