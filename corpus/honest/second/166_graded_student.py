"""A student answers, a teacher grades with comments, the student improves until the grade is good."""

GOOD = ("A", "A+", "A-")


def grade(reply):
    first = reply.strip().split()
    return first[0].strip(".,:").upper() if first else "F"


def solve_graded(question, options, exp_config):
    body = question + "\n" + "\n".join(f"({o['id'].lower()}) {o['text']}" for o in options)
    essay = llm_model(f"{body}\n\nAs a student: which option, and why?", exp_config)
    for _ in range(2):
        report = llm_model(
            f"{body}\n\nStudent:\n{essay}\n\nAs a teacher: begin with a grade from A to F, then comment.",
            exp_config,
        )
        if grade(report) in GOOD:
            break
        essay = llm_model(
            f"{body}\n\nYour essay:\n{essay}\n\nThe teacher's comment:\n{report}\n\nWrite it again.",
            exp_config,
        )

    valid = {o["id"] for o in options}
    letter = extract_answer(essay)
    if letter not in valid:
        letter = extract_answer(
            llm_model(
                f"{body}\n\nStudent:\n{essay}\n\nWhich letter does the student choose?", exp_config
            )
        )
    return (letter if letter in valid else "X"), "C", 5
