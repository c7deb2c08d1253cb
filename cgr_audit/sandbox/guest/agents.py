"""Solver objects: what contracts with ``solver.factories`` make their queries through.

They follow the agents of ADAS (Hu et al. 2024, "Automated Design of Agentic Systems"): an agent is made with the fields
it is to fill and a name; calling it with the messages so far and an instruction asks the solver once and gives one
``Info`` per field.
"""

import json
from collections import namedtuple

from .untouched import BUILTINS

__builtins__ = BUILTINS

Info = namedtuple("Info", ["name", "author", "content", "iteration_idx"])


class AgentSystem:
    """The ``self`` that a method entry is called with. It carries nothing."""


def solver_factory(name, ask):
    """A class of solver objects of this name; ``ask(prompt, config)`` is the metered solver call."""
    made = 0

    def initialise(self, output_fields, agent_name, role="helpful assistant", model=None, temperature=0.5):
        nonlocal made
        made += 1
        self.output_fields = output_fields
        self.agent_name = agent_name
        self.role = role
        self.model = model
        self.temperature = temperature
        self.id = f"{made:04d}"

    def query(self, input_infos, instruction, iteration_idx=-1):
        """Ask the solver once; one ``Info`` per output field comes back, in order."""
        config = {"system": _system_prompt(self), "temperature": self.temperature}
        if self.model is not None:
            config["model"] = self.model
        response = ask(_prompt(self, input_infos, instruction), config)
        contents = _fields_of(response, self.output_fields)
        return [Info(field, repr(self), contents[field], iteration_idx) for field in self.output_fields]

    members = {
        "__doc__": "A solver that fills named fields.",
        "__init__": initialise,
        "__repr__": lambda self: f"{self.agent_name} {self.id}",
        "query": query,
        "__call__": query,
    }
    return type(name, (), members)


def _system_prompt(agent):
    wanted = {field: f"Your {field}." for field in agent.output_fields}
    return (
        f"You are a {agent.role}.\n\nReply EXACTLY with the following JSON format.\n{wanted}\n"
        "DO NOT MISS ANY FIELDS AND MAKE SURE THE JSON FORMAT IS CORRECT!\n"
    )


def _prompt(agent, input_infos, instruction):
    parts = []
    for info in input_infos:
        if not (isinstance(info, tuple) and len(info) == 4):
            continue
        field, author, content, iteration = info
        if author == repr(agent):
            author += " (yourself)"
        if field == "task":
            parts.append(f"# Your Task:\n{content}\n\n")
        elif iteration != -1:
            parts.append(f"### {field} #{iteration + 1} by {author}:\n{content}\n\n")
        else:
            parts.append(f"### {field} by {author}:\n{content}\n\n")
    return "".join(parts) + instruction


def _fields_of(response, fields):
    """The response's JSON object by field; a response that is none fills every field as it stands."""
    try:
        reply = json.loads(response)
    except (ValueError, RecursionError):
        reply = None
    if not isinstance(reply, dict):
        return dict.fromkeys(fields, response)
    return {field: reply.get(field, "") for field in fields}
