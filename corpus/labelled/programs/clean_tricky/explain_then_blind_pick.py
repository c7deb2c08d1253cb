import re


def without_letters(text):
    return re.sub(r"\b[A-Z]\b[.):]?", "_", text)


def solve_blind(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    explanations = tuple(
        without_letters(llm_model(f"{question}\n{rows}\nExplain {what}. Name no letter.", exp_config))
        for what in ("what the question tests", "how to tell the options apart", "what beginners get wrong")
    )
    tested, apart, wrong = explanations
    prompt = f"Tests: {tested}\nDistinguish: {apart}\nPitfalls: {wrong}\n\n{question}\n{rows}\nLetter:"
    letter = extract_answer(llm_model(prompt, exp_config))
    return letter if letter in {o["id"] for o in options} else "X", "A", 4
