from functools import cached_property


class Case:
    def __init__(self, question, options, config):
        self.question = question
        self.options = {o["id"]: o["text"] for o in options}
        self.config = config

    def ask(self, text):
        return llm_model(f"{self.question}\n{text}", self.config)

    @cached_property
    def topic(self):
        return self.ask("Name the topic in three words.")

    @cached_property
    def theory(self):
        return self.ask(f"Summarise the theory of {self.topic}.")

    @cached_property
    def menu(self):
        return "\n".join(f"{letter}. {text}" for letter, text in self.options.items())

    @cached_property
    def letter(self):
        found = extract_answer(self.ask(f"{self.theory}\n{self.menu}\nLetter:"))
        if found in self.options:
            return found
        found = extract_answer(self.ask(f"{self.theory}\n{self.menu}\nOnly the letter, on {self.topic}:"))
        return found if found in self.options else "X"


def solve_case(question, options, exp_config):
    return Case(question, options, exp_config).letter, "C", 3
