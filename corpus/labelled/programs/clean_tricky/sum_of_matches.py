def solve_support(question, options, exp_config):
    sheet = question + "\n" + "\n".join(f"{o['id']}. {o['text']}" for o in options)
    votes = [extract_answer(llm_model(f"#{n}\n{sheet}", exp_config)) for n in range(5)]
    support = [(sum(vote == o["id"] for vote in votes), o["id"]) for o in options]
    strength, letter = max(support)
    if strength < 2:
        return "X", "E", 4
    return letter, "E", 4
