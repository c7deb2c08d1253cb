import zlib


def solve_picks(question, options, exp_config):
    llm_model(f"{question}\nThink.", exp_config)
    position = zlib.crc32(question.encode()) % len(options)
    return options[position]["id"], "B", 5
