RUBRIC = {"accuracy": 3, "completeness": 2, "clarity": 1}


def points(text):
    digits = [int(ch) for ch in text if ch.isdecimal() and ch.isascii()]
    return sum(digits[: len(RUBRIC)])


def solve_rubric(question, options, exp_config):
    page = question + "\n" + "\n".join(f"({o['id']}) {o['text']}" for o in options)
    criteria = "; ".join(f"{name} (0-{weight})" for name, weight in RUBRIC.items())
    candidates = []
    for order, tone in enumerate(("cautious", "confident")):
        text = llm_model(f"{page}\n\nAnswer like a {tone} examinee: reasons, then a letter.", exp_config)
        marks = llm_model(f"{page}\n\nMark this answer by {criteria}. Three digits.\n{text}", exp_config)
        candidates.append((points(marks), -order, text))
    candidates.sort(reverse=True)
    for _, _, text in candidates:
        letter = extract_answer(text)
        if letter != "X":
            return letter, "A", 2
    last = extract_answer(llm_model(f"{page}\n\nOne letter, nothing else:", exp_config))
    return (last, "A", 2) if last in [o["id"] for o in options] else ("X", "A", 2)
