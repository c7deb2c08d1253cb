def solve_thrice(question, options, exp_config):
    def support(option):
        agreed = 0
        for angle in ("true", "relevant", "complete"):
            reply = llm_model(f"{question}\nIs '{option['text']}' {angle}? yes or no", exp_config)
            agreed += "yes" in reply.lower()
        return agreed

    best = max(options, key=support)
    return best["id"], "B", 3
