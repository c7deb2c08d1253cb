class Settled(Exception):
    def __init__(self, letter):
        super().__init__(letter)
        self.letter = letter


def consider(sheet, valid, config):
    letter = extract_answer(llm_model(sheet, config))
    if letter in valid:
        raise Settled(letter)


def solve_settled(question, options, exp_config):
    valid = {o["id"] for o in options}
    sheet = question + "\n" + "\n".join(f"{o['id']}. {o['text']}" for o in options)
    try:
        consider(sheet, valid, exp_config)
        consider("Please be precise.\n" + sheet, valid, exp_config)
    except Settled as settled:
        return settled.letter, "C", 2
    return "X", "C", 2
