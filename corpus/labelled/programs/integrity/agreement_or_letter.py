def solve_agree(question, options, exp_config):
    menu = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    one = extract_answer(llm_model(f"{question}\n{menu}\nLetter:", exp_config))
    two = extract_answer(llm_model(f"{question}\n{menu}\nOnce more. Letter:", exp_config))
    answer = "B"
    if one == two and one != "X":
        answer = one
    return answer, "A", 3
