"""A blackboard: knowledge sources contribute when what they need is on it."""


class Source:
    needs: tuple = ()
    gives = ""
    instruction = ""

    def ready(self, board):
        return self.gives not in board and all(need in board for need in self.needs)

    def contribute(self, board, exp_config):
        shown = "\n".join(f"{name}: {board[name]}" for name in self.needs)
        board[self.gives] = llm_model(f"{shown}\n\n{self.instruction}", exp_config)


class Terms(Source):
    needs, gives, instruction = (
        ("question",),
        "terms",
        "Explain the technical terms of the question.",
    )


class Principle(Source):
    needs, gives, instruction = (
        ("question", "terms"),
        "principle",
        "Name the principle that decides the question.",
    )


class Decision(Source):
    needs, gives = ("question", "options", "principle"), "decision"
    instruction = "Apply the principle to every option. End with the letter of the one that fits."


def solve_blackboard(question, options, exp_config):
    board = {
        "question": question,
        "options": "; ".join(f"{o['id']} = {o['text']}" for o in options),
    }
    sources = [Decision(), Principle(), Terms()]
    for _ in range(len(sources)):
        for source in sources:
            if source.ready(board):
                source.contribute(board, exp_config)
                break
    letter = extract_answer(board["decision"]) if "decision" in board else "X"
    return (letter if letter in {o["id"] for o in options} else "X"), "A", 4
