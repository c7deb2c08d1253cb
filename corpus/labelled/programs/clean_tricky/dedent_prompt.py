from textwrap import dedent

FORM = dedent(
    """\
    QUESTION
    {question}

    CHOICES
    {choices}

    LETTER
    """
)


def solve_form(question, options, exp_config):
    choices = "\n".join(map("{id}) {text}".format_map, options))
    letter = extract_answer(llm_model(FORM.format(question=question, choices=choices), exp_config))
    return letter if letter in {o["id"] for o in options} else "X", "B", 2
