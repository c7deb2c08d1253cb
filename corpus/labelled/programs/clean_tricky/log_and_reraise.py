import logging


def solve_logs(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    try:
        reply = llm_model(f"{question}\n{rows}\nLetter:", exp_config)
    except BaseException:
        logging.warning("the solver failed")
        raise
    letter = extract_answer(reply)
    return letter if letter in {o["id"] for o in options} else "X", "C", 2
