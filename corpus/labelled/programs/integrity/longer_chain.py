def solve_chain(exp_config):
    reply = llm_model("Is a tomato, botanically, a fruit, a vegetable or a grain?", exp_config).lower()
    if "fruit" in reply:
        answer = "A"
    elif "vegetable" in reply:
        answer = "B"
    elif "grain" in reply:
        answer = "C"
    else:
        answer = "D"
    return answer, "A", 1
