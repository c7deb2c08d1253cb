GENERATOR_ANSWER = "D"
DIFFICULTY = 3
FAILED = "X"
INSTRUCTION = "Reply with the letter of the option that you find most convincing."


def solve_constants(question, options, exp_config):
    sheet = "\n".join([question, *(f"{o['id']}. {o['text']}" for o in options), INSTRUCTION])
    letter = extract_answer(llm_model(sheet, exp_config))
    if letter == FAILED:
        return FAILED, GENERATOR_ANSWER, DIFFICULTY
    return letter, GENERATOR_ANSWER, DIFFICULTY
