# Class patterns read attributes by `__match_args__`, properties too.
class Plan:
    __match_args__ = ("opinion", "rounds")
    rounds = 3

    @property
    def opinion(self):
        return llm_model("opinion", {})


def solve(question, options, exp_config):
    letter = "X"
    match Plan():
        case Plan("never", _):
            letter = "A"
        case Plan(opinion, rounds):
            for _ in range(rounds):
                letter = extract_answer(llm_model(opinion, exp_config))
    return letter, "A", 2
