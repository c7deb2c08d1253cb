"""The solver fills a Markdown table; the row with the highest fit is checked once more."""


def rows(text):
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if len(cells) == 3 and cells[1].isdigit():
            yield cells[0], int(cells[1]), cells[2]


def solve_markdown(question, options, exp_config):
    ids = [o["id"] for o in options]
    skeleton = "\n".join(
        ["| option | fit (0-100) | reason |", "|---|---|---|"] + [f"| {i} |  |  |" for i in ids]
    )
    listing = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    reply = llm_model(f"{question}\n{listing}\n\nFill in this table:\n{skeleton}", exp_config)

    table = {letter: (fit, reason) for letter, fit, reason in rows(reply) if letter in ids}
    if table:
        ordered = sorted(table.items(), key=lambda row: -row[1][0])
        summary = "\n".join(f"{letter}: {fit} ({reason})" for letter, (fit, reason) in ordered)
        prompt = f"{question}\n{listing}\n\nYour table says:\n{summary}\n\nWhich letter do you settle on?"
    else:
        prompt = f"{question}\n{listing}\n\nWhich letter?"
    letter = extract_answer(llm_model(prompt, exp_config))
    if letter not in ids and table:
        return ordered[0][0], "B", 4
    return (letter if letter in ids else "X"), "B", 4
