"""Two debaters argue for two rounds, a judge who reads the transcript decides."""

ROUNDS = 2
SIDES = ("Alpha", "Beta")


def solve_debate(question, options, exp_config):
    listing = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    header = f"Question: {question}\nOptions:\n{listing}\n"
    transcript = []

    for round_number in range(1, ROUNDS + 1):
        for side in SIDES:
            so_far = "\n".join(transcript) or "(nothing yet)"
            task = (
                "Name the option that you believe is right and argue for it."
                if round_number == 1
                else "Answer the other side's argument. You may change your mind."
            )
            speech = llm_model(
                f"{header}\nYou are {side} in a debate. Debate so far:\n{so_far}\n\n{task} At most three sentences.",
                exp_config,
            )
            transcript.append(f"{side} (round {round_number}): {speech.strip()}")

    ruling = llm_model(
        f"{header}\nTwo sides debated this question:\n" + "\n".join(transcript) +
        "\n\nYou are the judge. Which option is right? Reply with the letter only.",
        exp_config,
    )
    letter = extract_answer(ruling)
    if letter not in {o["id"] for o in options}:
        retry = llm_model(f"{header}\nThe judge wrote: {ruling}\nWhich letter did the judge mean? One letter.", exp_config)
        letter = extract_answer(retry)
    return (letter if letter in {o["id"] for o in options} else "X"), "C", 5
