# One option is removed in each round, and all that are left are asked about.
def solve(question, options, exp_config):
    left = [option["id"] for option in options]
    while len(left) > 1:
        doubts = {name: len(llm_model(f"{question} {name}", exp_config)) for name in left}
        left.remove(max(left, key=doubts.get))
    return left[0], "A", 2
