"""A loop with its own counter and an explicit give-up, as many people write it."""

MAX_ATTEMPTS = 5


def solve_question(question, options, exp_config):
    valid_letters = []
    options_text = ""
    for opt in options:
        valid_letters.append(opt["id"])
        options_text += opt["id"] + ". " + opt["text"] + "\n"

    attempts = 0
    answer = None
    while True:
        attempts += 1
        if attempts > MAX_ATTEMPTS:
            break
        prompt = "Question: " + question + "\n\nOptions:\n" + options_text + "\n"
        if attempts > 1:
            prompt += "Please make sure to respond with one of: " + ", ".join(valid_letters) + "\n"
        prompt += "Answer:"
        response = llm_model(prompt, exp_config)
        candidate = extract_answer(response)
        if candidate in valid_letters:
            verify = llm_model(
                prompt + " " + candidate + "\n\nIs this answer correct? Respond with YES or NO.",
                exp_config,
            )
            answer = candidate
            if "YES" in verify.upper():
                break
    if answer is None:
        answer = "X"
    return answer, "B", 4
