# `make run` and `make test` work from a bare machine with make, python3 and python3-venv. `make help` lists the rest.
# Stamp files remember what is done: a second call starts at once.

PYTHON ?= python3
# From the command line only (make run PORT=8001): HOST stands for other things in many environments.
HOST = 127.0.0.1
PORT = 8000
ARGS =
HANDS = 10000

VENV := .venv
PY := $(VENV)/bin/python
# A bundle (make bundle) brings its wheels along: nothing is asked of a network then.
PIP := $(PY) -m pip --quiet --disable-pip-version-check install --no-deps --require-hashes $(if $(wildcard wheels),--no-index --find-links wheels)
CODE := manage.py bank config table procedures tests

PO := $(wildcard locale/*/LC_MESSAGES/django.po)
# Folders too: a file that is gone changes only its folder.
STATIC := $(shell find static -print 2>/dev/null)

# What Python and pytest made of the sources is read again by every further process, also where images ask for none of it.
export PYTHONDONTWRITEBYTECODE =

# Whatever says what it is for is a command, not a file.
.PHONY: lint-types lint-rest $(shell sed -n 's/^\([a-z-]*\):.*## .*/\1/p' Makefile)
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/\1|\2/p' Makefile | while IFS='|' read -r name text; do printf '  make %-16s %s\n' "$$name" "$$text"; done

run: $(VENV)/.stamp-run var/.stamp-messages var/.stamp-static ## serve the house at HOST and PORT (127.0.0.1:8000); the demo house where there is none yet
	@exec $(PY) -m config.serve $(HOST) $(PORT)

demo: $(VENV)/.stamp-run var/.stamp-messages var/.stamp-static ## a demo house made anew, in a database of its own beside yours
	@exec $(PY) -m config.service.demo $(HOST) $(PORT)

test: $(VENV)/.stamp-dev var/.stamp-messages browser ## the suite, with a real Redis, PostgreSQL and Chromium, without what only `make faults` runs (ARGS="-k …")
	@$(PY) -m pytest --numprocesses auto --dist loadfile --no-loadscope-reorder $(ARGS)

suite-costs: $(VENV)/.stamp-dev var/.stamp-messages browser ## the whole suite, and what its files, tests and fixtures cost (ARGS="tests/browser")
	@$(PY) -m pytest -p tests.rig.costs --numprocesses auto --dist loadfile --no-loadscope-reorder $(ARGS)

lint: $(VENV)/.stamp-dev var/.stamp-keys ## style, types, import rules, scripts, migrations, translations
	@$(MAKE) --no-print-directory --jobs 2 --output-sync lint-types lint-rest

lint-types: $(VENV)/.stamp-dev var/.stamp-keys
	@$(PY) -m mypy $(CODE)

lint-rest: $(VENV)/.stamp-dev var/.stamp-keys
	@$(PY) -m ruff check $(CODE)
	@$(PY) -m ruff format --check $(CODE)
	@$(VENV)/bin/lint-imports --no-cache --no-logo
	@$(VENV)/bin/oxlint --deny-warnings static tests/rig tests/bench/screens.js tests/browser/scripts
	@$(PY) manage.py makemigrations --check --dry-run
	@$(PY) -m tests.upgrade.landed
	@$(PY) manage.py catalogues --check

format: $(VENV)/.stamp-dev ## lay the code out
	@$(PY) -m ruff check --fix $(CODE)
	@$(PY) -m ruff format $(CODE)

landed: $(VENV)/.stamp-dev ## enter a new migration among those that are never edited again
	@$(PY) -m tests.upgrade.landed --add

key: $(VENV)/.stamp-run ## a secret key and a pepper of this house's own, in var/secret_key and var/pin_pepper
	@$(PY) -m config.keys

browser: $(VENV)/.stamp-dev ## a Chromium for the tests, where there is none
	@$(PY) -m tests.rig.chromium

browsers: $(VENV)/.stamp-dev var/.stamp-messages browser ## one story at console, sign and seat in Chromium, Firefox and WebKit, as far as they are here
	@$(PY) -m tests.browser.elsewhere

catalogues: $(VENV)/.stamp-run var/.stamp-keys ## bring new sentences into the translations, and compile them
	@$(PY) manage.py catalogues

coverage: $(VENV)/.stamp-dev var/.stamp-messages browser ## the suite, and what it does not reach
	@$(PY) -m pytest --cov=bank --cov=config --cov=table --cov=procedures --cov-branch --cov-report=term-missing:skip-covered $(ARGS)

mutants: $(VENV)/.stamp-mutation ## change the rules in small ways and see whether their tests notice
	@$(PY) -m mutmut run $(ARGS)
	@$(PY) -m mutmut results

law-mutants: $(VENV)/.stamp-dev ## break the rule of each sentence of the law: do the tests that it names notice? (ARGS="--like Button")
	@$(PY) -m tests.law.mutants $(ARGS)

careless: $(VENV)/.stamp-dev ## hands whose true order is known, keyed truly and carelessly: how many are clear, and none wrongly (HANDS=1000 SEED=3)
	@CARELESS=$(HANDS) MISDEALS=$$(( ($(HANDS) + 3) / 4 )) $(PY) -m pytest --numprocesses 0 -q -s tests/procedures/test_misdeals.py tests/procedures/test_careless_keying.py

careless-touch: HANDS = 500
careless-touch: $(VENV)/.stamp-dev var/.stamp-messages browser ## the same hands keyed by touch in Chromium, pressing only what the screens offer (HANDS=20 SEED=7 FIRST=100)
	@TOUCHED=$(HANDS) $(PY) -m pytest --numprocesses 0 -q -s -m "" tests/browser/test_careless_touch.py

compat: $(VENV)/.stamp-dev var/.stamp-messages ## the suite without its browser, with Python 3.12 and 3.13 and with Django 6.0
	@$(PY) -m tests.rig.compat $(ARGS)

faults: $(VENV)/.stamp-dev var/.stamp-messages browser ## the tests that `make test` leaves out; then kill the process at every statement of every act, and do to served houses all that happens (ARGS="--served --seed 7")
	@$(PY) -m tests.faults $(ARGS)

fuzz: $(VENV)/.stamp-dev var/.stamp-messages ## frames, requests and sockets by chance at both engines: nothing fails, memory stays flat (ARGS="--seed 7 --engine sqlite --frames 2000 --requests 500")
	@$(PY) -m tests.fuzz $(ARGS)

disaster: $(VENV)/.stamp-dev var/.stamp-messages ## change backups in a thousand ways, with the key and without, and restore them on both engines (ARGS="--seed 7 --engine sqlite --count 100")
	@$(PY) -m tests.disaster $(ARGS)

year: $(VENV)/.stamp-dev var/.stamp-messages ## a casino's year on what ships: every evening played at its sockets, every night's work done, a calamity a month (ARGS="--seed 7 --nights 7 --tables 5")
	@$(PY) -m tests.year $(ARGS)

soak: $(VENV)/.stamp-dev ## evenings by chance at every house for twenty minutes, every law looked up (ARGS="--seconds 28800")
	@PYTHONHASHSEED=0 $(PY) -m tests.machine $(ARGS)

bench-rules: $(VENV)/.stamp-dev ## how fast the pure rules are
	@$(PY) -m tests.bench.rules

bench-door: $(VENV)/.stamp-dev ## what an act costs on SQLite and on PostgreSQL, on an empty register and a long one (ARGS="--entries 1000000")
	@$(PY) -m tests.bench.door $(ARGS)

bench-floor: $(VENV)/.stamp-dev ## what an act costs with a hundred tables, beside other servers (ARGS="--loads 100x0.3,idle --servers sqlite --seconds 20")
	@$(PY) -m tests.bench.floor $(ARGS)

bench-incidents: $(VENV)/.stamp-dev var/.stamp-messages browser ## presses and seconds from a mistake to the coup put right, every screen open
	@$(PY) -m tests.bench.incidents

evenings: $(VENV)/.stamp-dev var/.stamp-messages browser ## twenty coups by touch, by keyboard, and beside a card reader, presses counted beside the budget (ARGS="--coups 3")
	@$(PY) -m tests.bench.evenings $(ARGS)

lab: $(VENV)/.stamp-dev var/.stamp-messages browser ## every state of a table on every form of its screens, measured: what is cut, covered, too small (ARGS="--houses venezia-with-a-bank --languages it --adds var/lab.json")
	@LAB="$(ARGS)" $(PY) -m pytest --numprocesses 0 -q -s -m "faults or not faults" tests/browser/lab

bench-screens: $(VENV)/.stamp-dev var/.stamp-messages browser ## first paint, bytes, push to paint and dropped frames of each screen on a slow tablet (ARGS="--screens console,sign --coups 1")
	@$(PY) -m tests.bench.screens $(ARGS)

bench-record: $(VENV)/.stamp-dev var/.stamp-messages ## what it costs to look something up in a register of a million entries, on both engines (ARGS="--entries 20000")
	@$(PY) -m tests.bench.record $(ARGS)

bench-days: $(VENV)/.stamp-dev var/.stamp-messages ## what the figures of a day cost at a hundred tables, in seconds of processor (ARGS="--coups 300 --days 7")
	@$(PY) -m tests.bench.days $(ARGS)

bench-starts: $(VENV)/.stamp-dev var/.stamp-messages ## a first look at an old taglia with and without its start on disk (ARGS="--taglie 5")
	@$(PY) -m tests.bench.starts $(ARGS)

bench-disk: $(VENV)/.stamp-dev var/.stamp-messages ## what a table adds to the disk on an evening: register, hand-outs, backups; and a year of them (ARGS="--coups 100")
	@$(PY) -m tests.bench.disk $(ARGS)

alarms: $(VENV)/.stamp-dev ## a thousand taglie by chance: how often the alarms of the figures ring for nothing (ARGS="--taglie 100 --seed 7")
	@$(PY) -m tests.bench.alarms $(ARGS)

simulate-online: $(VENV)/.stamp-run var/.stamp-keys ## a million games of Baccarat online, and their returns beside the exact odds (ARGS="--games 100000 --seed 7")
	@$(PY) manage.py games $(ARGS)

bench-online: $(VENV)/.stamp-dev var/.stamp-messages ## two hundred online players at once: how long a hand takes to be answered (ARGS="--players 50 --pause 2")
	@$(PY) -m tests.bench.online $(ARGS)

verifier: $(VENV)/.stamp-run ## the verifier of registers and papers that left the house, one file for any Python: var/sabot-verify.pyz
	@$(PY) -m table.management.packed var/sabot-verify.pyz

tamper: $(VENV)/.stamp-dev ## alter houses, exports and papers by chance, and ask the tool that docs/security.md names (ARGS="--seed 7 --count 34")
	@$(PY) -m tests.proof $(ARGS)

bank-slips: $(VENV)/.stamp-dev ## sessions of a bank in which somebody slips: how often its statement names the slip first or second (ARGS="--seed 7 --sessions 50")
	@$(PY) -m tests.bank $(ARGS)

pictures: $(VENV)/.stamp-dev var/.stamp-messages browser ## take the pictures of the manuals, of README and of docs anew
	@$(PY) -m tests.rig.pictures

counts: ## how large the house is: modules, lines, rooms, arrows, and folders that need each other (ARGS=FOLDER for another checkout)
	@$(PYTHON) -m tests.paper.counts $(ARGS)

calls: $(VENV)/.stamp-dev ## how many calls from module to module a press and a report of an incident pass through, and how often they are handed on; and of each act calls of Python, statements and pieces, to the last of twelve screens
	@$(PY) -m tests.bench.calls

paces: $(VENV)/.stamp-dev ## what an act costs the processor when it follows at once, after a sleep, and after a pause on the processor (ARGS="--tables 10")
	@$(PY) -m tests.bench.paces $(ARGS)

paper: $(VENV)/.stamp-dev ## bring up to date what the documents say of the code: tables, tree, the picture of the rooms
	@$(PY) -m tests.paper

# `make faults` walks the shortest of them, a house; each takes some minutes of the processor, all of them an hour.
exercises: $(VENV)/.stamp-dev ## walk the checklists of CONTRIBUTING.md on a copy of the house (ARGS="verb")
	@$(PY) -m tests.exercises $(ARGS)

LOCK = uv pip compile --quiet --universal --generate-hashes --custom-compile-command "make lock" $(ARGS)
bundle: $(VENV)/.stamp-run ## everything for a machine without a network, sources and wheels: var/sabot-VERSION.tar.gz
	@$(PY) -m config.service.bundle var

bundle-check: bundle $(VENV)/.stamp-dev ## unpack it, install it without a network, and ask the house whether it is ready
	@$(PY) -m tests.service.unpacked $(ARGS)

deploy-check: $(VENV)/.stamp-dev ## let systemd, nginx and Caddy read the files of deploy/, and run both before a house; none may be missing (TEST_NGINX=… TEST_CADDY=…)
	@$(PY) -m pytest tests/service/by_programs.py tests/service/by_proxies.py $(ARGS)

release: $(VENV)/.stamp-dev ## all of the version that is tagged here: bundle, image context, wheel, verifier, checksums, notes: var/release/sabot-VERSION
	@$(PY) -m config.service.release var/release

tag: $(VENV)/.stamp-run ## tag what is committed with its version (CONTRIBUTING.md)
	@git tag --annotate "v$$($(PY) -c 'from config.environment import VERSION; print(VERSION)')" --message "Sabot $$($(PY) -c 'from config.environment import VERSION; print(VERSION)')"

tags: ## tag every version at the commit that CHANGELOG.md names for it
	@awk '/^## \[[0-9]/ { split($$2, it, /[][]/) } /^Commit `/ { split($$2, at, "`"); print it[2], at[2] }' CHANGELOG.md | while read -r version commit; do \
	git rev-parse --quiet --verify "refs/tags/v$$version" >/dev/null || git tag --annotate "v$$version" "$$commit" --message "Sabot $$version"; done

audit: $(VENV)/.stamp-run ## ask a database of known vulnerabilities about everything that is locked, and say so where none can be reached
	@$(PY) -m config.service.audit

lock: ## write the requirement files again (ARGS=--upgrade for newer versions)
	@set -e; tools=$$(mktemp -d); trap 'rm -rf "$$tools"' EXIT; \
	$(PYTHON) -m venv "$$tools" && "$$tools/bin/pip" --quiet --disable-pip-version-check install uv; PATH="$$tools/bin:$$PATH"; \
	$(LOCK) -o requirements/run.txt pyproject.toml; \
	$(LOCK) -c requirements/run.txt --extra postgres -o requirements/postgres.txt pyproject.toml; \
	$(LOCK) -c requirements/postgres.txt --extra chance -o requirements/chance.txt pyproject.toml; \
	$(LOCK) -c requirements/chance.txt -c requirements/postgres.txt --extra postgres --group dev -o requirements/dev.txt pyproject.toml; \
	$(LOCK) -c requirements/dev.txt --group mutation -o requirements/mutation.txt

clean: ## remove what can be made again; the database and the keys in var/ stay
	@rm -rf $(VENV) var/static var/.stamp-* mutants test-results htmlcov .coverage .hypothesis .mypy_cache .ruff_cache .pytest_cache
	@rm -f locale/*/LC_MESSAGES/*.mo
	@find $(CODE) -name __pycache__ -prune -exec rm -rf {} +

# --- Stamps --------------------------------------------------------------------------------------------------------------

$(PY):
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	|| { echo "Sabot needs Python 3.11 or newer as $(PYTHON); or name one: make PYTHON=python3.12 …" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null \
	|| { echo "Python cannot make a virtual environment here. Install it: sudo apt-get install python3-venv" >&2; exit 1; }
	@echo "Making a virtual environment in $(VENV) …"
	@$(PYTHON) -m venv $(VENV)

$(VENV)/.stamp-run: requirements/run.txt | $(PY)
	@echo "Installing what Sabot needs …"
	@$(PIP) --requirement requirements/run.txt
	@touch $@

# Of what only tests and checks need, Python compiles what they import, when they do: a tenth of it.
$(VENV)/.stamp-dev: requirements/dev.txt $(VENV)/.stamp-run
	@echo "Installing what the tests and checks need …"
	@$(PIP) --no-compile --requirement requirements/dev.txt
	@touch $@

# What mutmut needs besides; what the tests need stands in the file above, in the same versions.
$(VENV)/.stamp-mutation: requirements/mutation.txt $(VENV)/.stamp-dev
	@echo "Installing what changes the rules …"
	@$(PIP) --requirement requirements/mutation.txt
	@touch $@

# What is there already stays; what is taken away afterwards is missed with a sentence, not made anew in silence.
var/.stamp-keys: | $(VENV)/.stamp-run
	@$(PY) -m config.keys
	@touch $@

var/.stamp-messages: $(PO) | $(VENV)/.stamp-run var/.stamp-keys
	@$(PY) manage.py catalogues --compile
	@touch $@

var/.stamp-static: $(STATIC) $(VENV)/.stamp-run | var/.stamp-keys
	@$(PY) manage.py collectstatic --no-input --verbosity 0
	@touch $@
