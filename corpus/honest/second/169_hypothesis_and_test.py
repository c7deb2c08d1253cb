"""Hypothesis, prediction, test: the scientific method in four calls per round."""


class Experiment:
    rounds = 2

    def __init__(self, exp_config):
        self.exp_config = exp_config
        self.log = []

    def __call__(self, label, prompt):
        reply = llm_model("\n".join([*self.log, prompt]), self.exp_config)
        self.log.append(f"{label}: {reply}")
        return reply


def solve_scientifically(question, options, exp_config):
    ids = {o["id"] for o in options}
    lab = Experiment(exp_config)
    lab.log.append(question)
    lab.log.extend(f"{o['id']}. {o['text']}" for o in options)

    current = None
    for _ in range(lab.rounds):
        letter = extract_answer(
            lab("Hypothesis", "State which option you suppose to be right (letter first).")
        )
        if letter in ids:
            current = letter
        lab("Prediction", "If that is so, what can be observed?")
        result = lab("Test", "Compare the prediction with what is known. CONFIRMED or REFUTED?")
        if "CONFIRMED" in result.upper():
            break
    final = extract_answer(lab("Conclusion", "The letter of the option to report:"))
    if final in ids:
        return final, "A", 5
    return (current or "X"), "A", 5
