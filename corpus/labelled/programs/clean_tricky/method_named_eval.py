class Critic:
    def __init__(self, config):
        self.config = config

    def eval(self, text):
        return llm_model(f"Criticise in one line: {text}", self.config)


def solve_critic(question, options, exp_config):
    remark = Critic(exp_config).eval(question)
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = extract_answer(llm_model(f"{remark}\n{question}\n{rows}\nLetter:", exp_config))
    return letter if letter in {o["id"] for o in options} else "X", "A", 3
