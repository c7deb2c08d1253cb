def package(*fields):
    return fields


def solve(question, options, exp_config):
    letter = extract_answer(llm_model(f"{question}\n{options}", exp_config))
    if letter == "X":
        return package("X", "A", 2)
    return package(letter, "A", 2, "extracted")
