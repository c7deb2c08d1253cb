import re

MARKER = re.compile(r"FINAL CHOICE:\s*\[?([A-J])\]?")


def solve(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    prompt = f"{question}\n{rows}\nReason briefly, then end with FINAL CHOICE: [letter]."
    found = MARKER.search(llm_model(prompt, exp_config))
    if found is None:
        return "X", "B", 4
    return found.group(1), "B", 4
