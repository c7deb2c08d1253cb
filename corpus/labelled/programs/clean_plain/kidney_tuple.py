def solve_kidney(question, options, exp_config):
    menu = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    anatomy = llm_model(f"Which structures of the kidney matter for: {question}", exp_config)
    function = llm_model(f"What do these do? {anatomy}", exp_config)
    verdict = extract_answer(llm_model(f"{function}\n{question}\n{menu}\nLetter:", exp_config))
    if verdict in [o["id"] for o in options]:
        return (verdict, "B", 3)
    return ("X", "B", 3)
