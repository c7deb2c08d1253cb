def solve_matched(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    ids = [o["id"] for o in options]
    ask = lambda tail: llm_model(f"{question}\n{rows}\n{tail}", exp_config)  # noqa: E731
    draft = ask("Draft an answer with a letter.")
    letter = extract_answer(draft)
    match ask(f"Judge this draft in one word (accept, revise, reject): {draft}").strip().lower().split():
        case ["accept", *_]:
            pass
        case ["revise", *_]:
            letter = extract_answer(ask(f"Revise: {draft}"))
        case ["reject", *_]:
            other = ask(f"Wrong: {draft}\nWrite another answer.")
            letter = extract_answer(ask(f"Take the letter from this: {other}"))
        case _:
            letter = extract_answer(ask(f"The draft could not be judged: {draft}\nLetter:"))
    if letter in ids:
        return letter, "A", 3
    return "X", "A", 3
