import time


def solve_lp_02(question, options, exp_config):
    """Two readings of the sequence; the clock decides between them."""
    listing = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    by_differences = extract_answer(
        llm_model(f"{question}\n{listing}\nLook at the differences. Reply with a single letter.", exp_config)
    )
    by_products = extract_answer(
        llm_model(f"{question}\n{listing}\nLook at products of neighbours. Reply with a single letter.", exp_config)
    )
    if int(time.time() * 1000) % 2:
        return by_differences, "D", 4
    return by_products, "D", 4
