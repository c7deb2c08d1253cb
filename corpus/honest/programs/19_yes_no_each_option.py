"""A yes/no question per option; when that does not single one out, a direct question decides."""
import string

YES = {"yes", "true", "correct", "right"}


def first_word(text):
    for word in text.lower().split():
        cleaned = word.strip(string.punctuation)
        if cleaned:
            return cleaned
    return ""


def confirmed(question, option, exp_config):
    reply = llm_model(
        f"Question: {question}\nSuggested answer: {option['text']}\nIs the suggested answer correct? Reply yes or no.",
        exp_config,
    )
    return first_word(reply) in YES


def solve_each(question, options, exp_config):
    accepted = [option for option in options if confirmed(question, option, exp_config)]
    if len(accepted) == 1:
        return accepted[0]["id"], "B", 3

    pool = accepted or options
    lines = "\n".join(f"{option['id']}. {option['text']}" for option in pool)
    letter = extract_answer(
        llm_model(f"{question}\n\n{lines}\n\nChoose the best option. Reply with the letter only.", exp_config)
    )
    if letter not in {option["id"] for option in pool}:
        letter = "X"
    return letter, "B", 3
