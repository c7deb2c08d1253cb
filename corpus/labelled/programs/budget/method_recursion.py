class Socrates:
    def __init__(self, config):
        self.config = config

    def talk(self, text):
        reply = llm_model(text, self.config)
        if "?" in reply:
            return self.talk(text + "\n" + reply)
        return reply


def solve_socrates(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = extract_answer(Socrates(exp_config).talk(f"{question}\n{rows}"))
    return letter if letter in {o["id"] for o in options} else "X", "C", 3
