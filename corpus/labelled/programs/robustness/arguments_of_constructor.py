class Vote:
    def __init__(self, letter, weight):
        self.letter, self.weight = letter, weight


def solve(question, options, exp_config):
    reply = llm_model(f"{question}\n{options}", exp_config)
    if not reply:
        print(Vote("A").weight)
    letter = extract_answer(reply)
    return letter if letter != "X" else "X", "B", 3
