# `close` sets it, called by `closing`.
import contextlib


class Session:
    answer = "A"

    def close(self):
        self.answer = extract_answer(llm_model("bye", {}))


def solve(question, options, exp_config):
    with contextlib.closing(Session()) as session:
        pass
    return session.answer, "A", 2
