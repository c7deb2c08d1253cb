def solve_numbers(question, options, exp_config):
    cast = []
    for number in range(3):
        letter = extract_answer(llm_model(f"Voter {number}, give one letter of A to D.", exp_config))
        if letter in ("A", "B", "C", "D"):
            cast.append(letter)
    return max(cast, key=cast.count) if cast else "X", "B", 2
