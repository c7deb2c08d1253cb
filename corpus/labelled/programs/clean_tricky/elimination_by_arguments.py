class Board:
    """Options that stand and options that fell, with the reason."""

    def __init__(self, options):
        self.standing = {o["id"]: o["text"] for o in options}
        self.fallen = {}

    def strike(self, letter, reason):
        if letter in self.standing and len(self.standing) > 1:
            self.fallen[letter] = reason
            del self.standing[letter]

    def sheet(self):
        up = [f"{letter}. {text}" for letter, text in self.standing.items()]
        down = [f"(struck: {letter}, because {reason[:60]})" for letter, reason in self.fallen.items()]
        return "\n".join(up + down)


def solve_board(question, options, exp_config):
    board = Board(options)
    for number in ("first", "second", "third"):
        reply = llm_model(f"{question}\n{board.sheet()}\n\nStrike the {number} wrong option. Letter and reason:", exp_config)
        board.strike(extract_answer(reply), reply)
    for tail in ("Which one stays? Letter:", "One letter of those not struck, please:"):
        letter = extract_answer(llm_model(f"{question}\n{board.sheet()}\n\n{tail}", exp_config))
        if letter in board.standing:
            return letter, "B", 3
    return "X", "B", 3
