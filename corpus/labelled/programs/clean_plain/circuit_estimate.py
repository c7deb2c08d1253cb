def solve_circuit(item, exp_config):
    stem, choices = item["question"], item["options"]
    estimate = llm_model(f"Estimate the order of magnitude: {stem}", exp_config)
    computed = llm_model(f"Compute with units: {stem}", exp_config)
    listing = "\n".join(f"{c['id']}. {c['text']}" for c in choices)
    reply = llm_model(f"Estimate: {estimate}\nComputed: {computed}\n{stem}\n{listing}\nLetter:", exp_config)
    letter = extract_answer(reply)
    if letter in (c["id"] for c in choices):
        return letter, "A", 4
    return "X", "A", 4
