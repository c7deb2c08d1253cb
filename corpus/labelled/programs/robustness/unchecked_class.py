class Student:
    def __init__(self, config):
        self.config = config
        self.choice = None

    def study(self, question, rows):
        outline = llm_model(f"Outline: {question}", self.config)
        self.choice = extract_answer(llm_model(f"{outline}\n{question}\n{rows}\nLetter:", self.config))


def solve_student(question, options, exp_config):
    student = Student(exp_config)
    student.study(question, "\n".join(f"{o['id']}. {o['text']}" for o in options))
    return student.choice, "D", 3
