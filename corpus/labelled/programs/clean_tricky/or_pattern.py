def solve_or_pattern(exp_config):
    sheet = "Which is a noble gas?\nA. neon\nB. nitrogen\nC. chlorine\nD. oxygen\nLetter:"
    match extract_answer(llm_model(sheet, exp_config)):
        case "A" | "B" | "C" | "D" as letter:
            return letter, "A", 1
        case _:
            return "X", "A", 1
