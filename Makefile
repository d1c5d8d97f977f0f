# What can be done here. Everything is set up on the way: `make lab` and `make test` work on a fresh machine.
.DEFAULT_GOAL := help
.PHONY: help env lab test build check bank course grade publish collect export report bench matrix facts accelerator doctor clean

RUN := .venv/bin/python -m grader
# Bytecode is wanted: without it every start of Python reads the libraries anew.
unexport PYTHONDONTWRITEBYTECODE PYTHONPATH PYTHONHOME
# The same answers on every machine; `make lab` and `make accelerator` leave the device to JAX.
test build check bank grade publish collect export report bench matrix facts: export JAX_PLATFORMS := cpu

help: ## this list
	@sed -n 's/^\([a-z]*\):.*## /  make \1	/p' $(MAKEFILE_LIST)

# Any Python from 3.8 on can build the environment, which itself gets Python 3.12 or newer.
env: ## build .venv with the locked packages; does nothing if it is up to date
	@for python in "$(PYTHON)" python3 python python3.12 python3.13 python3.14; do \
	  "$$python" -I -c 'import sys; sys.exit(sys.version_info < (3, 8))' 2>/dev/null && exec "$$python" -I grader/bootstrap.py; done; \
	  command -v uv >/dev/null && exec uv run --quiet --no-project --python '>=3.12' python -I grader/bootstrap.py; \
	  echo 'make env: No Python was found: install Python 3.12 or newer, or name it with PYTHON=/path/to/python3.12 make env.' >&2; exit 1

lab: env ## open the lessons in JupyterLab; LAB_ARGS="--no-browser --port 8890" are passed on
	.venv/bin/jupyter lab --notebook-dir=notebooks $(if $(filter 0,$(shell id -u)),--allow-root) $(LAB_ARGS)

test: env ## run every test; TEST_ARGS="-k nbval" are passed on
	.venv/bin/python -m pytest -n auto $(TEST_ARGS)

build: env ## generate solutions/*.ipynb, notebooks/*.ipynb and the index pages in docs/ from solutions/*.py
	$(RUN) build $(ARGS)
	$(RUN) index $(filter --check,$(ARGS))

check: env ## check your own notebook: ARGS=notebooks/01_arrays_as_aux_data.ipynb
	$(RUN) check $(ARGS)

bank: env ## judge the bank of right and wrong answers
	$(RUN) bank $(ARGS)

course: env ## lay out classroom/ for nbgrader's own tools
	$(RUN) course $(ARGS)

grade: env ## grade what was handed in: ARGS="folder --out results"
	$(RUN) grade $(ARGS)

publish: env ## what learners get, as handout/ and handout.zip: ARGS="--repository OWNER/NAME --branch main"
	$(RUN) publish $(ARGS)

collect: env ## take back what was handed in: ARGS="downloads.zip --roster class.csv --dry-run"
	$(RUN) collect $(ARGS)

export: env ## marks for Canvas, Moodle or a spreadsheet: ARGS="results --format canvas"
	$(RUN) export $(ARGS)

report: env ## the class at a glance: ARGS="results --anonymous"
	$(RUN) report $(ARGS)

bench: env ## how fast grading is, beside nbgrader's own; wants a quiet machine: ARGS="--count 10"
	$(RUN) bench $(ARGS)

matrix: env ## the lessons and the bank on other JAX versions; ARGS="documents colab"
	$(RUN) matrix $(ARGS)

facts: env ## measure what the lessons claim, for docs/facts.html: ARGS=--check, ARGS=newest
	$(RUN) facts $(ARGS)

accelerator: env ## run the lessons on what JAX finds and write a record: ARGS="--emulated 8"
	$(RUN) accelerator $(ARGS)

doctor: env ## what this machine has and lacks, with the remedy
	$(RUN) doctor

clean: ## remove what was built: environments, caches; not your notebooks, not classroom/ or results/
	rm -rf .venv .envs .make .pytest_cache .hypothesis
	find . -name __pycache__ -not -path './.git/*' -prune -exec rm -rf {} +
