PERSONAS = ("judge", "advocate", "clerk", "student")


def solve_court(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    views = dict.fromkeys(PERSONAS, "none yet")
    for _ in range(3):
        views = {
            persona: llm_model(f"As a {persona}, having heard {views}: {question}\n{rows}\nLetter:", exp_config)
            for persona in PERSONAS
        }
    letters = [extract_answer(text) for text in views.values()]
    letters = [letter for letter in letters if letter != "X"]
    return (max(letters, key=letters.count) if letters else "X"), "C", 4
