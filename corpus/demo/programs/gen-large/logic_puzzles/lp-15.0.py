def solve_lp_15(exp_config):
    QUESTION = (
        "Each of four brothers has exactly one sister, and all share both parents. "
        "How many children does the family have?"
    )
    OPTIONS = {"A": 8, "B": 4, "C": 5, "D": 6}

    def extract_number(text):
        words = "".join(c if c.isdigit() else " " for c in text).split()
        return int(words[0]) if words else None

    for attempt in range(3):
        reply = llm_model(
            f"{QUESTION}\nThink it through and reply with the number only, from 1 to 10. (try {attempt + 1})", exp_config
        )
        number = extract_number(reply)
        for letter, value in OPTIONS.items():
            if value == number:
                return letter, "C", 4
    return "X", "C", 4
