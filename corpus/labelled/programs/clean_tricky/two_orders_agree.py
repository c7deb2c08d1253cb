def solve_orders(question, options, exp_config):
    ids = [o["id"] for o in options]

    def ask(order):
        rows = "\n".join(f"{o['id']}. {o['text']}" for o in order)
        return extract_answer(llm_model(f"{question}\n{rows}\nLetter:", exp_config))

    forwards, backwards = ask(options), ask(options[::-1])
    agreed = forwards == backwards and forwards in ids
    return forwards if agreed else "X", "A", 3
