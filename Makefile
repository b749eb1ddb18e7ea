# Every entry point of the workbook.  `make help` lists them; everything made lands in build/.

BUILD  := build
CC     := gcc
WARN   := -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror
CFLAGS := -std=c17 -O2 -g $(WARN)
LABS   := $(sort $(notdir $(wildcard labs/[0-9][0-9]-*)))
INCLUDES := -Ilabs $(LABS:%=-Ilabs/%)

# `make deps grade` in one breath: what needs a package waits until deps has run.
AFTER_DEPS := $(filter deps,$(MAKECMDGOALS))
# A library's flags are asked for when they are needed, not when this file is read: deps may just have installed it.
pkg = $(shell pkg-config $(1))

.DELETE_ON_ERROR:
.SUFFIXES:
.PHONY: all help deps lib test test-fresh test-stability clean

all: $(BUILD)/tl $(BUILD)/grade lib
	@echo "Built $(BUILD)/tl, $(BUILD)/grade and $(BUILD)/libtensorlayout.{a,so}."
	@echo "Next: read book/01-strides.md, open labs/01-strides/strides.c, and run 'make lab-01'.  'make help' lists the rest."

help: ## this list
	@awk -F ':.*## ' '/^[a-z][a-zA-Z0-9_ -]*:.*## / { printf "  %-24s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# ---- Set-up ----

deps: ## install every Debian package that is missing
	@sh tests/deps.sh

# ---- The library: the labs' solutions ----

LIB_SRC := $(wildcard solutions/[0-9][0-9]-*/*.c solutions/library/*.c)
LIB_OBJ := $(LIB_SRC:%.c=$(BUILD)/obj/%.o)

lib: $(BUILD)/libtensorlayout.a $(BUILD)/libtensorlayout.so ## the library, static and shared

$(BUILD)/libtensorlayout.a: $(LIB_OBJ)
	@echo "  AR    $@"
	@rm -f $@ && ar rcs $@ $^

$(BUILD)/libtensorlayout.so: $(LIB_OBJ)
	@echo "  LD    $@"
	@$(CC) -shared -o $@ $^

# Every object of ours: strict warnings, position-independent, dependencies tracked.
$(BUILD)/obj/%.o: %.c | $(AFTER_DEPS)
	@echo "  CC    $<"
	@mkdir -p $(@D)
	@$(CC) $(CFLAGS) -fPIC -MMD -MP $(INCLUDES) $(EXTRA_CFLAGS) -c $< -o $@

# ---- The command ----

TL_OBJ := $(patsubst %.c,$(BUILD)/obj/%.o,$(wildcard solutions/tl/*.c))

$(BUILD)/tl: $(TL_OBJ) $(BUILD)/libtensorlayout.a
	@echo "  LD    $@"
	@$(CC) -o $@ $^ $(call pkg,--libs jansson)

# ---- The other parts, each in its own file ----

include labs/student.mk
-include grader/grader.mk # a checkout for students has none
include book/book.mk

# ---- Tests ----

test: all ## every test; ends with "N passed, N failed"
	@tests/run

test-fresh: ## the README's two commands in a new Debian root (root and network needed; minutes)
	@tests/fresh.sh

test-stability: all ## grade part of the corpus 20 times, and under full load: the marks must not move (minutes)
	@tests/stability.sh

clean: ## remove everything that was made
	@rm -rf $(BUILD)

-include $(shell find $(BUILD)/obj -name '*.d' 2>/dev/null)
