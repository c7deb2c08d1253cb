"""Time fresh sessions of pydantic-monty: ``python in_monty.py SCAFFOLD RUNS`` prints a list of milliseconds."""

import json
import sys
import time
from pathlib import Path

import pydantic_monty

program = Path(sys.argv[1]).read_text("utf-8") + '\nsolve("Which one is larger?", [])\n'
helpers = {"llm_model": lambda _prompt, _config: "A", "extract_answer": lambda response: response}
times = []
with pydantic_monty.Monty() as pool:
    for _ in range(int(sys.argv[2])):
        began = time.perf_counter()
        with pool.checkout() as session:
            assert session.feed_run(program, external_lookup=helpers) == ("A", None, 2)
        times.append(1000 * (time.perf_counter() - began))
print(json.dumps(times))
