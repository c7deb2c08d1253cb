"""A closure with a memo: equal prompts are asked once, whoever asks them."""


def make_asker(exp_config):
    memo = {}
    saved = 0

    def ask(prompt):
        nonlocal saved
        if prompt in memo:
            saved += 1
            return memo[prompt]
        memo[prompt] = llm_model(prompt, exp_config)
        return memo[prompt]

    def statistics():
        return {"asked": len(memo), "saved": saved}

    return ask, statistics


def solve_memo(question, options, exp_config):
    ask, statistics = make_asker(exp_config)
    text = {o["id"]: o["text"] for o in options}
    listing = "\n".join(f"{key}. {value}" for key, value in text.items())

    def direct():
        return extract_answer(ask(f"{question}\n{listing}\nReply with one letter."))

    def holds(letter):
        reply = ask(f"{question}\nIs '{text[letter]}' the right answer? Reply yes or no.")
        return reply.strip().lower().startswith("yes")

    guess = direct()
    if guess in text and holds(guess):
        return guess, "C", 3

    supported = [letter for letter in text if holds(letter)]
    if len(supported) == 1:
        return supported[0], "C", 3

    # No option, or several: what was said first stands, if it was an option at all.
    answer = direct()
    print(statistics())
    return (answer if answer in text else "X"), "C", 3
