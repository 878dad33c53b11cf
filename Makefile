# Every word works on a fresh machine with Python (3.11 or later), make and a package index.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
UV     := $(BIN)/uv
READY  := $(VENV)/.ready
SCIFACT := ../shared/data/dev/benchmarks/scifact
PAPERS := ../shared/data/dev/papers

# Where Python is told to keep no compiled modules, each of the commands the tests run compiles five
# hundred: a second of CPU more every time.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: demo test test-local-llm check docs bench bench-retrieval clean

demo: $(READY) ## Set everything up, read the demonstration lab, answer three questions
	@$(BIN)/python examples/demo.py

# A file's tests stay in one process: they share what was costly to set up. Files come in their order,
# the costly ones first, so that no process ends alone with one of them.
test: $(READY) ## Set everything up and run every test
	@tests/support/install_browser.sh
	@$(BIN)/python -m pytest --numprocesses auto --maxprocesses 4 --dist loadfile --no-loadscope-reorder

test-local-llm: $(READY) ## Let a model on this machine answer questions; needs it installed, half an hour
	@ALIQUOT_LOCAL_LLM=1 $(BIN)/python -m pytest tests/local_llm

check: $(READY) ## Style, types, floors, docstrings, generated docs
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-cache
	@$(BIN)/flake8 src/aliquot
	@$(BIN)/python docs/generate.py --check

docs: $(READY) ## Write the generated references again
	@$(BIN)/python docs/generate.py

bench: $(READY) bench-retrieval ## Measure speed and quality; results go to benchmarks/results
	@$(BIN)/python benchmarks/questions.py --library .bench/dev --save
	@$(BIN)/python benchmarks/refusal.py --lab .bench/lab --dev .bench/dev --save
	@$(BIN)/python benchmarks/refusal_items.py --library .bench/dev --save
	@$(BIN)/python benchmarks/crash_safety.py --save
	@$(BIN)/python benchmarks/sync_speed.py --save
	@$(BIN)/python benchmarks/embedding_speed.py --save
	@$(BIN)/python benchmarks/vector_search.py --rows 20000 200000 --dtype float32 float16 int8 --save
	@$(BIN)/python benchmarks/lexical.py $(SCIFACT) --save
	@$(BIN)/python benchmarks/pdf_layout.py $(PAPERS)/pdf $(PAPERS)/pdf_truth --save
	@$(BIN)/python benchmarks/pdf_tables.py $(PAPERS)/pdf $(PAPERS)/pdf_truth --save
	@$(BIN)/python benchmarks/scans.py $(PAPERS)/pdf $(PAPERS)/pdf_truth --files 2 --save
	@$(BIN)/python benchmarks/protocols.py ../shared/data/dev/protocols --save
	@$(BIN)/python benchmarks/reading.py --save
	@$(BIN)/python benchmarks/fuzz.py --save

bench-retrieval: $(READY) ## Measure finding on three public collections, beside peers; an hour or two
	@$(BIN)/python benchmarks/retrieval.py --save

# uv installs exactly what uv.lock pins; it comes from the same index as everything else.
$(READY): pyproject.toml uv.lock
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Aliquot needs Python 3.11 or later; say which with: make PYTHON=python3.12 $(MAKECMDGOALS)")'
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@test -x $(UV) || $(BIN)/python -m pip install --quiet --disable-pip-version-check 'uv>=0.9,<1'
	@UV_PROJECT_ENVIRONMENT=$(VENV) $(UV) sync --quiet --frozen --all-extras --group dev --inexact --python $(BIN)/python
	@touch $(READY)

clean: ## Remove the environment and the demonstration library
	rm -rf $(VENV) demo-library .bench
