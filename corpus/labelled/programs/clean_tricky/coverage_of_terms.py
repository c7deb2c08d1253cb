LIMIT = 4000


def clipped(text, limit=LIMIT):
    words = text.split()
    while len(" ".join(words)) > limit:
        words.pop()
    return " ".join(words)


def solve_clipped(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {clipped(o['text'], 300)}" for o in options)
    stem = clipped(question)
    background = clipped(llm_model(f"Background for: {stem}", exp_config), 1200)
    objections = clipped(llm_model(f"What in this is doubtful? {background}", exp_config), 600)
    letter = extract_answer(llm_model(f"{background}\n{objections}\n{stem}\n{rows}\nLetter:", exp_config))
    return letter if letter in {o["id"] for o in options} else "X", "D", 3
