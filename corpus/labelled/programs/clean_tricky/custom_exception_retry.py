class NoLetter(Exception):
    """The reply named no option."""


def parse(reply, letters):
    pick = extract_answer(reply)
    if pick not in letters:
        raise NoLetter(reply)
    return pick


def scaffold_exception(item, exp_config):
    letters = [o["id"] for o in item["options"]]
    text = item["question"] + "\n" + "\n".join(f"{o['id']}) {o['text']}" for o in item["options"])
    try:
        return parse(llm_model(text + "\nGive a letter.", exp_config), letters), "A", 3
    except NoLetter as nothing:
        again = f"{text}\nYou wrote: {nothing}\nThat names no option. Give a letter."
    try:
        return parse(llm_model(again, exp_config), letters), "A", 3
    except NoLetter:
        return "X", "A", 3
