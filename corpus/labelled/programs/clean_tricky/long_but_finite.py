def solve_nested(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    ids = [o["id"] for o in options]
    tally = dict.fromkeys(ids, 0)
    for language in ("English", "German"):
        for tone in ("formal", "plain"):
            for _ in range(2):
                prompt = f"Reason in {language}, {tone}.\n{question}\n{rows}\nLetter:"
                letter = extract_answer(llm_model(prompt, exp_config))
                if letter in tally:
                    tally[letter] += 1
    best = max(ids, key=tally.get)
    return (best, "C", 5) if tally[best] > 0 else ("X", "C", 5)
