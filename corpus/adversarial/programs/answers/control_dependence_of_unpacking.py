# Which element is unpacked where is decided by the reply.
def solve(question, options, exp_config):
    reply = llm_model(question, exp_config)
    (first, (second, *rest)) = ("A", ("B", "C")) if "yes" in reply else ("C", ("A", "B"))
    return first if rest else second, "A", 2
