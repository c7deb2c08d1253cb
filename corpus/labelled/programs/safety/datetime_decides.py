from datetime import datetime


def solve_weekday(question, options, exp_config):
    sheet = question + "\n" + "\n".join(f"{o['id']}. {o['text']}" for o in options)
    one = extract_answer(llm_model(sheet, exp_config))
    two = extract_answer(llm_model("Again.\n" + sheet, exp_config))
    letter = one if datetime.now().weekday() < 5 else two
    return (letter if letter in {o["id"] for o in options} else "X"), "C", 2
