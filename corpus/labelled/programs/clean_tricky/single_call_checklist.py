CHECKLIST = [
    "Underline the words that limit the question (not, except, only, most).",
    "Say what an ideal answer would contain.",
    "Compare each option with the ideal answer.",
    "Exclude options that answer another question.",
    "Write the letter of the option that is left on a line of its own, at the end.",
]


def last_line(text):
    lines = [line for line in text.splitlines() if line.strip()]
    return lines[-1] if lines else ""


def solve_checklist(question, options, exp_config):
    steps = "\n".join(f"{n}) {step}" for n, step in enumerate(CHECKLIST, 1))
    rows = "\n".join(f"  {o['id']}. {o['text']}" for o in options)
    reply = llm_model(f"{question}\n{rows}\n\nWork through this checklist:\n{steps}", exp_config)
    letter = extract_answer(last_line(reply))
    valid = {o["id"] for o in options}
    if letter not in valid and (fallback := extract_answer(reply)) in valid:
        letter = fallback
    return letter if letter in valid else "X", "A", 2
