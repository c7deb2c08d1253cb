from string import Template

ASK = Template("$question\n\n$rows\n\n$tail")
ROW = "%(id)s. %(text)s"


def solve_templates(question, options, exp_config):
    rows = "\n".join(ROW % option for option in options)
    first = llm_model(ASK.substitute(question=question, rows=rows, tail="Which options can be excluded?"), exp_config)
    tail = "These were excluded for good reason: %s\nLetter:" % first
    letter = extract_answer(llm_model(ASK.safe_substitute({"question": question, "rows": rows, "tail": tail}), exp_config))
    return (letter, "A", 2) if letter in {o["id"] for o in options} else ("X", "A", 2)
