class Workshop:
    def __init__(self, sheet, config):
        self.sheet, self.config, self.notes = sheet, config, ""

    def ask(self, text):
        return llm_model(f"{self.sheet}\n{self.notes}\n{text}", self.config)

    def gather(self):
        return self.ask("Gather what is known.")

    def sort(self):
        return self.ask("Sort it by relevance.")

    def weigh(self):
        return self.ask("Weigh it.")

    def run(self):
        for method in (self.gather, self.sort, self.weigh):
            self.notes = method()
        return extract_answer(self.ask("Letter:"))


def solve_workshop(question, options, exp_config):
    sheet = question + "\n" + "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = Workshop(sheet, exp_config).run()
    return letter if letter in {o["id"] for o in options} else "X", "D", 3
