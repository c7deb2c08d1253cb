def marks(text):
    digits = "".join(filter(str.isdigit, text))
    return int(digits[:1]) if digits.isascii() and digits else 0


def solve_swap(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    base = f"{question}\n{rows}"
    left = llm_model(f"{base}\nAuthor one writes a reasoned answer with a letter.", exp_config)
    right = llm_model(f"{base}\nAuthor two writes a reasoned answer with a letter.", exp_config)
    on_left = llm_model(f"{base}\nAuthor two marks this from 0 to 9:\n{left}", exp_config)
    on_right = llm_model(f"{base}\nAuthor one marks this from 0 to 9:\n{right}", exp_config)
    better, worse = (left, right) if marks(on_left) >= marks(on_right) else (right, left)
    letter = extract_answer(better)
    if letter == "X":
        letter = extract_answer(worse)
    if letter == "X":
        final = llm_model(f"{base}\nDrafts:\n{left}\n{right}\nLetter of the better draft:", exp_config)
        check = llm_model(f"{base}\nRestate as one letter: {final}", exp_config)
        letter = extract_answer(check)
    return (letter if letter in {o["id"] for o in options} else "X"), "B", 5
