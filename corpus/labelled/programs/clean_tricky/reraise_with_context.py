class SolverDown(RuntimeError):
    pass


def solve_context(question, options, exp_config):
    rows = "\n".join(o["id"] + ") " + o["text"] for o in options)
    try:
        reply = llm_model(f"{question}\n{rows}\nOne letter.", exp_config)
    except Exception as problem:
        raise SolverDown("no reply from the solver") from problem
    letter = extract_answer(reply)
    if letter == "X":
        return "X", "E", 2
    return letter, "E", 2
