class Transaction:
    def __init__(self, sheet, config):
        self.sheet, self.config = sheet, config
        self.prepared = None

    def prepare(self, hint=""):
        reply = llm_model(f"{self.sheet}\n{hint}\nPropose a letter with a reason.", self.config)
        self.prepared = (extract_answer(reply), reply)

    def commits(self):
        letter, reply = self.prepared
        vote = llm_model(f"{self.sheet}\nCommit to {letter}? yes or no. Reason given: {reply}", self.config)
        return "no" not in vote.lower().split()

    def rollback(self):
        letter, _ = self.prepared
        self.prepared = None
        return f"{letter} was rolled back."


def solve_commit(question, options, exp_config):
    ids = {o["id"] for o in options}
    transaction = Transaction(question + "\n" + "\n".join(f"{o['id']}. {o['text']}" for o in options), exp_config)
    transaction.prepare()
    if not transaction.commits():
        transaction.prepare(transaction.rollback())
        if not transaction.commits():
            return "X", "C", 5
    letter, _ = transaction.prepared
    return letter if letter in ids else "X", "C", 3
