def solve_two_stage(question, options, exp_config):
    texts = {o["id"]: o["text"] for o in options}
    rows = "\n".join(f"{key}. {text}" for key, text in texts.items())
    best = extract_answer(llm_model(f"{question}\n{rows}\nMost plausible option, one letter:", exp_config))
    rest = "\n".join(f"{key}. {text}" for key, text in texts.items() if key != best)
    runner_up = extract_answer(llm_model(f"{question}\n{rest}\nMost plausible of these, one letter:", exp_config))
    shortlist = [letter for letter in (best, runner_up) if letter in texts]
    if len(shortlist) < 2:
        return (shortlist[0] if shortlist else "X"), "A", 3
    pair = "\n".join(f"{letter}. {texts[letter]}" for letter in shortlist)
    final = extract_answer(llm_model(f"{question}\n\nCompare:\n{pair}\nThe better one, one letter:", exp_config))
    return (final if final in shortlist else shortlist[0]), "A", 3
