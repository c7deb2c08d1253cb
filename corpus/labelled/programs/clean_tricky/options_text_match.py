def overlap(reply, text):
    return len(set(reply.lower().split()) & set(text.lower().split()))


def solve_overlap(question, options, exp_config):
    menu = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    reply = llm_model(f"{question}\n{menu}\nQuote the right option and name its letter.", exp_config)
    letter = extract_answer(reply)
    quoted = [o["id"] for o in options if overlap(reply, o["text"]) and o["id"] == letter]
    return quoted[0] if quoted else "X", "B", 2
