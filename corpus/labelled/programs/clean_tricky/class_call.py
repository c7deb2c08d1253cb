class Ensemble:
    def __init__(self, *tones):
        self.tones = tones

    def __call__(self, sheet, config):
        for tone in self.tones:
            letter = extract_answer(llm_model(f"{tone}\n{sheet}\nLetter:", config))
            if letter != "X":
                yield letter


def solve_ensemble(question, options, exp_config):
    sheet = question + "\n" + "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letters = sorted(Ensemble("Be exact.", "Be bold.", "Be brief.")(sheet, exp_config))
    return letters[len(letters) // 2] if letters else "X", "B", 3
