def solve_alphabet(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    answer = extract_answer(llm_model(f"{question}\n{rows}\nLetter:", exp_config))
    if answer == "X":
        raise ValueError("no letter")
    for letter in "ABCD":
        if letter not in answer:
            answer += letter
    return answer, "C", 2
