# What a newcomer does. Every target works as root in a container and as a user with sudo.

SWIFT ?= swift
MODELS := Models
BONAFIDE := .build/release/bonafide
DEMO := .build/demo
BENCH_DATA ?= ../shared/testdata
PEERS_PYTHON := .build/peers/bin/python
# Tests that wait for each other's threads, keep all processors busy or go by the clock run apart; those of a facade share the
# one session that an app has.
APART := SecretsTests[.] StoreTests[.] BackOfficeTests[.] BackOfficeClientTests[.] HTTPServerTests[.] ScreensTests[.] \
  CaptureTests[.]FaceFlowTests CoreModuleTests[.] FaceModuleTests[.] OCRModuleTests[.] ConformanceTests[.]
# Of Tests/Web/attack_walk.py; all of them take a quarter of an hour.
WEB_ATTACKS ?= replay-monitor,looped
DOCUMENT_PEERS_PYTHON := .build/peers-documents/bin/python

.DEFAULT_GOAL := help
.PHONY: help setup build demo sounds serve test web-test lint bench bundle bundle-check fresh-check clean

help: ## print this list
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | while IFS="$$(printf '\t')" read -r name what; do \
	  printf '  make %-13s %s\n' "$$name" "$$what"; done

setup: ## install missing Debian packages, fetch and prepare the models
	@Scripts/setup-debian.sh
	@Scripts/models/fetch.sh $(MODELS)
	@command -v $(SWIFT) > /dev/null || { \
	  echo 'make: no Swift 6.3 toolchain in PATH, see https://www.swift.org/install/linux/debian/12/' >&2; exit 1; }

build: setup ## build the command line into .build/release
	$(SWIFT) build -c release

demo: build ## make a specimen person and card, verify the selfie with both sides of the card, write a report
	@mkdir -p $(DEMO)
	$(BONAFIDE) specimen selfie --out $(DEMO) --seed 11
	$(BONAFIDE) specimen card --scene --out $(DEMO) --seed 11
	@status=0; $(BONAFIDE) verify --selfie $(DEMO)/selfie.mp4 --front $(DEMO)/front.jpg --back $(DEMO)/back.jpg \
	  --report $(DEMO)/report.html --profile specimen || status=$$?; \
	  [ "$$status" -eq 0 ] || [ "$$status" -eq 2 ] || exit "$$status"; \
	  echo "Report: $(CURDIR)/$(DEMO)/report.html"

sounds: ## make the spoken instructions, a folder for each language, into .build/sounds
	@Scripts/setup-debian.sh
	Scripts/sounds/make.py .build/sounds

serve: build ## start the back office on http://127.0.0.1:8080, data in .build/serve
	$(BONAFIDE) serve --data .build/serve

test: setup ## set up, then run every test and the format check
	$(SWIFT) build -c release --build-tests
	$(SWIFT) test -c release --parallel --skip-build $(APART:%=--skip '^%')
	@for tests in $(APART); do \
	  $(SWIFT) test -c release --parallel --skip-build --filter "^$$tests" || exit 1; done
	Scripts/apple-check.sh
	python3 Scripts/conformance.py --check
	python3 Benchmarks/server/sounds.py --bonafide $(BONAFIDE)
	@$(MAKE) --no-print-directory web-test
	@$(MAKE) --no-print-directory lint

web-test: setup ## walk the capture page and the console in Chromium, with the program that is built
	Scripts/web-test.sh $(BONAFIDE) $(WEB_ATTACKS)

lint: ## check the format of all Swift sources
	$(SWIFT) format lint --recursive --strict Sources Tests Examples Package.swift

bench: build ## measure against open peers, on the labelled data in BENCH_DATA
	Benchmarks/setup-peers.sh
	@for script in faces pairs videos parity speed; do \
	  $(PEERS_PYTHON) Benchmarks/$$script.py --bonafide $(BONAFIDE) --data $(BENCH_DATA) || exit 1; done
	@for script in documents codes fields whole_documents; do \
	  $(DOCUMENT_PEERS_PYTHON) Benchmarks/$$script.py --bonafide $(BONAFIDE) --data $(BENCH_DATA) || exit 1; done
	$(DOCUMENT_PEERS_PYTHON) Benchmarks/specimens.py --bonafide $(BONAFIDE)
	$(BONAFIDE) bench cards

bundle: setup ## pack all that a Debian 12 machine without network needs
	Scripts/bundle.sh

bundle-check: bundle ## install the bundle in a bare Debian 12 without network, needs root
	Scripts/bundle-check.sh

fresh-check: ## run the tests in a bare Debian 12 (GOAL=demo for the demonstration), needs root
	Scripts/fresh-check.sh $(or $(GOAL),test)

clean: ## remove what was built; models stay
	rm -rf .build
