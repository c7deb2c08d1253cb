def solve_lp_20(question, options, exp_config):
    """Test the solver's letter by putting its number back into the puzzle; ask again if it does not fit."""
    texts = {o["id"]: o["text"] for o in options}
    listing = "\n".join(f"{k}. {v}" for k, v in texts.items())
    letter = "X"
    for _ in range(3):
        letter = extract_answer(llm_model(f"{question}\n{listing}\nReply with a single letter.", exp_config))
        if letter not in texts:
            continue
        if 2 * int(texts[letter]) + 6 == 20:
            break
    return letter, "A", 2
