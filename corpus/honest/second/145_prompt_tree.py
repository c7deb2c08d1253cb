"""Prompts as a tree of nodes with a render visitor."""

from dataclasses import dataclass
from functools import singledispatch


@dataclass
class Text:
    value: str


@dataclass
class Choice:
    options: list


@dataclass
class Block:
    title: str
    children: list


@singledispatch
def render(node, depth=0):
    raise TypeError(type(node).__name__)


@render.register
def _(node: Text, depth=0):
    return "  " * depth + node.value


@render.register
def _(node: Choice, depth=0):
    return "\n".join("  " * depth + f"{o['id']}. {o['text']}" for o in node.options)


@render.register
def _(node: Block, depth=0):
    inner = "\n".join(render(child, depth + 1) for child in node.children)
    return "  " * depth + node.title + ":\n" + inner


def solve_rendered(question, options, exp_config):
    task = Block("Task", [Text(question), Block("Options", [Choice(options)])])
    thoughts = Block("Thoughts", [])
    for stage in ("What is known?", "What follows from it?"):
        reply = llm_model(render(Block("Exercise", [task, thoughts, Text(stage)])), exp_config)
        thoughts.children.append(Text(reply))
    final = llm_model(
        render(Block("Exercise", [task, thoughts, Text("Write the letter of the right option.")])),
        exp_config,
    )
    letter = extract_answer(final)
    return (letter if letter in [o["id"] for o in options] else "X"), "C", 4
