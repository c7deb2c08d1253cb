"""Which question would each option answer? The one closest to ours wins, as the solver sees it."""


def imagined_questions(options, topic, exp_config):
    for option in options:
        yield (
            option["id"],
            llm_model(
                f"Topic: {topic}\nWrite the question to which this is the answer: {option['text']}",
                exp_config,
            ),
        )


def solve_backwards(question, options, exp_config):
    topic = llm_model(f"Name the topic of this question in three words: {question}", exp_config)
    imagined = dict(imagined_questions(options, topic, exp_config))
    shown = "\n".join(f"{letter}. {text}" for letter, text in imagined.items())
    letter = extract_answer(
        llm_model(
            f"Our question: {question}\n\nOther questions:\n{shown}\n\nWhich is closest to ours? Letter:",
            exp_config,
        )
    )
    if letter not in imagined:
        return "X", "B", 5
    listing = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    confirm = extract_answer(llm_model(f"{question}\n{listing}\n\nLetter:", exp_config))
    if confirm == letter or confirm not in imagined:
        return letter, "B", 5
    tie = extract_answer(
        llm_model(f"{question}\n{listing}\n\nIs it {letter} or {confirm}? Letter:", exp_config)
    )
    return (tie if tie in (letter, confirm) else confirm), "B", 5
