DEFAULTS = {"answer": "B", "difficulty": 5}


def solve(question, options, exp_config):
    found = {}
    letter = extract_answer(llm_model(f"{question}\n{options}", exp_config))
    if letter != "X":
        found["answer"] = letter
    result = DEFAULTS | found
    return result["answer"], "B", result["difficulty"]
