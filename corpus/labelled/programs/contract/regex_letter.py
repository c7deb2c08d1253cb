import re


def solve_regex(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    reply = llm_model(f"{question}\n{rows}\nAnswer:", exp_config)
    found = re.search(r"\b([A-E])\b", reply)
    return found.group(1) if found else "X", "B", 2
