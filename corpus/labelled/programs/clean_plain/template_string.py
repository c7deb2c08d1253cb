from string import Template

PROMPT = Template("Q: $question\n$choices\nA (letter only):")


def solve_template(question, options, exp_config):
    choices = "\n".join(o["id"] + ") " + o["text"] for o in options)
    reply = llm_model(PROMPT.substitute(question=question, choices=choices), exp_config)
    letter = extract_answer(reply)
    return (letter, "E", 2) if letter in {o["id"] for o in options} else ("X", "E", 2)
