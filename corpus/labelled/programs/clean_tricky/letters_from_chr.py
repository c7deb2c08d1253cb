def solve_chr(question, options, exp_config):
    valid = [chr(ord("A") + number) for number in range(len(options))]
    rows = "\n".join(f"{letter}. {option['text']}" for letter, option in zip(valid, options))
    letter = extract_answer(llm_model(f"{question}\n{rows}\nLetter:", exp_config))
    return letter if letter in valid else "X", "C", 2
