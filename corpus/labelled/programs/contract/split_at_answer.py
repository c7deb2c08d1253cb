def solve_after(question, options, exp_config):
    menu = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    reply = llm_model(f"{question}\n{menu}\nFinish with 'Answer: <letter>'.", exp_config)
    tail = reply.split("Answer:")[-1].strip()
    letter = tail[0] if tail else "X"
    return letter if letter in {o["id"] for o in options} else "X", "C", 2
