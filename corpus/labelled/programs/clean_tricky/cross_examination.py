QUESTIONS_TO_ASK = 3


def menu_of(options):
    return "\n".join(f"{o['id']}. {o['text']}" for o in options)


def examine(question, options, config):
    """Pairs of question and answer; every question knows those before."""
    record = []
    for number in range(QUESTIONS_TO_ASK):
        so_far = "\n".join(f"Q{n}: {q}\nA{n}: {a}" for n, (q, a) in enumerate(record, 1))
        asked = llm_model(
            f"You examine a witness about: {question}\n{menu_of(options)}\n{so_far}\nAsk question {number + 1}.", config
        )
        told = llm_model(f"You are the witness. The matter: {question}\nAnswer truthfully: {asked}", config)
        record.append((asked, told))
    return record


def solve_by_examination(question, options, exp_config):
    record = examine(question, options, exp_config)
    minutes = "\n".join(f"- {asked} -> {told}" for asked, told in record)
    verdict = llm_model(f"{question}\n{menu_of(options)}\nMinutes:\n{minutes}\nVerdict, one letter:", exp_config)
    letter = extract_answer(verdict)
    if letter in [o["id"] for o in options]:
        return letter, "B", 5
    return "X", "B", 5
