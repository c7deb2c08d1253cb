# `__exit__` sets the answer after the block has.
class Session:
    answer = "A"

    def __enter__(self):
        return self

    def __exit__(self, *details):
        self.answer = extract_answer(llm_model("bye", {}))


def solve(question, options, exp_config):
    with Session() as session:
        session.answer = "B"
    return session.answer, "A", 2
