# The grader: build/grade, which is trusted, and build/grader/, what it hands to a submission.

GRADE_SRC := $(wildcard grader/*.c grader/proxies/*.c grader/hidden/*.c) labs/expect.c
GRADE_SRC := $(filter-out grader/host.c %_native.c,$(GRADE_SRC))
GRADE_OBJ := $(GRADE_SRC:%.c=$(BUILD)/obj/%.o)
-include grader/hidden.mk # what the hidden tests' data needs

GRADE_INCLUDE := $(BUILD)/grader/include
GRADE_HEADERS := $(GRADE_INCLUDE)/tl.h $(foreach lab,$(LABS),$(patsubst labs/%,$(GRADE_INCLUDE)/%,$(wildcard labs/$(lab)/*.h)))
GRADE_EARLIER := $(LABS:%=$(BUILD)/grader/earlier/%.so)
GRADE_PARTS := $(BUILD)/grader/host $(GRADE_EARLIER) $(GRADE_HEADERS)
ANSWER_OBJ := $(patsubst %.c,$(BUILD)/obj/%.o,$(wildcard solutions/[0-9][0-9]-*/*.c))

$(BUILD)/grade: $(GRADE_OBJ) $(GRADE_PARTS)
	@echo "  LD    $@"
	@$(CC) -o $@ $(GRADE_OBJ) $(call pkg,--libs check jansson libarchive)

# The host carries AddressSanitizer as the submissions do, the model answers without their names, and nothing of the grader.
$(BUILD)/grader/host: grader/host.c $(BUILD)/grader/answers.c $(ANSWER_OBJ) grader/wire.h grader/answers.h | $(AFTER_DEPS)
	@echo "  LD    $@"
	@$(CC) $(CFLAGS) -Igrader $(INCLUDES) -fsanitize=address,undefined -s -o $@ $(filter %.c %.o,$^) \
	    $(call pkg,--libs libffi libseccomp)

# Tables of functions, from what tasks.def says of each task.
$(BUILD)/grader/answers.c: grader/answers.awk $(LABS:%=labs/%/tasks.def)
	@mkdir -p $(@D)
	@awk -f $^ >$@

# For each lab the model answers of the labs before it, which it may call as a library.
earlier_than = $(foreach lab,$(LABS),$(if $(filter $(lab),$(1)),,$(if $(filter $(lab),$(firstword $(sort $(lab) $(1)))),$(lab))))
define earlier_rule
$(BUILD)/grader/earlier/$(1).so: $(foreach lab,$(call earlier_than,$(1)),$(filter $(BUILD)/obj/solutions/$(lab)/%,$(ANSWER_OBJ))) | $(AFTER_DEPS)
	@echo "  LD    $$@"
	@mkdir -p $$(@D)
	@$(CC) -shared -Wl,-soname,libearlier.so -o $$@ $$^
endef
$(foreach lab,$(LABS),$(eval $(call earlier_rule,$(lab))))

# What a submission may see of labs/: the headers.
$(GRADE_INCLUDE)/%.h: labs/%.h
	@mkdir -p $(@D)
	@cp $< $@

.PHONY: grade
grade: export GRADE_SUBMISSION = $(SUBMISSION)
grade: export GRADE_CLASS = $(CLASS)
grade: export GRADE_OUT = $(OUT)
grade: $(BUILD)/grade ## mark labs/, or SUBMISSION=path, or CLASS=dir; OUT=dir JOBS=n
	@$(BUILD)/grade $${GRADE_SUBMISSION:+"--submission=$$GRADE_SUBMISSION"} $${GRADE_CLASS:+"--class=$$GRADE_CLASS"} \
	    $${GRADE_OUT:+"--out=$$GRADE_OUT"} $(if $(JOBS),--jobs=$(JOBS)) $(if $(filter 1,$(UNSAFE)),--unsafe)
