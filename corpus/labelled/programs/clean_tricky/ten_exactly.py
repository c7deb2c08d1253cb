def solve_ten(question, options, exp_config):
    menu = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    heard = {}
    for number in range(1, 11):
        letter = extract_answer(llm_model(f"Juror {number}\n{question}\n{menu}", exp_config))
        if letter != "X":
            heard[letter] = heard.get(letter, 0) + 1
    return max(sorted(heard), key=heard.get) if heard else "X", "A", 5
