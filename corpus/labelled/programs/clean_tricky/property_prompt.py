from dataclasses import dataclass


@dataclass
class Sheet:
    question: str
    options: list

    @property
    def prompt(self):
        return self.question + "\n" + "\n".join(f"{o['id']}. {o['text']}" for o in self.options) + "\nLetter:"

    def __contains__(self, letter):
        return any(o["id"] == letter for o in self.options)


def solve_sheet(question, options, exp_config):
    sheet = Sheet(question, options)
    letter = extract_answer(llm_model(sheet.prompt, exp_config))
    return letter if letter in sheet else "X", "D", 2
