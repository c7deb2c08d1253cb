from collections import namedtuple

Exchange = namedtuple("Exchange", "teacher pupil")


def lesson(question, menu, config, length):
    exchanges = []
    while len(exchanges) < length:
        past = "\n".join(f"T: {e.teacher}\nP: {e.pupil}" for e in exchanges)
        teacher = llm_model(f"Ask a Socratic question about:\n{question}\n{menu}\n{past}", config)
        pupil = llm_model(f"{question}\n{menu}\n{past}\nT: {teacher}\nReply and end with a letter.", config)
        exchanges.append(Exchange(teacher, pupil))
    return exchanges


def solve_socratic(question, options, exp_config):
    menu = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letters = {o["id"] for o in options}
    for exchange in reversed(lesson(question, menu, exp_config, length=4)):
        letter = extract_answer(exchange.pupil)
        if letter in letters:
            return letter, "D", 4
    return "X", "D", 4
