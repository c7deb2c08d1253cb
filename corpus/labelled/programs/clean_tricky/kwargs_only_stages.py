def stage(template, *, config, key, **known):
    return {**known, key: llm_model(template.format(**known), config)}


TEMPLATES = {
    "given": "What is given?\n{question}",
    "asked": "What is asked?\n{question}\nGiven: {given}",
    "rule": "Which rule helps?\nGiven: {given}\nAsked: {asked}",
    "final": "{question}\n{rows}\nGiven: {given}\nAsked: {asked}\nRule: {rule}\nLetter:",
}


def solve_kwargs(question, options, exp_config):
    known = {"question": question, "rows": "\n".join(f"{o['id']}. {o['text']}" for o in options)}
    for key, template in TEMPLATES.items():
        known = stage(template, config=exp_config, key=key, **known)
    letter = extract_answer(known["final"])
    return letter if letter in [o["id"] for o in options] else "X", "D", 4
