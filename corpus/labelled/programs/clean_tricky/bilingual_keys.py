import unicodedata

GREEK = "αβγδεζηθ"


def name_of(char):
    return unicodedata.name(char).rsplit(" ", 1)[-1].lower()


def solve_greek(question, options, exp_config):
    shown = "\n".join(f"{greek} ({name_of(greek)}): {o['text']}" for greek, o in zip(GREEK, options))
    said = llm_model(f"{question}\n{shown}\nArgue for one of them by its Greek name.", exp_config)
    key = "\n".join(f"{name_of(greek)} = {o['id']}. {o['text']}" for greek, o in zip(GREEK, options))
    letter = extract_answer(llm_model(f"{said}\n\nWhich Latin letter does this mean?\n{key}\nLetter:", exp_config))
    return letter if letter in {o["id"] for o in options} else "X", "B", 3
