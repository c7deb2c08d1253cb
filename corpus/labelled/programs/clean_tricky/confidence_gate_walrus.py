import re


def solve_gated(question, options, exp_config):
    ids = {o["id"] for o in options}
    body = question + "\n" + "\n".join(f"{o['id']}. {o['text']}" for o in options)
    best, best_score = "X", -1
    level = 0
    while (level := level + 1) <= 5:
        reply = llm_model(f"{body}\nEffort level {level}. Give LETTER and CONFIDENCE (0-100).", exp_config)
        letter = extract_answer(reply)
        if letter not in ids:
            continue
        score = int(m.group()) if (m := re.search(r"\d{1,3}", reply)) else 0
        if score > best_score:
            best, best_score = letter, score
        if score >= 90:
            break
    return best, "D", 5
