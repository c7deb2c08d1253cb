"""What other tools run: the action, the hooks, the jobs of docs/ci.md, the image and the distribution."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
import yaml

ROOT = Path(__file__).resolve().parent.parent
ACTION = ROOT / ".github" / "actions" / "cgr-audit"
BLOCK = re.compile(r"^```yaml\n(.*?)^```", re.MULTILINE | re.DOTALL)
CLEAN = "def solve(question):\n    return extract_answer(llm_model(question, {})), None, 3\n"
UNSAFE = "import os\n\n\ndef solve(question):\n    os.system('ls')\n    return llm_model(question, {}), None, 3\n"


def jobs() -> tuple[Any, Any, Any]:
    """Those of docs/ci.md: GitHub's, GitLab's and pre-commit's."""
    github, gitlab, hooks = map(yaml.safe_load, BLOCK.findall((ROOT / "docs" / "ci.md").read_text("utf-8")))
    return github, gitlab, hooks


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    """A folder with a program that may run and one that may not."""
    (tmp_path / "programs").mkdir()
    (tmp_path / "programs" / "clean.py").write_text(CLEAN)
    (tmp_path / "programs" / "unsafe.py").write_text(UNSAFE)
    return tmp_path


def run(folder: Path, *command: str | Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run a command in a folder, with this installation's command line and a cache of its own."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    own = {"PATH": path, "XDG_CACHE_HOME": str(folder / ".cache"), "PYTHONPATH": str(ROOT), **variables}
    environment = {key: value for key, value in os.environ.items() if not key.startswith("GIT_")} | own
    return subprocess.run(
        [*map(str, command)], cwd=folder, env=environment, capture_output=True, text=True, check=False, timeout=200
    )


def test_the_action_annotates_and_leaves_sarif_and_a_summary(workspace: Path) -> None:
    summary = workspace / "summary.md"
    given = {"CGR_AUDIT_PATHS": "programs\n", "CGR_AUDIT_COMMAND": "audit", "CGR_AUDIT_SARIF": "out.sarif"}
    done = run(workspace, "bash", ACTION / "check.sh", **given, GITHUB_STEP_SUMMARY=str(summary))
    assert done.returncode == 1, done.stderr
    annotations = [line for line in done.stdout.splitlines() if line.startswith("::error ")]
    assert annotations[0].startswith("::error file=programs/unsafe.py,line=5,col=5,endLine=5,endColumn=")
    assert "title=CGR403 file-or-network-access::programs/unsafe.py:5:5: CGR403" in annotations[0]
    (run_,) = json.loads((workspace / "out.sarif").read_text())["runs"]
    assert "CGR403" in {result["ruleId"] for result in run_["results"]}
    assert "| CGR403 file-or-network-access | error | 1 | 1 |" in summary.read_text()


def test_the_action_takes_every_option_as_text_and_never_as_a_command(workspace: Path) -> None:
    given = {"CGR_AUDIT_PATHS": "programs/clean.py\n$(touch stolen)", "CGR_AUDIT_FAIL_ON": "never; touch stolen"}
    done = run(workspace, "bash", ACTION / "check.sh", **given)
    assert done.returncode == 2
    assert not (workspace / "stolen").exists()
    text = (ACTION / "action.yml").read_text()
    steps = yaml.safe_load(text)["runs"]["steps"]
    assert not [step for step in steps if "${{" in step.get("run", "")]


def test_the_action_gives_its_script_every_input_that_the_job_sets() -> None:
    github, _, _ = jobs()
    action = yaml.safe_load((ACTION / "action.yml").read_text())
    steps = github["jobs"]["audit"]["steps"]
    (used,) = (step for step in steps if "/cgr-audit@" in step["uses"])
    assert set(used["with"]) <= set(action["inputs"])
    (upload,) = (step for step in steps if "upload-sarif" in step["uses"])
    assert upload["with"]["sarif_file"] == action["inputs"]["sarif"]["default"]
    variables = set(re.findall(r"CGR_AUDIT_\w+", (ACTION / "check.sh").read_text()))
    assert variables == set(action["runs"]["steps"][-1]["env"])


def test_the_job_for_gitlab_leaves_its_reports_and_fails(workspace: Path) -> None:
    _, gitlab, _ = jobs()
    job = gitlab["cgr-audit"]
    script = "\n".join(line for line in job["script"] if not line.startswith("pip install"))
    done = run(workspace, "bash", "-e", "-c", script)
    assert done.returncode == 1, done.stderr
    issues = json.loads((workspace / job["artifacts"]["reports"]["codequality"]).read_text())
    assert ("CGR403", "critical", "programs/unsafe.py", 5) in {
        (one["check_name"], one["severity"], one["location"]["path"], one["location"]["lines"]["begin"])
        for one in issues
    }
    suite = ElementTree.parse(workspace / job["artifacts"]["reports"]["junit"]).find("testsuite")
    assert suite is not None
    assert (suite.get("tests"), suite.get("failures")) == ("2", "1")
    (records,) = job["artifacts"]["paths"]
    assert len((workspace / records).read_text().splitlines()) == 2


def test_the_hooks_stop_a_commit_and_name_the_line(workspace: Path) -> None:
    pre_commit = Path(sys.executable).parent / "pre-commit"
    if not pre_commit.is_file() or shutil.which("git") is None:
        pytest.skip("pre-commit or git is not installed")
    _, _, documented = jobs()
    hooks = {hook["id"]: hook for hook in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())}
    used = documented["repos"][0]["hooks"]
    assert [hook["id"] for hook in used] == list(hooks)
    # As the repository's hooks, with this installation in place of one that pre-commit would make of the repository.
    local = [hooks[hook["id"]] | hook | {"language": "system"} for hook in used]
    (workspace / ".pre-commit-config.yaml").write_text(json.dumps({"repos": [{"repo": "local", "hooks": local}]}))
    run(workspace, "git", "init", "--quiet")
    (workspace / "elsewhere.py").write_text(UNSAFE)
    run(workspace, "git", "add", "programs", "elsewhere.py")
    done = run(workspace, pre_commit, "run", "--color", "never", PRE_COMMIT_HOME=str(workspace / ".pre-commit"))
    assert done.returncode == 1, done.stdout
    assert "programs/unsafe.py:5:5: error: CGR403 file-or-network-access: os.system " in done.stdout
    assert "programs/unsafe.py:5:5: error: CGR403 file-or-network-access: refused: os.system " in done.stdout
    assert "elsewhere.py" not in done.stdout
    run(workspace, "git", "rm", "--cached", "--quiet", "programs/unsafe.py")
    done = run(workspace, pre_commit, "run", "--color", "never", PRE_COMMIT_HOME=str(workspace / ".pre-commit"))
    assert done.returncode == 0, done.stdout


def test_the_image_copies_what_a_build_needs_and_nothing_hides_it() -> None:
    lines = (ROOT / "Dockerfile").read_text().splitlines()
    copied = {
        name for line in lines if line.startswith("COPY ") and "--from" not in line for name in line.split()[1:-1]
    }
    assert {name for name in copied if not (ROOT / name).exists()} == set()
    ignored = (ROOT / ".dockerignore").read_text().splitlines()
    assert ignored[0] == "*"
    assert copied == {line.removeprefix("!") for line in ignored if line.startswith("!")}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    needed = {project["project"]["readme"], *project["project"]["license-files"]}
    packages = {folder.split("/")[0] for folder in project["tool"]["setuptools"]["package-dir"].values()}
    assert copied == {*needed, *packages, "pyproject.toml", "setup.py", "MANIFEST.in", "constraints.txt"}
