# `list += text` adds every character.
def solve(question, options, exp_config):
    letters = ["A"]
    letters += "BCD"
    answer = "X"
    for letter in letters:
        answer = extract_answer(llm_model(f"{question} {letter}?", exp_config))
    return answer, "A", 2
