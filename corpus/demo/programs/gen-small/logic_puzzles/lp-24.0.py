import time


def solve_lp_24(question, options, exp_config):
    o = "\n".join(x["id"] + ". " + x["text"] for x in options)
    ans = extract_answer(llm_model(question + "\n" + o + "\nAnswer with a single letter.", exp_config))
    if ans == "X":
        time.sleep(1)
        ans = extract_answer(llm_model(question + "\n" + o + "\nAnswer with a single letter!", exp_config))
    if ans == "X":
        print("no answer")
        return
    return ans, "A", 3
