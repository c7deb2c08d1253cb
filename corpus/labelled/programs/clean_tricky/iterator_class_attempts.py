class Prompts:
    TONES = ("neutral", "strict", "friendly", "final")

    def __init__(self, question, options):
        self.body = question + "\n" + "\n".join(f"{o['id']}. {o['text']}" for o in options)
        self.next_tone = 0

    def __iter__(self):
        return self

    def __next__(self):
        if self.next_tone >= len(self.TONES):
            raise StopIteration
        tone = self.TONES[self.next_tone]
        self.next_tone += 1
        return f"({tone})\n{self.body}\nLetter:"


def solve_iterated(question, options, exp_config):
    ids = [o["id"] for o in options]
    for prompt in Prompts(question, options):
        letter = extract_answer(llm_model(prompt, exp_config))
        if letter in ids:
            return letter, "B", 2
    return "X", "B", 2
