def attempts(prompt, styles, config):
    for style in styles:
        yield extract_answer(llm_model(f"{style}\n{prompt}", config))


def first_usable(letters, ids):
    for letter in letters:
        if letter in ids:
            return letter
    return None


def solve_escalated(question, options, exp_config):
    ids = frozenset(o["id"] for o in options)
    prompt = f"{question}\n" + "\n".join(f"{o['id']}. {o['text']}" for o in options)
    tiers = {
        "cheap": ("Letter only.", "Quick answer.", "Guess with a letter."),
        "thorough": ("Reason, then a letter.", "List pros and cons, then a letter.", "Prove it, then a letter."),
    }
    for difficulty, (tier, styles) in enumerate(tiers.items(), start=2):
        letter = first_usable(attempts(f"[{tier}] {prompt}", styles, exp_config), ids)
        if letter is not None:
            return letter, "D", difficulty
    return "X", "D", 5
