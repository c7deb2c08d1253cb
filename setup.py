"""The part of the package build that is no configuration: building the sandbox's component.

``pip install .`` and ``pip install -e .`` both build it (where what goes into it has changed), and a wheel ships it.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import ClassVar

from setuptools import Command, find_packages, setup
from setuptools.command.build import build

sys.path.insert(0, str(Path(__file__).parent))

PROFILES = ("standard", "science")


class build_component(Command):  # noqa: N801  setuptools names commands by their class
    """Build the portable components into the source tree, from where they are packaged like any other data."""

    description = "build the sandbox's components"
    user_options: ClassVar[list[tuple[str, str | None, str]]] = []
    editable_mode = False
    build_lib = ""

    def initialize_options(self) -> None:
        """Nothing can be set."""

    def finalize_options(self) -> None:
        """Nothing needs to be resolved."""

    def run(self) -> None:
        """Build what has changed."""
        from cgr_audit.sandbox.build import build_component as build_profile

        for profile in PROFILES:
            self.announce(f"building the sandbox's component (profile {profile})", level=2)
            build_profile(profile)

    def get_source_files(self) -> list[str]:
        """What a source distribution needs for this."""
        from cgr_audit.sandbox.build import source_files

        root = Path(__file__).parent
        return [str(path.relative_to(root)) for path in source_files()]

    def get_outputs(self) -> list[str]:
        """What a wheel gets by this command alone: nothing, for the components are package data."""
        return []

    def get_output_mapping(self) -> dict[str, str]:
        """What an editable install maps: nothing, for the components lie where they are looked for."""
        return {}


class BuildWithComponent(build):
    """The usual build, with the component first."""

    sub_commands: ClassVar = [("build_component", None), *build.sub_commands]


setup(
    packages=[*find_packages(include=["cgr_audit", "cgr_audit.*"]), "cgr_audit.rules", "cgr_audit.schemas"],
    cmdclass={"build": BuildWithComponent, "build_component": build_component},
)
