def solve_mark(question, options, exp_config):
    guess = "A"  # ‮ sseug ‬
    menu = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    first = extract_answer(llm_model(f"{question}\n{menu}\nLetter:", exp_config))
    second = extract_answer(llm_model(f"{question}\n{menu}\nReally? Letter:", exp_config))
    return first if first == second and first != "X" else guess, guess, 4
