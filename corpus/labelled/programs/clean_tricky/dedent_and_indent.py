import textwrap

FRAME = textwrap.dedent(
    """\
    You sit an examination. 100% of the marks go to the right letter, {penalty} are deducted for prose.

    {question}

    {rows}

    Letter:"""
)


def solve_frame(question, options, exp_config):
    rows = textwrap.indent("\n".join(f"{o['id']}. {o['text']}" for o in options), "  ")
    prompt = FRAME.format(penalty="$0.50", question=textwrap.fill(question, 90), rows=rows)
    letter = extract_answer(llm_model(prompt, exp_config))
    for option in options:
        if option["id"] == letter:
            break
    else:
        letter = "X"
    return letter, "E", 2
