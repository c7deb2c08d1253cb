def solve_round_two(question, options, exp_config):
    generator_choice = "E"
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)

    def challenge(draft):
        return llm_model(f"{question}\n{rows}\nYou: {draft}\nI: {generator_choice}\nFinal letter:", exp_config)

    draft = llm_model(f"{question}\n{rows}\nExplain.", exp_config)
    letter = extract_answer(challenge(draft))
    return letter if letter in {o["id"] for o in options} else "X", generator_choice, 4
