def winner(sheet, left, right, config):
    verdict = llm_model(f"{sheet}\n\nLeft draft: {left}\n\nRight draft: {right}\n\nSay left or right.", config)
    return right if "right" in verdict.lower() else left


def solve_tournament(question, options, exp_config):
    sheet = question + "\n" + "\n".join(f"{o['id']}. {o['text']}" for o in options)
    a, b, c, d = (
        llm_model(f"{sheet}\n\n{manner} and end with a letter.", exp_config)
        for manner in ("Reason forward", "Reason backward", "Reason by cases", "Reason by analogy")
    )
    champion = winner(sheet, winner(sheet, a, b, exp_config), winner(sheet, c, d, exp_config), exp_config)
    letter = extract_answer(champion)
    return (letter, "D", 3) if letter in {o["id"] for o in options} else ("X", "D", 5)
