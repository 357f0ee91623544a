# One word for each thing to do. Every target sets up .venv itself; nothing else is needed but
# Python 3.11 or newer, make and git.
#
#   make demo                 solve a model of the paper over real data, and draw it into demo/
#   make test                 run the tests
#   make test TORCH=2.13.0    the same with that PyTorch installed too
#   make test MORE=rivals     the same with an extra of pyproject.toml, here the other solvers
#   make check                lint, formatting, types
#   make docs                 build the documentation into docs/_build
#   make bench                measure; benchmarks/README.md says what. BENCH=solver for one of them
#   make fuzz                 read ten million bytes of damaged models; ARGS="--seed 7" for others
#   make clean                remove .venv and everything built
#
# PYTHON=python3.12 chooses the interpreter of a new .venv. What pip installs from is pip's own
# setting (PIP_INDEX_URL, PIP_FIND_LINKS, pip.conf). ARGS go to pytest: make test ARGS="-k parser".

SHELL = /bin/sh
VENV = .venv
PY = $(VENV)/bin/python
PIP = $(PY) -m pip --disable-pip-version-check install -qq
STAMP = $(VENV)/.stamp
ARGS =
TORCH =
MORE =
BENCH = language front_door overhead derivatives solver collection

.DELETE_ON_ERROR:
.NOTPARALLEL:
.PHONY: help demo test check docs bench fuzz clean

help:
	@sed -n 's/^#   //p' Makefile

demo: $(STAMP)-demo
	@$(PY) tools/demo.py

test: $(STAMP)-test $(if $(TORCH),$(STAMP)-torch-$(TORCH)) $(if $(MORE),$(STAMP)-more-$(MORE))
	$(PY) -m pytest --quiet --durations=10 $(ARGS)

check: $(STAMP)-dev
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m pyright

docs: $(STAMP)-docs
	$(PY) -m sphinx -W --keep-going -b html docs docs/_build

bench: $(STAMP)-bench
	@for name in $(BENCH); do \
	    echo "==== benchmarks/$$name.py"; $(PY) benchmarks/$$name.py $(ARGS) || exit 1; \
	done

fuzz: $(STAMP)-cli
	$(PY) benchmarks/fuzz.py $(ARGS)

clean:
	rm -rf $(VENV) demo docs/_build build dist .hypothesis .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# A stamp says that one set of packages is installed, and is older than pyproject.toml when that
# set may have changed, or than the Makefile. -dev has the command line's packages too, since pyright reads their types.

$(STAMP)-venv: tools/make_venv.sh
	@sh tools/make_venv.sh $(VENV)
	@touch $@

$(STAMP)-cli: EXTRAS = cli
$(STAMP)-demo: EXTRAS = cli,plot
$(STAMP)-bench: EXTRAS = test,rivals
$(STAMP)-test: EXTRAS = test
$(STAMP)-dev: EXTRAS = cli,plot,dev
$(STAMP)-docs: EXTRAS = docs
$(STAMP)-cli $(STAMP)-demo $(STAMP)-bench $(STAMP)-test $(STAMP)-dev $(STAMP)-docs: pyproject.toml Makefile $(STAMP)-venv
	@echo "installing gennaker[$(EXTRAS)] into $(VENV)"
	@$(PIP) --editable '.[$(EXTRAS)]'
	@touch $@

$(STAMP)-more-$(MORE): pyproject.toml $(STAMP)-test
	@echo "installing gennaker[$(MORE)] into $(VENV)"
	@$(PIP) --editable '.[$(MORE)]'
	@touch $@

$(STAMP)-torch-$(TORCH): $(STAMP)-test
	@echo "installing torch==$(TORCH) into $(VENV)"
	@$(PIP) 'torch==$(TORCH)'
	@rm -f $(STAMP)-torch-*
	@touch $@
