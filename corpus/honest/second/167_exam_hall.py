"""Two students sit the exam; a marker sees both papers without names."""

from string import ascii_lowercase


class Student:
    def __init__(self, manner):
        self.manner = manner
        self.paper = ""

    def sit(self, sheet, exp_config):
        self.paper = llm_model(
            f"You take an exam and work {self.manner}.\n\n{sheet}\n\nYour paper:", exp_config
        )
        return self


def solve_exam(question, options, exp_config):
    sheet = question + "\n" + "\n".join(f"{o['id']}. {o['text']}" for o in options)
    valid = {o["id"] for o in options}
    students = [Student("fast").sit(sheet, exp_config), Student("carefully").sit(sheet, exp_config)]
    letters = [extract_answer(student.paper) for student in students]
    if len(set(letters)) == 1 and letters[0] in valid:
        return letters[0], "D", 4

    papers = "\n\n".join(
        f"Paper ({name})\n{student.paper}" for name, student in zip(ascii_lowercase, students)
    )
    marked = llm_model(
        f"{sheet}\n\n{papers}\n\nMark both papers. Then write the letter that should get full marks.",
        exp_config,
    )
    final = extract_answer(marked)
    if final not in valid:
        usable = [letter for letter in letters if letter in valid]
        return (usable[-1] if usable else "X"), "D", 4
    return final, "D", 4
