"""Planner, solver and critic in a fixed order."""

PLANNER = "You plan. Do not solve. List at most four steps."
SOLVER = "You solve. Follow the plan and end with the letter of one option."
CRITIC = "You criticise. Say what is wrong with the solution, or say nothing is."


def sheet_of(question, options):
    lines = [question.strip(), ""]
    for option in options:
        lines.append(f"{option['id']}) {option['text']}")
    return "\n".join(lines)


def converse(persona, sheet, notes, config):
    told = "\n".join(f"{title}:\n{body}" for title, body in notes)
    return llm_model(f"{persona}\n\n{sheet}\n\n{told}".strip(), config)


def solve_with_critic(question, options, exp_config):
    sheet = sheet_of(question, options)
    letters = [option["id"] for option in options]
    notes = []
    for title, persona in (("plan", PLANNER), ("solution", SOLVER), ("critique", CRITIC)):
        notes.append((title, converse(persona, sheet, notes, exp_config)))
    revised = converse(SOLVER + " Take the critique into account.", sheet, notes, exp_config)
    letter = extract_answer(revised)
    if letter not in letters:
        notes.append(("revision", revised))
        letter = extract_answer(converse("Name the letter that the revision argues for.", sheet, notes, exp_config))
    if letter not in letters:
        letter = "X"
    return letter, "B", 4
