def solve_ep_17(question, options, exp_config):
    """One call that must end in a fixed line, and one repair call."""
    listing = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    reply = llm_model(
        f"{question}\n{listing}\n\nThink step by step. The last line must read 'Final: ' and a single letter.", exp_config
    )
    tail = reply.rsplit("Final:", 1)[-1]
    letter = extract_answer(tail)
    match letter:
        case "A" | "B" | "C" | "D":
            return letter, "D", 3
        case _:
            fixed = llm_model(f"{reply}\n\nWhich option does this text choose? Reply with a single letter.", exp_config)
            again = extract_answer(fixed)
            if again == "X":
                return "X", "D", 3
            return again, "D", 3
