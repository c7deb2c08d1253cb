def digit_sum(number):
    total = 0
    while number:
        number, digit = divmod(number, 10)
        total += digit
    return total


def solve_digits(question, options, exp_config):
    seal = digit_sum(len(question))
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = extract_answer(llm_model(f"[{seal}] {question}\n{rows}\nLetter:", exp_config))
    return letter if letter in {o["id"] for o in options} else "X", "D", 3
