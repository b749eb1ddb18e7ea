# lab.mk - compiles one lab's file, links it with the public tests and runs them.  Each lab's Makefile includes it.
#
# A wrong answer, and a file that does not compile, is what this is for: make then ends quietly with status 0.  With STRICT=1
# the status is the verdict's.  Only the student's file is compiled again when it is saved; all else is made once.

LAB   := $(notdir $(CURDIR))
NAME  := $(shell echo $(LAB) | sed 's/^[0-9]*-//')
FILE  ?= $(NAME).c
TASK  ?=
OUT   ?= ../../build/labs/$(LAB)
CC    := gcc
WARN  := -Wall -Wextra -Wpedantic -Wconversion -Wshadow
# (-fsanitize=object-size tells of an overrun in words that are harder to read than those of AddressSanitizer.)
SANITIZE := -fsanitize=address,undefined -fno-sanitize=object-size -fno-sanitize-recover=all -fno-omit-frame-pointer
PACKAGES := check $(LIBS)

STUDENT := $(OUT)/$(NAME).o
TESTS   := $(OUT)/check_$(NAME).o $(OUT)/verdict.o $(OUT)/expect.o
COMPILE  = $(CC) -std=c17 -O1 -g $(WARN) -I. -I.. -MMD -MP
END     := $(if $(STRICT),exit 1,true)

.DELETE_ON_ERROR:
.SUFFIXES:
.PHONY: verdict

# Without an object the compiler has said why, and there is nothing to link or to run.
verdict: $(OUT)/check
	@test ! -f $(STUDENT) || $(OUT)/check $(TASK) || { status=$$?; [ $$status = 1 ] && [ -z "$(STRICT)" ] || exit $$status; }

$(OUT)/check: $(STUDENT) $(TESTS) $(OUT)/libs
	@test ! -f $(STUDENT) || $(CC) $(SANITIZE) -o $@ $(STUDENT) $(TESTS) @$(OUT)/libs

$(STUDENT): $(FILE)
	@mkdir -p $(@D)
	@$(COMPILE) $(SANITIZE) -c $< -o $@ || { rm -f $@; $(END); }

# The tests carry the sanitizers too: a write past the end of an array that a test lends is then seen.
$(OUT)/%.o: %.c $(OUT)/libs
	@echo "  CC    $(<F)"
	@$(COMPILE) $(SANITIZE) -Werror -c $< -o $@

$(OUT)/%.o: ../%.c $(OUT)/libs
	@echo "  CC    $(<F)"
	@$(COMPILE) -Werror -c $< -o $@

# What to link with, asked once.
$(OUT)/libs:
	@mkdir -p $(@D)
	@pkg-config --libs $(PACKAGES) >$@ || { echo "Something is not installed: run 'make deps' in the workbook's directory."; exit 1; }

-include $(wildcard $(OUT)/*.d)
