def solve_shape(item, exp_config):
    match item:
        case {"question": str() as stem, "options": [*choices]}:
            menu = "\n".join(f"{c['id']}. {c['text']}" for c in choices)
        case _:
            raise TypeError("no item")
    letter = extract_answer(llm_model(f"{stem}\n{menu}\nLetter:", exp_config))
    return letter if letter in [c["id"] for c in choices] else "X", "C", 2
