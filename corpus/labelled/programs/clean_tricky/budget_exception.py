class Spent(Exception):
    pass


class Meter:
    def __init__(self, config, limit):
        self.config, self.limit, self.used = config, limit, 0

    def ask(self, prompt):
        if self.used >= self.limit:
            raise Spent
        self.used += 1
        return llm_model(prompt, self.config)


def solve_metered(question, options, exp_config):
    meter = Meter(exp_config, 2)
    menu = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    try:
        for manner in ("briefly", "slowly", "again", "once more"):
            letter = extract_answer(meter.ask(f"Answer {manner}.\n{question}\n{menu}"))
            if letter in {o["id"] for o in options}:
                return letter, "C", 3
    except Spent:
        pass
    return "X", "C", 3
