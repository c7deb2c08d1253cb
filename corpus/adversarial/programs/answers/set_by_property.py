# The getter gives something else than what was set.
class Box:
    @property
    def answer(self):
        return extract_answer(llm_model("answer", {}))

    @answer.setter
    def answer(self, value):
        pass


def solve(question, options, exp_config):
    box = Box()
    box.answer = "A"
    return box.answer, "A", 2
