def solve_closure(question, options, exp_config):
    def ask(instruction):
        return llm_model(f"{question}\n{rows}\n{instruction}", exp_config)

    rows = "\n".join(f"{o['id']}: {o['text']}" for o in options)
    reasons = ask("Give the strongest reason for each option.")
    letter = extract_answer(ask(f"Reasons so far: {reasons}\nNow decide on one letter."))
    return [letter if letter in [o["id"] for o in options] else "X", "C", 3]
