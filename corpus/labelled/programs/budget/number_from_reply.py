def solve_many(question, options, exp_config):
    menu = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    digits = "".join(c for c in llm_model(f"How many votes does this need? {question}", exp_config) if c in "0123456789")
    votes = []
    for number in range(int(digits or "1")):
        letter = extract_answer(llm_model(f"{number} {question}\n{menu}", exp_config))
        if letter != "X":
            votes.append(letter)
    return max(votes, key=votes.count) if votes else "X", "B", 3
