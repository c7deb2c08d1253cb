import re


def solve(question, options, exp_config):
    rows = "\n".join(f"({o['id'].lower()}) {o['text']}" for o in options)
    reply = llm_model(f"{question}\n{rows}\nAnswer with one of the labels, brackets included.", exp_config)
    labels = re.findall(r"\(([a-j])\)", reply)
    return (labels[-1].upper() if labels else "X"), "A", 3
