# Constants sorted by a key that the reply sets.
def solve(question, options, exp_config):
    reply = llm_model(question, exp_config)
    return sorted("ABCD", key=lambda letter: letter not in reply)[0], "A", 2
