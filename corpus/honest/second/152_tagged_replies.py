"""Tags around the parts of a reply; what is in <answer> counts."""

import re


def inside(tag, text):
    match = re.search(rf"<{tag}>(.*?)(?:</{tag}>|$)", text, re.DOTALL | re.IGNORECASE)
    return match.group(1).strip() if match else ""


def solve_tagged(question, options, exp_config):
    tagged_options = "\n".join(f'<option id="{o["id"]}">{o["text"]}</option>' for o in options)
    prompt = (
        f"<question>{question}</question>\n{tagged_options}\n\n"
        "Write your reasoning in <thinking> tags and the letter of the right option in <answer> tags."
    )
    valid = [o["id"] for o in options]
    thinking = ""
    for attempt in range(3):
        full = (
            prompt
            if not thinking
            else f"{prompt}\n\nYour reasoning so far:\n<thinking>{thinking}</thinking>"
        )
        reply = llm_model(full, exp_config)
        thinking = inside("thinking", reply) or thinking
        answer = inside("answer", reply)
        letter = extract_answer(answer if answer else reply)
        if letter in valid:
            return letter, "D", 4
    return "X", "D", 4
