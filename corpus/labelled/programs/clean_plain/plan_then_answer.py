def solve_plan(question, options, exp_config):
    """Plan, then answer with the plan in view."""
    plan = llm_model(f"Write a short plan for answering:\n{question}", exp_config)
    menu = "; ".join(f"{o['id']}={o['text']}" for o in options)
    final = llm_model(f"Plan: {plan}\nQuestion: {question}\nOptions: {menu}\nFinish with one letter.", exp_config)
    answer = extract_answer(final)
    if answer not in {o["id"] for o in options}:
        answer = "X"
    return answer, "A", 2
