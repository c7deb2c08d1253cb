# `log.append` kept under another name, and handed to `map` and `any`.
def solve(question, options, exp_config):
    log = []
    add = log.append
    list(map(add, "ab"))
    any(map(log.append, "cd"))
    letter = "X"
    for step in log:
        letter = extract_answer(llm_model(f"{step}: {question}", exp_config))
    return letter, "A", 2
