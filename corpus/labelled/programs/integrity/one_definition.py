def solve_own(question, options, exp_config):
    my_answer = "C"
    check = llm_model(f"{question}\nIs this easy?", exp_config)
    return my_answer, my_answer, 2
