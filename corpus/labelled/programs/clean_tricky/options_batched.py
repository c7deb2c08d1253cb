def halves(sequence):
    middle = (len(sequence) + 1) // 2
    return sequence[:middle], sequence[middle:]


def solve_halves(question, options, exp_config):
    first, second = halves([f"{o['id']}. {o['text']}" for o in options])
    note = llm_model(f"{question}\n" + "\n".join(first) + "\nIs one of these plausible?", exp_config)
    reply = llm_model(f"{question}\n" + "\n".join(first + second) + f"\nOn the first half: {note}\nLetter:", exp_config)
    letter = extract_answer(reply)
    return letter if letter in {o["id"] for o in options} else "X", "E", 3
