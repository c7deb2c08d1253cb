"""A conversation as a fold: every instruction adds the solver's reply to the transcript."""

from functools import reduce

INSTRUCTIONS = (
    "Restate the question in your own words.",
    "Name the option that is easiest to rule out, and why.",
    "Name the two options that are hardest to tell apart.",
    "Say which of all options is right, and why.",
)


def turn(transcript, instruction, exp_config):
    reply = llm_model("\n\n".join([*transcript, f"Teacher: {instruction}", "Student:"]), exp_config)
    return (*transcript, f"Teacher: {instruction}", f"Student: {reply}")


def solve_folded(question, options, exp_config):
    opening = (question, "\n".join(f"{o['id']}. {o['text']}" for o in options))
    transcript = reduce(
        lambda so_far, instruction: turn(so_far, instruction, exp_config), INSTRUCTIONS, opening
    )
    closing = "\n\n".join(transcript) + "\n\nTeacher: The letter, please.\nStudent:"
    letter = extract_answer(llm_model(closing, exp_config))
    if letter == "X":
        letter = extract_answer(transcript[-1])
    return letter, "B", 4
