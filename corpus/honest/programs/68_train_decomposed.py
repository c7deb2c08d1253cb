"""Sub-questions with numbers; the arithmetic is done here, the choice is the solver's."""
import re

QUESTION = "A train leaves at 14:20, covers 150 km at 60 km/h, waits 15 minutes, then covers 40 km at 80 km/h. When does it arrive?"
OPTIONS = {"A": "17:05", "B": "17:20", "C": "17:35", "D": "17:50"}

SUB_QUESTIONS = (
    ("first leg", "How many minutes does a train need for 150 km at 60 km/h?"),
    ("stop", "The train waits 15 minutes at a station. How many minutes does the stop last?"),
    ("second leg", "How many minutes does a train need for 40 km at 80 km/h?"),
)


def minutes_in(text):
    """The last whole number in the text, which is where replies put their result; None without one."""
    numbers = re.findall(r"\d+", text.replace(",", ""))
    return int(numbers[-1]) if numbers else None


def clock(start_hour, start_minute, plus):
    total = start_hour * 60 + start_minute + plus
    return f"{total // 60 % 24:02d}:{total % 60:02d}"


def solve_train(exp_config):
    listing = "\n".join(f"{letter}. {text}" for letter, text in OPTIONS.items())
    parts = {}
    for name, sub_question in SUB_QUESTIONS:
        reply = llm_model(f"{sub_question} Calculate, and end with the number of minutes.", exp_config)
        value = minutes_in(reply)
        if value is not None:
            parts[name] = value

    if len(parts) == len(SUB_QUESTIONS):
        total = sum(parts.values())
        steps = ", ".join(f"{name}: {value} min" for name, value in parts.items())
        hint = f"Intermediate results: {steps}. Together {total} min, which leads to {clock(14, 20, total)}.\n"
    else:
        hint = ""

    reply = llm_model(f"{QUESTION}\n{listing}\n\n{hint}Check the steps. Which letter is right? One letter.", exp_config)
    letter = extract_answer(reply)
    return (letter if letter in OPTIONS else "X"), "C", 4
