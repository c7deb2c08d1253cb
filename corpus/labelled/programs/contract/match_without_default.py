def solve_match(exp_config):
    letter = extract_answer(llm_model("Is ice less dense than water?\nA. yes\nB. no\nLetter:", exp_config))
    match letter:
        case "A":
            return "A", "A", 1
        case "B":
            return "B", "A", 1
