class Sheet:
    def __init__(self, ids):
        self.ids = ids
        self._letter = "X"

    @property
    def letter(self):
        return self._letter

    @letter.setter
    def letter(self, value):
        if value in self.ids:
            self._letter = value


def solve_setter(question, options, exp_config):
    sheet = Sheet([o["id"] for o in options])
    sheet.letter = extract_answer(
        llm_model(question + "\n" + "\n".join(f"{o['id']}. {o['text']}" for o in options), exp_config)
    )
    return sheet.letter, "B", 2
