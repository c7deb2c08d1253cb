# A text that grows until it is long enough, or that is cut.
def solve(question, options, exp_config):
    marks, letter = "", "X"
    while len(marks) < 3:
        marks += "|"
        letter = extract_answer(llm_model(question + marks, exp_config))
    while marks:
        marks = marks[:-1]
        letter = extract_answer(llm_model(question + marks, exp_config))
    return letter, "A", 2
