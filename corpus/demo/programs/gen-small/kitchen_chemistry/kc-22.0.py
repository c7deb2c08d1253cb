```python
def solve_kc_22(question, options, exp_config):
    o = "\n".join(x["id"] + ". " + x["text"] for x in options)
    ans = extract_answer(llm_model(question + "\n" + o + "\nAnswer with a single letter.", exp_config))
    return ans, "D", 1
```
