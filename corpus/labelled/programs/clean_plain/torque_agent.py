class Physicist:
    def __init__(self, config):
        self.config = config
        self.notes = []

    def ask(self, prompt):
        reply = llm_model("\n".join(self.notes + [prompt]), self.config)
        self.notes.append(reply)
        return reply


def solve_torque(question, options, exp_config):
    agent = Physicist(exp_config)
    agent.ask(f"Which law governs this situation?\n{question}")
    body = "\n".join(o["id"] + ": " + o["text"] for o in options)
    choice = extract_answer(agent.ask(f"{question}\n{body}\nGive the letter."))
    return (choice, "D", 2) if choice != "X" else ("X", "D", 2)
