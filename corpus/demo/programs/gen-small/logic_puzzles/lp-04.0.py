def solve_lp_04(question, options, exp_config):
    o = "\n".join(x["id"] + ". " + x["text"] for x in options)
    rem = llm_model("What is 100 modulo 7? Reply with the number only, from 0 to 6.", exp_config)
    answers = []
    n = 3
    while n > 0:
        answers.append(extract_answer(llm_model(f"100 mod 7 is {rem}.\n{question}\n{o}\nAnswer with a single letter. ({n})", exp_config)))
        n -= 1
    for a in answers:
        if answers.count(a) >= 2:
            return a, "C", 4
    return answers[0], "C", 4
