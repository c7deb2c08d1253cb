LOOK_ALIKES = {0x0410: "A", 0x0412: "B", 0x0421: "C", 0x0415: "E"}


def solve_plain(question, options, exp_config):
    menu = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    reply = llm_model(f"{question}\n{menu}\nReply with a letter.", exp_config).translate(LOOK_ALIKES)
    letter = extract_answer(reply)
    if letter not in (o["id"] for o in options):
        return "X", "B", 1
    return letter, "B", 1
