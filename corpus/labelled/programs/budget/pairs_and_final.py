def solve_league(question, options, exp_config):
    results = []
    for index, home in enumerate(options):
        for away in options[index + 1 :]:
            results.append(llm_model(f"{question}\n{home['text']} or {away['text']}?", exp_config))
    menu = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = extract_answer(llm_model("\n".join(results) + f"\n{question}\n{menu}\nLetter:", exp_config))
    return letter if letter in {o["id"] for o in options} else "X", "B", 5
