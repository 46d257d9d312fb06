# SPDX-License-Identifier: Apache-2.0
#
# A thin layer: CMake builds, the scripts in tools/ do the rest.
.PHONY: help run build test bench fuzz clean bootstrap

MAKEFLAGS += --no-print-directory
JOBS ?= $(shell nproc 2>/dev/null || echo 2)
FUZZ_SECONDS ?= 600

help:
	@echo "make run    build the program and simulate a mechanism; results in build/run"
	@echo "make build  build the program (build/ludo) and the libraries beside it"
	@echo "make test   build with every compiler, run every test and every check"
	@echo "make bench  measure speed, beside the peers that are installed"
	@echo "make fuzz   fuzz each target for FUZZ_SECONDS=$(FUZZ_SECONDS) seconds"
	@echo "make clean  remove what was built"

bootstrap:
	@tools/bootstrap

build: bootstrap
	@cmake --preset release --log-level=WARNING -DBUILD_TESTING=OFF
	@cmake --build --preset release --parallel $(JOBS)

run: build
	@mkdir -p build/run
	build/ludo simulate examples/quadruped.xml --control-file examples/quadruped_trot.csv \
	    --duration 10 --every 10 --output build/run/quadruped.csv
	@echo "trajectory: build/run/quadruped.csv"

test:
	@tools/bootstrap test
	@python3 tools/run_tests.py --jobs $(JOBS)

bench:
	@tools/bootstrap bench
	@$(MAKE) build
	@cmake --build --preset release --parallel $(JOBS) --target bench

fuzz: bootstrap
	@tools/run_fuzz $(FUZZ_SECONDS)

clean:
	rm -rf build build-*/
