from itertools import repeat


def solve_repeat(question, options, exp_config):
    sheet = question + "\n" + "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letters = [extract_answer(llm_model(text, exp_config)) for text in repeat(sheet, 3)]
    letters = [letter for letter in letters if letter != "X"]
    return letters[0] if letters else "X", "C", 2
