"""Step-back prompting with string.Template: first the principle, then the case."""
from string import Template

PRINCIPLE = Template(
    "Here is a question:\n$question\n\n"
    "Step back: which general principle or definition is it about? State the principle only."
)
APPLY = Template(
    "Principle: $principle\n\n"
    "Question: $question\n$listing\n\n"
    "Apply the principle to each option in turn. On the last line write 'Option' and the letter that follows."
)
SHORT = Template("$question\n$listing\n\nPrinciple: $principle\n\nReply with one letter.")


def solve_step_back(question, options, exp_config):
    values = {
        "question": question,
        "listing": "\n".join(f"{o['id']}. {o['text']}" for o in options),
    }
    values["principle"] = llm_model(PRINCIPLE.substitute(values), exp_config).strip()

    applied = llm_model(APPLY.substitute(values), exp_config).rstrip()
    last_line = applied.split("\n")[-1]
    letter = extract_answer(last_line)

    valid = [o["id"] for o in options]
    if letter in valid:
        return letter, "A", 3

    letter = extract_answer(llm_model(SHORT.substitute(values), exp_config))
    return (letter if letter in valid else "X"), "A", 3
