def solve_kc_04(question, options, exp_config):
    """Ask until two replies in a row agree."""
    listing = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    previous = None
    round_number = 0
    while True:
        round_number += 1
        letter = extract_answer(
            llm_model(f"{question}\n{listing}\n(round {round_number}) Reply with a single letter.", exp_config)
        )
        if letter == previous:
            return letter, "D", 3
        previous = letter
