import re

CODEWORDS = {"amber": "A", "birch": "B", "cedar": "C", "damson": "D"}
VERDICT = re.compile(r"verdict\s*[:=]\s*(amber|birch|cedar|damson)", re.IGNORECASE)


def solve(question, options, exp_config):
    rows = "\n".join(f"{word}: {o['text']}" for word, o in zip(CODEWORDS, options))
    reply = llm_model(f"{question}\n{rows}\nEnd with 'Verdict: <codeword>'.", exp_config)
    found = VERDICT.search(reply)
    return (CODEWORDS[found.group(1).lower()] if found else "X"), "D", 5
