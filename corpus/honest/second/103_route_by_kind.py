"""The solver names the kind of question; each kind has a prompt of its own."""

TEMPLATES = {
    "recall": "This is a question of fact. Say what you know, then give the letter.",
    "calculation": "Work the numbers out step by step, check the units, then give the letter.",
    "inference": "State the premises, derive what follows, then give the letter.",
    "vocabulary": "Define the key term first, compare each option with it, then give the letter.",
}
GENERAL = "Think carefully, then give the letter."


def kind_of(question, exp_config):
    names = ", ".join(TEMPLATES)
    reply = llm_model(
        f"{question}\n\nWhat kind of question is this: {names}? One word.", exp_config
    ).lower()
    for name in TEMPLATES:
        if name in reply:
            return name
    return None


def solve_routed(question, options, exp_config):
    listing = "\n".join(f"({o['id']}) {o['text']}" for o in options)
    kind = kind_of(question, exp_config)
    instruction = TEMPLATES.get(kind, GENERAL)
    working = llm_model(f"{instruction}\n\n{question}\n{listing}", exp_config)
    letter = extract_answer(working)
    if letter not in {o["id"] for o in options}:
        letter = extract_answer(
            llm_model(
                f"{question}\n{listing}\n\nNotes:\n{working}\n\nSo which letter is it?", exp_config
            )
        )
    return letter, "C", 4
