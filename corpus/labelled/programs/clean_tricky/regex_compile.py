import re

LAST_LINE = re.compile(r"[^\n]*\Z")


def solve_last_line(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    reply = llm_model(f"{question}\n{rows}\nReason, then put the letter on the last line.", exp_config)
    tail = LAST_LINE.search(reply.strip())
    letter = extract_answer(tail.group(0) if tail else reply)
    return letter if letter in {o["id"] for o in options} else "X", "A", 4
