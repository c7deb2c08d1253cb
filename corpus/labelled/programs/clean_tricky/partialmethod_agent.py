from functools import partialmethod


class Assistant:
    def __init__(self, config):
        self.config = config

    def speak(self, role, text):
        return llm_model(f"[{role}] {text}", self.config)

    plan = partialmethod(speak, "planner")
    act = partialmethod(speak, "actor")


def solve_roles(question, options, exp_config):
    assistant = Assistant(exp_config)
    menu = " ".join(f"({o['id']}) {o['text']}" for o in options)
    scheme = assistant.plan(question)
    pick = extract_answer(assistant.act(f"{scheme}\n{question}\n{menu}\nAct: one letter."))
    return pick if pick in [o["id"] for o in options] else "X", "C", 2
