def propose(text, config):
    return review(text, llm_model(f"{text}\nPropose a letter.", config), config)


def review(text, draft, config):
    verdict = llm_model(f"{text}\nDraft: {draft}\nGood or bad?", config)
    if "good" in verdict.lower():
        return draft
    return propose(text, config)


def solve_mutual(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = extract_answer(propose(f"{question}\n{rows}", exp_config))
    return letter if letter in {o["id"] for o in options} else "X", "B", 3
