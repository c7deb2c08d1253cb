def solve_by_analogy(question, options, exp_config):
    def ask(*paragraphs):
        return llm_model("\n\n".join(paragraphs), exp_config)

    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    easier = ask("Invent an easier question of the same kind.", question)
    answer = ask("Answer this question and explain the method.", easier)
    mapping = ask("What differs between the two questions?", f"1) {easier}", f"2) {question}")
    reply = ask("Use the method of the easier question.", easier, answer, mapping, question, rows, "Letter:")
    picked = extract_answer(reply)
    for position, option in enumerate(options, start=1):
        if option["id"] == picked:
            return picked, "C", min(position, 5)
    return "X", "C", 5
