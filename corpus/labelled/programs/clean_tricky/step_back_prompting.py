def solve_step_back(item, exp_config):
    question, options = item["question"], item["options"]
    rows = "\n".join(f"{entry['id']}. {entry['text']}" for entry in options)

    def inquire(text):
        return llm_model(text, exp_config)

    principle = inquire(f"Step back. Which general principle is behind this question?\n{question}")
    readings = [
        extract_answer(inquire(f"Principle: {principle}\n{question}\n{rows}\n{tail}"))
        for tail in ("Apply the principle. Letter:", "Test each option against the principle. Letter:")
    ]
    one, two = readings
    ids = tuple(entry["id"] for entry in options)
    if one == two and one in ids:
        return one, "D", 3
    settled = extract_answer(inquire(f"{question}\n{rows}\nTwo readings gave {one} and {two}. Letter:"))
    return settled if settled in ids else "X", "D", 3
