import hashlib


def solve_digest(question, options, exp_config):
    tag = hashlib.sha256(question.encode()).hexdigest()[:8]
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = extract_answer(llm_model(f"[{tag}] {question}\n{rows}\nLetter:", exp_config))
    return letter if letter in {o["id"] for o in options} else "X", "B", 2
