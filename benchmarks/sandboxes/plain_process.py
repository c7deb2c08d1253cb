"""A process of its own for each run: it imports what the sandbox's interpreter holds and asks through its pipes.

``python -I plain_process.py MODULES`` reads a program's length and text from standard input, runs it, writes each
prompt as a line of JSON, reads each response as one, and writes the result.
"""

import importlib
import json
import re
import sys
from typing import Any

for name in sys.argv[1].split(","):
    importlib.import_module(name)


def llm_model(prompt: str, exp_config: object) -> Any:
    """Ask whoever started this process."""
    sys.stdout.write(json.dumps({"prompt": prompt, "config": exp_config}) + "\n")
    sys.stdout.flush()
    return json.loads(sys.stdin.readline())


def extract_answer(response: str) -> str:
    """The first letter that stands alone."""
    found = re.search(r"\b([A-Z])\b", response)
    return found.group(1) if found else "X"


job = json.loads(sys.stdin.readline())
namespace: dict[str, Any] = {"llm_model": llm_model, "extract_answer": extract_answer}
exec(compile(job["program"], "<program>", "exec"), namespace)
sys.stdout.write(json.dumps({"result": namespace["solve"](job["question"], job["options"])}) + "\n")
