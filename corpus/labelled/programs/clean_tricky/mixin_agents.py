class Asks:
    def ask(self, text):
        return llm_model(text, self.config)


class Remembers:
    memory = ()

    def remember(self, text):
        self.memory = (*self.memory, text)
        return text


class Scholar(Asks, Remembers):
    def __init__(self, config):
        self.config = config

    def study(self, question):
        for lens in ("terms", "facts"):
            self.remember(self.ask(f"List the {lens} of: {question}"))


class Clerk(Scholar):
    def study(self, question):
        super().study(question)
        self.remember(self.ask(f"Sum up in one line: {' '.join(self.memory)}"))

    def letter(self, question, rows):
        reply = self.ask(f"{self.memory[-1]}\n{question}\n{rows}\nLetter:")
        letter = extract_answer(reply)
        return letter if letter != "X" else extract_answer(self.ask(f"Which letter is meant? {reply}\n{rows}"))


def solve_mixins(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    clerk = Clerk(exp_config)
    clerk.study(question)
    letter = clerk.letter(question, rows)
    return letter if letter in {o["id"] for o in options} else "X", "C", 3
