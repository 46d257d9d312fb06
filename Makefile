# SPDX-License-Identifier: Apache-2.0
#
# Short names for common tasks: CMake builds, scripts in tools/ do the other work.
.PHONY: help run images build test test-ray test-dlpack bench price bench-compare reference soak certify fuzz wheel clean bootstrap

MAKEFLAGS += --no-print-directory
JOBS ?= $(shell nproc 2>/dev/null || echo 2)
FUZZ_SECONDS ?= 600
POSES ?= 100000
SEED ?= 1

help:
	@echo "make build  build the program (build/ludo) and the libraries in build"
	@echo "make run    build, simulate six mechanisms, write reports to build/run"
	@echo "make test   build with every compiler, run all tests and checks"
	@echo "make test-ray     test sweeps on Ray; kills workers, nodes and drivers (1 min)"
	@echo "make test-dlpack  test arrays of batches in PyTorch and JAX, which take 6 GB"
	@echo "make bench  measure speed and accuracy of Ludo and MuJoCo into bench/results (20 min);"
	@echo "            WHAT=\"chain loops\" runs these two benchmarks only"
	@echo "make price  measure contact beside MuJoCo, profile five scenes with perf, renew their image"
	@echo "            and tables (5 min); build/bench/bench_price prints the figures alone"
	@echo "make bench-compare REF=COMMIT  measure the speed of this tree beside that of a commit"
	@echo "make reference  make pages of the interface, build/reference/html/index.html"
	@echo "make soak   run thousands of random drops, and floating mechanisms for a million steps"
	@echo "make certify  check the distances and contact features of all pairs of shapes at random"
	@echo "            poses: POSES=100000 per pair, SEED=1, PAIR=box_mesh for one pair"
	@echo "make images draw the images of README.md and the guides"
	@echo "make fuzz   fuzz each target for FUZZ_SECONDS=$(FUZZ_SECONDS) seconds"
	@echo "make wheel  build a wheel of the Python package for other systems: build/wheel/dist"
	@echo "make clean  remove all build folders"

bootstrap:
	@tools/bootstrap

build: bootstrap
	@cmake --preset release --log-level=WARNING -DBUILD_TESTING=OFF
	@cmake --build --preset release --parallel $(JOBS)

run: build
	@mkdir -p build/run
	build/ludo simulate examples/quadruped.xml --control-file examples/quadruped_trot.csv \
	    --duration 10 --output build/run/quadruped.h5
	build/ludo simulate examples/walker.xml --keyframe start \
	    --duration 10 --output build/run/walker.h5
	build/ludo simulate examples/quadruped_walk.xml --control-file examples/quadruped_walk.csv \
	    --duration 10 --output build/run/quadruped_walk.h5
	build/ludo report build/run/quadruped.h5
	build/ludo report build/run/quadruped_walk.h5
	build/ludo report build/run/walker.h5
	build/ludo simulate examples/satellite.xml --integrator lie-group --keyframe folded \
	    --control-file examples/satellite_arm.csv --duration 50 --report build/run/satellite.html
	build/ludo simulate examples/t_handle.xml --integrator rigid-body --scheme tln-cayley \
	    --keyframe spun --duration 20 --report build/run/t_handle.html
	build/ludo simulate examples/sinking_plate.xml --integrator dual-quaternion \
	    --duration 10 --report build/run/sinking_plate.html
	@echo
	@echo "robot trotting on ropes:      build/run/quadruped.html"
	@echo "robot walking on the floor:   build/run/quadruped_walk.html"
	@echo "walker with twelve loops:     build/run/walker.html"
	@echo "satellite turned by its arm:  build/run/satellite.html"
	@echo "T-handle flipping in space:   build/run/t_handle.html"
	@echo "plate sinking in water:       build/run/sinking_plate.html"
	@echo "open these files in a browser"

images: run
	@tools/build_page
	tools/make_screenshot build/run/walker.html docs/images/report.jpg --time 4.4 --size 1280x900
	tools/make_screenshot build/run/quadruped.html docs/images/quadruped.jpg --time 4.2 --theme light
	tools/plot_bench

test:
	@tools/bootstrap test
	@python3 tools/run_tests.py --jobs $(JOBS)

# $(1): environment in build/extra, $(2): packages, $(3): file of tests
define test_extra
	@python3 -m venv build/extra/$(1)
	build/extra/$(1)/bin/python -m pip install --quiet . pytest $(2)
	build/extra/$(1)/bin/python -m pytest -p no:cacheprovider python/tests_extra/$(3)
endef

test-ray:
	@tools/bootstrap
	$(call test_extra,ray,ray cma,test_cluster.py)

test-dlpack:
	@tools/bootstrap
	$(call test_extra,dlpack,torch jax,test_dlpack.py)

bench: export LUDO_COMMIT := $(shell git rev-parse --short=8 HEAD 2>/dev/null)
bench:
	@tools/bootstrap bench
	@$(MAKE) build
	@for target in $(if $(WHAT),$(WHAT:%=measure_%),bench); do \
	    cmake --build --preset release --parallel $(JOBS) --target $$target || exit; \
	done
	@echo "to update the guides, run tools/check_figures.py --write and tools/plot_bench"

price:
	@tools/profile_price --check
	@$(MAKE) bench WHAT=price
	tools/profile_price
	tools/plot_bench bench/results docs/images price
	tools/check_figures.py --write

bench-compare:
	@tools/bootstrap
	@tools/bench_compare $(or $(REF),$(error name a commit: make bench-compare REF=HEAD~1))

reference:
	@tools/bootstrap test
	@python3 tools/make_reference.py build/reference

soak: build
	@cmake --build --preset release --parallel $(JOBS) --target soak

certify: build
	@cmake --build --preset release --parallel $(JOBS) --target certify_pairs
	build/bench/certify_pairs build/pairs.csv $(POSES) $(SEED) $(PAIR)

fuzz: bootstrap
	@tools/run_fuzz $(FUZZ_SECONDS)

wheel: bootstrap
	@JOBS=$(JOBS) tools/build_wheel

clean:
	rm -rf build build-*/
