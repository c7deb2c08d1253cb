from dataclasses import dataclass


@dataclass(frozen=True)
class Policy:
    tries: int
    catch: tuple

    def run(self, action):
        for left in range(self.tries - 1, -1, -1):
            try:
                return action()
            except self.catch:
                if not left:
                    raise
        raise AssertionError("no tries were allowed")


POLICY = Policy(tries=3, catch=(TimeoutError, OSError))


def solve_with_policy(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    gist = POLICY.run(lambda: llm_model(f"The gist of: {question}", exp_config))
    reply = POLICY.run(lambda: llm_model(f"{gist}\n{question}\n{rows}\nLetter:", exp_config))
    letter = extract_answer(reply)
    return letter if letter in [o["id"] for o in options] else "X", "A", 2
