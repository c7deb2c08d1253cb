def solve_kc_17(exp_config):
    question = "Which protein clumps together when lemon juice curdles milk?"
    options = [("A", "Collagen"), ("B", "Keratin"), ("C", "Gluten"), ("D", "Casein")]

    def where_found(name):
        return llm_model(f"In which food or tissue is {name.lower()} found? Explain briefly.", exp_config)

    notes = [f"- {text}: {where_found(text)}" for _, text in options]
    listing = "\n".join(f"{letter}) {text}" for letter, text in options)
    answer = extract_answer(
        llm_model("Notes:\n" + "\n".join(notes) + f"\n\n{question}\n{listing}\nReply with a single letter.", exp_config)
    )
    return (answer if answer in "ABCD" else "X"), "D", 4
