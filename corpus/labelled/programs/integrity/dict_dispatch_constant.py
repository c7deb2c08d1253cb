TABLE = {"primary": "A", "secondary": "C"}
MODE = "secondary"


def solve_mode(question, options, exp_config):
    comment = llm_model(f"{question}\nComment, please.", exp_config)
    return TABLE[MODE], "C", 2
