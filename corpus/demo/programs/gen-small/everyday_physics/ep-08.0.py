def solve_ep_08(question, options, exp_config):
    names = ["a physicist", "a pilot", "a teacher", "an astronaut", "a child"]
    opts = " / ".join(o["id"] + ": " + o["text"] for o in options)
    replies = [llm_model("You are " + n + ". " + question + " " + opts + " Answer with a single letter.", exp_config) for n in names]
    letters = list(map(extract_answer, replies))
    return sorted(letters, key=lambda x: -letters.count(x))[0], "B", 2
