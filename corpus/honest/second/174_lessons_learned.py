"""Reflexion: a failed self-check leaves a lesson in memory for the next trial."""

from dataclasses import dataclass, field


@dataclass
class Memory:
    lessons: list = field(default_factory=list)
    capacity: int = 3

    def remember(self, lesson):
        self.lessons.append(lesson.strip())
        del self.lessons[: -self.capacity]

    def as_text(self):
        return "".join(f"\n- {lesson}" for lesson in self.lessons) or " none yet"


def solve_reflexion(question, options, exp_config):
    memory = Memory()
    body = question + "\n" + "\n".join(f"{o['id']}. {o['text']}" for o in options)
    valid = {o["id"] for o in options}
    letter = "X"
    for trial in range(3):
        attempt = llm_model(
            f"{body}\n\nLessons:{memory.as_text()}\n\nSolve it, letter at the end.", exp_config
        )
        candidate = extract_answer(attempt)
        if candidate in valid:
            letter = candidate
            critique = llm_model(
                f"{body}\n\nAttempt:\n{attempt}\n\nIs it sound? Start with PASS or FAIL.",
                exp_config,
            )
            if critique.lstrip().upper().startswith("PASS"):
                break
        else:
            critique = "The attempt named no option."
        if trial < 2:
            memory.remember(
                llm_model(
                    f"Attempt:\n{attempt}\nCritique:\n{critique}\n\nWrite one lesson.", exp_config
                )
            )
    return letter, "D", 5
