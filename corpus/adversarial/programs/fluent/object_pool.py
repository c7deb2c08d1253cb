# Instances that come back keep what they counted.
class Worker:
    def __init__(self):
        self.energy = 2

    def ask(self, prompt):
        self.energy -= 1
        return llm_model(prompt, {})


def solve(question, options, exp_config):
    pool, reply = [Worker(), Worker()], ""
    while pool:
        worker = pool.pop()
        reply = worker.ask(question)
        if worker.energy:
            pool.insert(0, worker)
    return extract_answer(reply), "A", 2
