from collections import deque


def solve_window(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    ids = {o["id"] for o in options}
    window = deque([], 3)
    for number in range(1, 9):
        letter = extract_answer(llm_model(f"Respondent {number} of 8.\n{question}\n{rows}\nLetter:", exp_config))
        if letter not in ids:
            continue
        window.append(letter)
        if len(window) == window.maxlen and len(set(window)) == 1:
            return window.pop(), "D", 2
    return (window[-1] if window else "X"), "D", 4
