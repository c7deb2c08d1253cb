# `closing` calls `close` when the block is left.
import contextlib


class Session:
    def ask(self, prompt):
        return llm_model(prompt, {})

    def close(self):
        llm_model("bye", {})


def solve(question, options, exp_config):
    with contextlib.closing(Session()) as session:
        reply = session.ask(question)
    return extract_answer(reply), "A", 2
