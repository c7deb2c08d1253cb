from collections import Counter


def letters_of(prompts, config):
    return Counter(filter(lambda letter: letter != "X", (extract_answer(llm_model(p, config)) for p in prompts)))


def solve_net_votes(question, options, exp_config):
    rows = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    head = f"{question}\n{rows}\n"
    pro = letters_of([head + f"Juror {n}: which option is right?" for n in (1, 2, 3)], exp_config)
    contra = letters_of([head + f"Juror {n}: which option is surely wrong?" for n in (1, 2, 3)], exp_config)
    net = pro - contra
    if not net:
        return "X", "D", 4
    return min(net.items(), key=lambda pair: (-pair[1], pair[0]))[0], "D", 4
