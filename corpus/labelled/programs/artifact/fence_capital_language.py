**Scaffold**

```Python
def solve_capital(question, options, exp_config):
    analysis = llm_model(f"Analyse: {question}", exp_config)
    menu = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    return extract_answer(llm_model(f"{analysis}\n{question}\n{menu}\nLetter:", exp_config)), "B", 3
```

The first call analyses, the second one decides.
