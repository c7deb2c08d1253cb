"""Here is the program. It is simple: one question, one check.

Note: def solve(...) below is the only entry.
"""


def solve(question, options, exp_config):
    """Sure! This solves the item.

    Returns:
        The three channels.
    """
    menu = "\n".join(f"{o['id']}) {o['text']}" for o in options)
    letter = extract_answer(llm_model(f"{question}\n{menu}\nLetter:", exp_config))
    return letter if letter in {o["id"] for o in options} else "X", "E", 2


# I hope this helps. Let me know whether you want more votes.
