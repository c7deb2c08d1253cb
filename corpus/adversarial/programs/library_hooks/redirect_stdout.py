# Everything that is printed goes to the program's own object.
import contextlib


class Asking:
    def write(self, text):
        if text.strip():
            llm_model(text, {})
        return len(text)

    def flush(self):
        pass


def solve(question, options, exp_config):
    with contextlib.redirect_stdout(Asking()):
        for option in options:
            print(option["text"])
    return extract_answer(llm_model(question, exp_config)), "A", 2
