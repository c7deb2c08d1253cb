def table(rows, head):
    widths = [max(len(row[column]) for row in [head, *rows]) for column in range(len(head))]
    line = "+".join("-" * (width + 2) for width in widths)
    body = ["|".join(f" {cell:<{width}} " for cell, width in zip(row, widths)) for row in [head, *rows]]
    return "\n".join([body[0], line, *body[1:]])


def solve_table(question, options, exp_config):
    shown = table([(o["id"], o["text"]) for o in options], ("Letter", "Option"))
    letter = extract_answer(llm_model(f"{question}\n\n{shown}\n\nLetter of the right row:", exp_config))
    return {o["id"]: o["id"] for o in options}.get(letter, "X"), "B", 1
