"""Two teams of two, each with a captain."""
from collections import namedtuple

Team = namedtuple("Team", "name members")
TEAMS = (Team("cooks", ("a butcher", "a cook")), Team("scientists", ("a biologist", "a chemist")))


def captain(team, question, listing, exp_config):
    views = "\n".join(
        llm_model(f"You are {member}. {question}\nExplain your view.", exp_config) for member in team.members
    )
    return extract_answer(
        llm_model(f"You lead the {team.name}.\n{views}\n{question}\n{listing}\nReply with a single letter.", exp_config)
    )


def solve_kc_18(question, options, exp_config):
    listing = "\n".join(f"{o['id']}. {o['text']}" for o in options)
    cooks, scientists = (captain(team, question, listing, exp_config) for team in TEAMS)
    return (cooks if cooks == scientists else scientists), "A", 4
