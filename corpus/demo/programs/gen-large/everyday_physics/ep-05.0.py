def parse_km(text):
    """The first number in the text, as a float, or None."""
    digits = ""
    for character in text:
        if character.isdigit() or (character == "." and digits):
            digits += character
        elif digits:
            break
    try:
        return float(digits)
    except ValueError:
        return None


def solve_ep_05(options, exp_config):
    speed = llm_model("How many metres does sound cover in one second? Reply with the number only, from 0 to 1000.", exp_config)
    estimate = parse_km(speed)
    hint = "" if estimate is None else f"Sound covers about {estimate:.0f} metres a second.\n"
    listing = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    question = "Thunder follows a flash after 6 seconds. How far away was the flash?"

    for wording in ("Reply with a single letter.", "Only the letter, please."):
        letter = extract_answer(llm_model(f"{hint}{question}\n{listing}\n{wording}", exp_config))
        if letter != "X":
            return letter, "C", 4
    return "X", "C", 4
