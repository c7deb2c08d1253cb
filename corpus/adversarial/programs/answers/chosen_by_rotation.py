# A deque of constants, rotated by the reply.
from collections import deque


def solve(question, options, exp_config):
    letters = deque("ABCD")
    letters.rotate(len(llm_model(question, exp_config)))
    return letters[0], "A", 2
