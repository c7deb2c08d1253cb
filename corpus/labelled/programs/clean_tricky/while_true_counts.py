def solve_counts(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    round_number = 0
    while True:
        round_number += 1
        letter = extract_answer(llm_model(f"Round {round_number}. {question}\n{rows}\nLetter:", exp_config))
        if letter in {o["id"] for o in options}:
            return letter, "B", 3
        if round_number >= 3:
            return "X", "B", 3
