def attempt(sheet, ids, config):
    letter = extract_answer(llm_model(sheet, config))
    return letter if letter in ids else None


def solve_or_chain(question, options, exp_config):
    ids = {o["id"] for o in options}
    sheet = question + "\n" + "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = (
        attempt(sheet, ids, exp_config)
        or attempt("One letter, please.\n" + sheet, ids, exp_config)
        or attempt("Last chance.\n" + sheet, ids, exp_config)
        or "X"
    )
    return letter, "C", 3
