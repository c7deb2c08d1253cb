# A builtin that is replaced in the module `builtins` is replaced for the library too.
import builtins


def solve(question, options, exp_config):
    plain, calls = builtins.print, []
    builtins.print = lambda *values: calls.append(llm_model(str(values), exp_config))
    try:
        for option in options:
            print(option["id"])
    finally:
        builtins.print = plain
    return extract_answer(calls[-1]), "A", 2
