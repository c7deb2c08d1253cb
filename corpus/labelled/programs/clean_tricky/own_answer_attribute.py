class Attempt:
    def __init__(self):
        self.answer = "X"
        self.correct = False


def solve_attempt(question, options, exp_config):
    attempt = Attempt()
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    attempt.answer = extract_answer(llm_model(f"{question}\n{rows}\nLetter:", exp_config))
    attempt.correct = "yes" in llm_model(f"{question}\n{rows}\nIs {attempt.answer} right? yes or no", exp_config).lower()
    valid = attempt.answer in {o["id"] for o in options}
    return attempt.answer if valid and attempt.correct else "X", "D", 3
