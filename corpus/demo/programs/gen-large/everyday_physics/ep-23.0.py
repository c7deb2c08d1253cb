def solve_ep_23(question, options, exp_config):
    # Least-to-most: three small questions, then the item with the notes, three times.
    small = [
        "What is the moment of a force about a pivot? Explain.",
        "What is the moment of a 20 kg child 3 m from a pivot, in kilogram metres? Explain.",
        "When is a seesaw balanced? Explain.",
    ]
    notes = ""
    for text in small:
        notes = notes + "- " + llm_model(notes + text, exp_config) + "\n"

    listing = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    finals = [
        extract_answer(llm_model(f"{notes}\n{question}\n{listing}\n({n}) Reply with a single letter.", exp_config))
        for n in range(1, 4)
    ]
    return max(set(finals), key=finals.count), "E", 5
