class Timer:
    def __enter__(self):
        self.lines = ["start"]
        return self

    def __exit__(self, kind, problem, trace):
        self.lines.append("end")


def solve_timer(question, options, exp_config):
    sheet = question + "\n" + "\n".join(f"{o['id']}. {o['text']}" for o in options)
    with Timer() as timer:
        letter = extract_answer(llm_model(sheet, exp_config))
    print(timer.lines)
    return letter if letter in {o["id"] for o in options} else "X", "A", 2
