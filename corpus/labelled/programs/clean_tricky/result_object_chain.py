class Conversation:
    def __init__(self, config):
        self._config = config
        self._turns = []

    def tell(self, text):
        self._turns.append(text)
        return self

    def ask(self, text):
        self._turns.append(text)
        self._turns.append(llm_model("\n".join(self._turns), self._config))
        return self

    @property
    def last(self):
        return self._turns[-1]


def solve_fluent(question, options, exp_config):
    menu = ", ".join(f"{o['id']}: {o['text']}" for o in options)
    talk = Conversation(exp_config).tell(question).ask("What is the crux?").tell(menu).ask("Which letter?")
    letter = extract_answer(talk.last)
    return letter if letter in {o["id"] for o in options} else "X", "B", 3
