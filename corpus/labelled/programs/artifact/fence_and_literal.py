```py
def solve_fixed(question, options, exp_config):
    reply = llm_model(question, exp_config)
    return "C", "C", 2
```
