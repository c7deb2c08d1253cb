STORY = "Tell in three sentences what would happen if this were tried: "


def solve_story(question, options, exp_config):
    scene = llm_model(STORY + question, exp_config)
    menu = "; ".join(o["id"] + " " + o["text"] for o in options)
    final = llm_model(f"{scene}\nGiven this scene: {question} {menu}. One letter.", exp_config)
    letter = extract_answer(final)
    return (letter if letter != "X" else "X"), "C", 2
