def solve_string(question, options, exp_config):
    rendered = " ".join(f"[{o['id']}: {o['text']}]" for o in options)
    cast = ""
    for weekday in ("Mon", "Tue", "Wed", "Thu"):
        cast += extract_answer(llm_model(f"It is {weekday}. {question} {rendered}", exp_config))
    cast = cast.replace("X", "")
    if not cast:
        return "X", "A", 3
    return max(sorted(cast), key=cast.count), "A", 3
