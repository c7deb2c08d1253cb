def solve_names(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    exec_summary = llm_model(f"Summarise the question in one line: {question}", exp_config)
    eval_result = extract_answer(llm_model(f"{exec_summary}\n{question}\n{rows}\nLetter:", exp_config))
    compile_ok = eval_result in {o["id"] for o in options}
    return (eval_result if compile_ok else "X"), "B", 2
