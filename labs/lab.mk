# lab.mk - compiles one lab's file, links it with the public tests and runs them.  Each lab's Makefile includes it.
#
# A wrong answer, and a file that does not compile, is what this is for: make then ends quietly with status 0.  With STRICT=1
# the status is the verdict's.  Only the student's file is compiled again when it is saved; all else is made once.
#
# A lab's Makefile may set LIBS, the packages that its tests need, and EARLIER, the labs whose functions it uses.

# (override: `make watch LAB=01` hands its own LAB on.)
override LAB := $(notdir $(CURDIR))
NAME  := $(lastword $(subst -, ,$(LAB)))
FILE  ?= $(NAME).c
TASK  ?=
OUT   ?= ../../build/labs/$(LAB)
CC    := gcc
WARN  := -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror=implicit-function-declaration
# (-fsanitize=object-size tells of an overrun in words that are harder to read than those of AddressSanitizer.)
SANITIZE := -fsanitize=address,undefined -fno-sanitize=object-size -fno-sanitize-recover=all -fno-omit-frame-pointer
PACKAGES := check $(LIBS)

STUDENT := $(OUT)/$(NAME).o
TESTS   := $(OUT)/check_$(NAME).o $(OUT)/verdict.o $(OUT)/expect.o
COMPILE  = $(CC) -std=c17 -O1 -g $(WARN) -I. -I.. -MMD -MP
END     := $(if $(STRICT),exit 1,true)

# The functions of earlier labs are the reference's, so that a lab can be done while another is unfinished: its model answers or,
# in a student's pack, an object made of them, in which a function gives way to the student's (a weak symbol).  Without either they
# are the student's own.
number  = $(firstword $(subst -, ,$(1)))
earlier = $(subst $() lab,$() and lab,$(strip $(foreach lab,$(EARLIER),lab $(call number,$(lab)))))
ANSWERS := $(foreach lab,$(EARLIER),$(wildcard ../../solutions/$(lab)/*.c))
PACKED  := $(if $(EARLIER),$(wildcard ../reference.o))
ifneq ($(ANSWERS)$(PACKED),)
BEFORE  := $(if $(ANSWERS),$(ANSWERS:../../solutions/%.c=$(OUT)/reference/%.o),$(PACKED))
SAY     := echo "lab $(call number,$(LAB)) uses the reference for $(earlier)";
else ifneq ($(EARLIER),)
BEFORE  := $(foreach lab,$(EARLIER),$(OUT)/own/$(lab)/$(lastword $(subst -, ,$(lab))).o)
SAY     := echo "lab $(call number,$(LAB)) uses your own $(earlier), as there is no reference here: what waits there waits here too";
endif

.DELETE_ON_ERROR:
.SUFFIXES:
.PHONY: verdict

# Without an object the compiler has said why, and there is nothing to link or to run.
IF_COMPILED := for object in $(STUDENT) $(BEFORE); do [ -f $$object ] || exit 0; done;

verdict: $(OUT)/check
	@$(IF_COMPILED) $(SAY) $(OUT)/check $(TASK) || { status=$$?; [ $$status = 1 ] && [ -z "$(STRICT)" ] || exit $$status; }

$(OUT)/check: $(STUDENT) $(BEFORE) $(TESTS) $(OUT)/libs $(OUT)/before
	@$(IF_COMPILED) $(CC) $(SANITIZE) -o $@ $(STUDENT) $(BEFORE) $(TESTS) @$(OUT)/libs

$(STUDENT): $(FILE)
	@mkdir -p $(@D)
	@$(COMPILE) $(SANITIZE) -c $< -o $@ || { rm -f $@; $(END); }

$(OUT)/own/%.o: ../%.c
	@mkdir -p $(@D)
	@$(COMPILE) $(SANITIZE) -c $< -o $@ || { rm -f $@; $(END); }

# The reference and the tests carry the sanitizers too: a write past the end of an array that they are lent, or lend, is then seen.
# (Tests without optimisation compile in half the time.)
$(OUT)/reference/%.o: ../../solutions/%.c
	@echo "  CC    $(<:../../%=%)"
	@mkdir -p $(@D)
	@$(COMPILE) -I../$(*D) $(SANITIZE) -Werror -c $< -o $@

$(OUT)/%.o: %.c $(OUT)/libs
	@echo "  CC    $(<F)"
	@$(COMPILE) -O0 $(SANITIZE) -Werror -c $< -o $@

$(OUT)/%.o: ../%.c $(OUT)/libs
	@echo "  CC    $(<F)"
	@$(COMPILE) -Werror -c $< -o $@

# What to link with, asked once.
$(OUT)/libs:
	@mkdir -p $(@D)
	@pkg-config --libs $(PACKAGES) >$@ || { echo "Something is not installed: run 'make deps' in the workbook's directory."; exit 1; }

# Which objects stand for the earlier labs: new when they are others than before.
ifneq ($(file <$(OUT)/before),$(BEFORE))
.PHONY: $(OUT)/before
endif
$(OUT)/before: | $(OUT)/libs
	@echo $(BEFORE) >$@

-include $(wildcard $(OUT)/*.d $(OUT)/*/*/*.d)
