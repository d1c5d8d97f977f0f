# What is typed often. Everything is set up on the way: `make lab` and `make test` work on a fresh machine.
# All else is `.venv/bin/python -m grader VERB`; `--help` lists the verbs.
.DEFAULT_GOAL := help
.PHONY: help env lab test build check doctor clean

RUN := .venv/bin/python -m grader
# Bytecode is wanted: without it every start of Python reads the libraries anew.
unexport PYTHONDONTWRITEBYTECODE PYTHONPATH PYTHONHOME
# The same answers on every machine; `make lab` leaves the device to JAX.
test build check: export JAX_PLATFORMS := cpu

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

doctor: env ## what this machine has and lacks, with the remedy
	$(RUN) doctor

clean: ## remove what was built: environments, caches; not your notebooks, not classroom/ or results/
	rm -rf .venv .envs .make .pytest_cache .hypothesis
	find . -name __pycache__ -not -path './.git/*' -prune -exec rm -rf {} +
