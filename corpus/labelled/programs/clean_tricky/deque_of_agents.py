from collections import deque


def solve_rotation(question, options, exp_config):
    speakers = deque(["optimist", "pessimist", "realist"])
    protocol = [question, str([(o["id"], o["text"]) for o in options])]
    for _ in range(4):
        speakers.rotate(1)
        protocol.append(f"{speakers[0]}: " + llm_model("\n".join(protocol) + f"\n{speakers[0]}:", exp_config))
    closing = llm_model("\n".join(protocol) + "\nThe chair names one letter:", exp_config)
    letter = extract_answer(closing)
    if letter in [o["id"] for o in options]:
        return letter, "D", 4
    return "X", "D", 4
