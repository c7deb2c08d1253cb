def solve_exec(question, options, exp_config):
    code = llm_model(f"Write Python that sets `result` for: {question}", exp_config)
    scope = {"__builtins__": {}}
    try:
        exec(code, scope)
    except (SyntaxError, NameError, TypeError, ValueError, ImportError, KeyError, IndexError, AttributeError):
        scope["result"] = None
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    letter = extract_answer(llm_model(f"{scope.get('result')}\n{question}\n{rows}\nLetter:", exp_config))
    return letter if letter in {o["id"] for o in options} else "X", "A", 4
