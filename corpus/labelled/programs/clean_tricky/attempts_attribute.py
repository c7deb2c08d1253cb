class Patient:
    limit = 3

    def __init__(self, config):
        self.config = config
        self.attempts = 0

    def ask(self, sheet, valid):
        while self.attempts < self.limit:
            self.attempts += 1
            letter = extract_answer(llm_model(f"{sheet}\nAttempt {self.attempts}", self.config))
            if letter in valid:
                return letter
        return "X"


def solve_patience(question, options, exp_config):
    sheet = question + "\n" + "\n".join(f"{o['id']}. {o['text']}" for o in options)
    return Patient(exp_config).ask(sheet, {o["id"] for o in options}), "A", 3
