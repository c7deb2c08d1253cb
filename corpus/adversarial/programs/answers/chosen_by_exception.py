# Which handler runs is what the reply says.
def solve(question, options, exp_config):
    reply = llm_model(question, exp_config)
    try:
        raise {"A": KeyError, "B": IndexError}.get(reply, ValueError)
    except KeyError:
        return "A", "A", 2
    except LookupError:
        return "B", "A", 2
    except Exception:
        return "C", "A", 2
