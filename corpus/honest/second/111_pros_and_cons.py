"""One table of pros and cons for all options, read back line by line, then a decision."""

from collections import defaultdict


def parse_table(text, letters):
    table = defaultdict(lambda: {"+": [], "-": []})
    for line in text.splitlines():
        head, _, rest = line.partition(" ")
        if len(head) == 2 and head[0] in letters and head[1] in "+-" and rest:
            table[head[0]][head[1]].append(rest.strip())
    return table


def solve_pros_cons(question, options, exp_config):
    letters = [o["id"] for o in options]
    listing = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    raw = llm_model(
        f"{question}\n{listing}\n\nFor every option write one line that begins with its letter and '+' and names a reason "
        "for it, and one that begins with its letter and '-' and names a reason against it.",
        exp_config,
    )
    table = parse_table(raw, letters)
    blocks = []
    for option in options:
        row = table[option["id"]]
        blocks.append(
            f"{option['id']}. {option['text']}\n  for: {'; '.join(row['+']) or 'nothing'}"
            f"\n  against: {'; '.join(row['-']) or 'nothing'}"
        )
    summary = "\n".join(blocks)
    first = extract_answer(
        llm_model(f"{question}\n\n{summary}\n\nWeigh the reasons. Which letter wins?", exp_config)
    )
    if first in letters:
        return first, "A", 4
    second = extract_answer(llm_model(f"{question}\n{listing}\nWhich letter?", exp_config))
    return (second if second in letters else "X"), "A", 4
