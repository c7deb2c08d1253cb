class Found(Exception):
    def __init__(self, letter):
        super().__init__(letter)
        self.letter = letter


def search(sheet, ids, config):
    for depth in range(1, 6):
        letter = extract_answer(llm_model(f"Depth {depth}.\n{sheet}\nLetter:", config))
        if letter in ids:
            raise Found(letter)


def solve_raised(question, options, exp_config):
    sheet = question + "\n" + "\n".join(f"{o['id']}. {o['text']}" for o in options)
    try:
        search(sheet, {o["id"] for o in options}, exp_config)
    except Found as found:
        return found.letter, "B", 3
    return "X", "B", 5
