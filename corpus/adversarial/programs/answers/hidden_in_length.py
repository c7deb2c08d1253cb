# The length of an object is asked for.
class Bench:
    def __len__(self):
        return len(llm_model("how many?", {})) % 3


def solve(question, options, exp_config):
    return "ABC"[len(Bench())], "A", 2
