"""Options such as 'all of the above' get a check of their own before the usual question."""

SPECIAL = ("all of the above", "none of the above", "both a and b")


def special_options(options):
    return [o for o in options if o["text"].strip().rstrip(".").lower() in SPECIAL]


def solve_special(question, options, exp_config):
    special = special_options(options)
    ordinary = [o for o in options if o not in special]
    listing = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    note = ""
    if special and ordinary:
        remarks = []
        for option in ordinary[:4]:
            reply = llm_model(
                f"{question}\nIs this true as an answer: {option['text']}? Yes or no, and why.",
                exp_config,
            )
            remarks.append(f"{option['id']}: {reply}")
        note = (
            "Be careful: "
            + " and ".join(f"'{o['text']}'" for o in special)
            + " is among the options.\n"
            "Checked one by one:\n" + "\n".join(remarks) + "\n\n"
        )
    letters = [o["id"] for o in options]
    for ending in ("Letter:", "Only the letter, nothing else:"):
        letter = extract_answer(llm_model(f"{note}{question}\n{listing}\n\n{ending}", exp_config))
        if letter in letters:
            return letter, "B", 4
    return "X", "B", 4
