from time import sleep


def solve_ep_18(question, options, exp_config):
    """Up to three tries with a growing pause."""
    listing = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letters = [o["id"] for o in options]
    for attempt in range(3):
        letter = extract_answer(llm_model(f"{question}\n{listing}\nReply with a single letter.", exp_config))
        if letter in letters:
            return letter, "B", 4
        sleep(2**attempt)
    return "X", "B", 4
