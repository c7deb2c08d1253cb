def solve_map(question, options, exp_config):
    rows = "\n".join(map("{0[id]}. {0[text]}".format, options))
    tones = ["as a doctor", "as a nurse", "as a pharmacist"]
    replies = map(lambda tone: llm_model(f"{question}\n{rows}\nReply {tone} with a letter.", exp_config), tones)
    letters = list(filter(lambda letter: letter != "X", map(extract_answer, replies)))
    letters.sort()
    return (max(letters, key=letters.count) if letters else "X"), "A", 3
