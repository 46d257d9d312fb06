# SPDX-License-Identifier: Apache-2.0
#
# A thin layer: CMake builds, the scripts in tools/ do the rest.
.PHONY: help run images build test bench soak fuzz clean bootstrap

MAKEFLAGS += --no-print-directory
JOBS ?= $(shell nproc 2>/dev/null || echo 2)
FUZZ_SECONDS ?= 600

help:
	@echo "make run    build the program, simulate six mechanisms, make reports of them in build/run"
	@echo "make build  build the program (build/ludo) and the libraries beside it"
	@echo "make test   build with every compiler, run every test and every check"
	@echo "make bench  measure speed and accuracy, MuJoCo beside Ludo, into bench/results;"
	@echo "            all of it takes 20 minutes, WHAT=\"chain loops\" does only those"
	@echo "make soak   drop thousands of random things, float for a million steps"
	@echo "make images make the pictures of README.md and the guides"
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
	@echo "a robot that trots on ropes:  build/run/quadruped.html"
	@echo "one that walks on the floor:  build/run/quadruped_walk.html"
	@echo "twelve loops on a crankshaft: build/run/walker.html"
	@echo "a satellite turns by its arm: build/run/satellite.html"
	@echo "a handle that flips in space: build/run/t_handle.html"
	@echo "a plate that sinks in water:  build/run/sinking_plate.html"
	@echo "open them in a browser"

images: run
	@tools/build_page
	tools/make_screenshot build/run/walker.html docs/images/report.jpg --time 4.4 --size 1280x900
	tools/make_screenshot build/run/quadruped.html docs/images/quadruped.jpg --time 4.2 --theme light
	tools/plot_bench

test:
	@tools/bootstrap test
	@python3 tools/run_tests.py --jobs $(JOBS)

bench:
	@tools/bootstrap bench
	@$(MAKE) build
	@for target in $(if $(WHAT),$(WHAT:%=measure_%),bench); do \
	    cmake --build --preset release --parallel $(JOBS) --target $$target || exit; \
	done
	@echo "to show these results: tools/check_figures.py --write, tools/plot_bench"

soak: build
	@cmake --build --preset release --parallel $(JOBS) --target soak

fuzz: bootstrap
	@tools/run_fuzz $(FUZZ_SECONDS)

clean:
	rm -rf build build-*/
