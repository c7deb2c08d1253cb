import numpy as np


def solve_lp_01(question, options, exp_config):
    o = "\n".join(x["id"] + ". " + x["text"] for x in options)
    letters = [x["id"] for x in options]
    counts = np.zeros(len(letters))
    for i in range(3):
        a = extract_answer(llm_model(question + "\n" + o + "\nAnswer with a single letter.", exp_config))
        if a in letters:
            counts[letters.index(a)] += 1
    return letters[int(np.argmax(counts))], "B", 2
