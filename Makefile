# `make league` and `make test` do all the set-up themselves; the rest is for developers.
# The virtual environment is made anew only when pyproject.toml has changed.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP_INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check

.PHONY: help league test check golden bench clean

help:
	@echo "make league   plays leagues/house.toml and prints its leaderboard"
	@echo "make test     runs the tests (more options in PYTEST_ARGS)"
	@echo "make check    format, lint, types, generated text"
	@echo "make golden   writes the golden files and the generated text anew"
	@echo "make bench    measures speed"
	@echo "make clean    removes what make has made, leagues' results excepted"

league: $(VENV)/installed
	$(BIN)/arena run leagues/house.toml

test: $(VENV)/installed-dev
	$(BIN)/python -m pytest -n auto --dist worksteal $(PYTEST_ARGS)

check: $(VENV)/installed-dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/python -m tests.golden --check

golden: $(VENV)/installed-dev
	$(BIN)/python -m tests.golden

bench: $(VENV)/installed-dev
	$(BIN)/python -m tests.bench

clean:
	rm -rf $(VENV) build dist .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -prune -exec rm -rf {} +

$(VENV)/made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	    echo "arena needs Python 3.11 or newer, and $(PYTHON) is not;" \
	        "name another one: make PYTHON=python3.12 $(MAKECMDGOALS)" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
	    echo "$(PYTHON) has no venv module; on Debian and Ubuntu:" \
	        "apt-get install python3-venv" >&2; exit 1; }
	$(PYTHON) -m venv --clear $(VENV)
	@touch $@

$(VENV)/installed: $(VENV)/made pyproject.toml
	$(PIP_INSTALL) --editable .
	@touch $@

$(VENV)/installed-dev: $(VENV)/made pyproject.toml
	$(PIP_INSTALL) --editable '.[dev]'
	@touch $(VENV)/installed $@
