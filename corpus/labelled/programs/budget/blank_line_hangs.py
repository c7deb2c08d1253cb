def leading(lines):
    i = 0
    while i < len(lines):
        if not lines[i]:
            continue
        i += 1
    return lines[:i]


def solve_leading(question, options, exp_config):
    rows = "\n".join(leading([f"{o['id']}. {o['text']}" for o in options]))
    letter = extract_answer(llm_model(f"{question}\n{rows}\nLetter:", exp_config))
    return letter if letter in {o["id"] for o in options} else "X", "B", 2
