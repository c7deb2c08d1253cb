"""string.Template prompts kept in one table, filled from one mapping that grows."""

from string import Template

STEPS = [
    ("topic", Template("$question\n\nName the topic of this question in three words.")),
    ("facts", Template("Topic: $topic\n\nList two facts that help with: $question")),
    (
        "lean",
        Template(
            "$question\n$listing\n\nFacts: $facts\n\nWhich way do you lean, and how sure are you?"
        ),
    ),
    ("final", Template("$question\n$listing\n\nYou leaned: $lean\n\nFinal letter:")),
]


def solve_templates(question, options, exp_config):
    slots = {
        "question": question,
        "listing": "\n".join(f"{o['id']}. {o['text']}" for o in options),
    }
    for name, template in STEPS:
        slots[name] = llm_model(template.substitute(slots), exp_config).strip()

    for source in ("final", "lean"):
        letter = extract_answer(slots[source])
        if letter in [o["id"] for o in options]:
            return letter, "A", 4
    return "X", "A", 4
