"""How random scaffolds write branches, and statements that leave a loop or a function."""

from __future__ import annotations

from corpus.random_scaffolds.production import blocks

__all__ = ["BRANCH", "LEAVE"]

BRANCH = blocks(
    "statement",
    """
# if (5)
if <test>:
    <block>

# if else (4)
if <test>:
    <block>
else:
    <block>

# elif (2)
if <test>:
    <block>
elif <test>:
    <block>
else:
    <block>

# both branches bind
if <test>:
    <new letter choice> = <letter>
else:
    <choice> = <letter>

# chain of content tests
<local text heard> = <reply>
if 'yes' in <heard>:
    <new letter choice> = <letter>
elif 'no' in <heard>:
    <choice> = <letter>
else:
    <choice> = <letter>

# repair (3)
if <var letter> == 'X':
    <set letter> = <letter>

# guarded return (2)
if <test>:
    <return>

# guarded raise
if <test>:
    raise ValueError('bad')

# raise of a class
if <test>:
    raise Refused

# match literal
match <reply>:
    case 'yes':
        <block>
    case 'no':
        <block>
    case _:
        <block>

# match or
match <letter>:
    case 'A' | 'B':
        <block>
    case _:
        <block>

# match guard
match <letter>:
    case <local letter x> if <test>:
        <block>
    case 'C':
        <block>

# match sequence
match <letters>:
    case []:
        <block>
    case [<local letter x>]:
        <block>
    case [<local letter y>, *_]:
        <block>

# match mapping
match {'answer': <letter>, 'n': <number>}:
    case {'answer': 'A'}:
        <block>
    case {'answer': <local letter x>, **_rest}:
        <block>

# match class
match Box(<letter>):
    case Box(value='B'):
        <block>
    case Box(value=<local letter x>):
        <block>
""",
)

LEAVE = blocks(
    "leave",
    """
# break on content (3)
if <test>:
    break

# continue on content (2)
if <test>:
    continue

# return from a loop
if <test>:
    <return>

# raise from a loop
if <test>:
    raise ValueError('loop')

# break
break
""",
)
