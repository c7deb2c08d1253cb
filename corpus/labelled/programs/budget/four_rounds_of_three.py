def solve_rounds(question, options, exp_config):
    menu = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    history = ""
    for round_number in range(4):
        for speaker in ("pro", "contra", "neutral"):
            history += llm_model(f"{question}\n{menu}\n{history}\n{speaker} {round_number}:", exp_config) + "\n"
    return extract_answer(llm_model(f"{question}\n{menu}\n{history}\nJudge, one letter:", exp_config)), "D", 4
