# The same few words everywhere; CI calls these and nothing else.
# `make demo` and `make test` need only Python 3.11+, pip, git and make: they set up the rest.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
STAMP  := $(VENV)/.installed
LOCK   := requirements.lock
# One more than the cores of a small machine: much of a test is waiting for processes.
JOBS   ?= 3
TESTS  := $(BIN)/python -m pytest -n $(JOBS) --dist worksteal

.DEFAULT_GOAL := help
.PHONY: help install system demo test test-again test-all test-hostile test-model validate-suites results check format bench docs picture lock clean

help: ## Show this list.
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

install: $(STAMP) ## Make .venv with the locked packages and Verdigris itself.

$(STAMP): $(LOCK) pyproject.toml scripts/install.sh
	@scripts/install.sh $(PYTHON) $(VENV) $(LOCK)
	@touch $(STAMP)

system: ## Install bubblewrap, ripgrep and git where that is allowed; else say what is missing.
	@scripts/system.sh

demo: install system ## Turn three broken example repositories green, with no key and no server.
	@$(BIN)/python scripts/demo.py

test: install system ## Run the tests; of large corpora and of what takes longest some (`make test-all` takes all).
	@$(TESTS) -m "not model"

test-again: install system ## Run what failed in the last run once more, one after the other.
	@$(BIN)/python -m pytest -m "not model" --last-failed --last-failed-no-failures none --maxfail 2

test-hostile: install system ## Run every hostile program against every sandbox (`make test` runs some on containers).
	@THOROUGH=1 HOSTILE_ALL=1 $(TESTS) tests/hostile

test-all: install system ## Run all tests, every case of the large corpora too (`make test` takes some).
	@THOROUGH=1 HOSTILE_ALL=1 $(TESTS) -m "not model"

test-model: install system ## Run the tests that need the real local model (pulls it once).
	@$(BIN)/verdigris model pull
	@$(BIN)/python -m pytest -m model

validate-suites: install system ## Check every task of the shipped suites.
	@$(BIN)/verdigris eval validate

# The tests of the tasks run in an environment with nothing but pytest: it starts ten times as fast.
LEAN := $(VENV)/lean
$(LEAN)/bin/pytest: $(STAMP)
	@$(PYTHON) -m venv $(LEAN)
	@$(BIN)/uv pip install --quiet --python $(LEAN)/bin/python $$(grep -oE '^pytest==[^ ]+' $(LOCK))

results: results-fix results-held-out results-honesty results-audit results-learning ## Measure what docs/results.md tells and needs no model; `make results-fix` and the like do one section.

# fix fix-local held-out honesty honesty-local audit learning build build-held-out build-rules peers: the same word goes on where it was stopped.
results-%: install system $(LEAN)/bin/pytest
	@$(BIN)/python scripts/results.py run $*

check: install ## Lint, check the format, the types and the direction of imports.
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/python -m pytest -q tests/test_imports.py

format: install ## Format the code and mend what the linter can.
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .

bench: install ## Print each figure we claim, one JSON line per script.
	@for script in benchmarks/[a-z]*.py; do $(BIN)/python $$script || exit 1; done

docs: install ## Build the documentation into site/, strictly.
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet

picture: install ## Make the picture of a real run in the README again.
	@$(BIN)/python scripts/picture.py docs/assets/run.svg

lock: install ## Resolve the versions again (all extras, every supported Python and system).
	@$(BIN)/uv pip compile pyproject.toml --all-extras --group dev --group docs --universal \
	  --python-version 3.11 --generate-hashes --no-header --no-annotate --quiet --upgrade -o $(LOCK)

clean: ## Remove what the commands above made (not the pulled model).
	@rm -rf $(VENV) site .mypy_cache .ruff_cache build dist
