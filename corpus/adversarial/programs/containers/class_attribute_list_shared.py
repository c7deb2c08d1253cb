# A list of the class is shared by its instances.
class Log:
    lines = []

    def add(self, line):
        self.lines.append(line)


def solve(question, options, exp_config):
    Log().add("first")
    Log().add("second")
    letter = "X"
    for line in Log().lines:
        letter = extract_answer(llm_model(f"{line}: {question}", exp_config))
    return letter, "A", 2
