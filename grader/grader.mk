# The grader: build/grade, which is trusted, and build/grader/, what it hands to a submission.

GRADE_SRC := $(wildcard grader/*.c grader/proxies/*.c grader/hidden/*.c) labs/expect.c
GRADE_SRC := $(filter-out grader/host.c %_native.c,$(GRADE_SRC))
GRADE_OBJ := $(GRADE_SRC:%.c=$(BUILD)/obj/%.o)
-include grader/hidden.mk # what the hidden tests' data needs

GRADE_INCLUDE := $(BUILD)/grader/include
GRADE_HEADERS := $(GRADE_INCLUDE)/tl.h $(foreach lab,$(LABS),$(patsubst labs/%,$(GRADE_INCLUDE)/%,$(wildcard labs/$(lab)/*.h)))
TASKS := $(shell awk -F '"' '/^TASK/ { print $$2 }' $(sort $(wildcard labs/*/tasks.def)))
GRADE_BEFORE := $(TASKS:%=$(BUILD)/grader/before/%.so)
GRADE_PARTS := $(BUILD)/grader/host $(GRADE_BEFORE) $(GRADE_HEADERS)

$(BUILD)/grade: $(GRADE_OBJ) $(GRADE_PARTS)
	@echo "  LD    $@"
	@$(CC) -o $@ $(GRADE_OBJ) $(call pkg,--libs check jansson libarchive)

# The host carries AddressSanitizer as the submissions do, and nothing of the grader.
$(BUILD)/grader/host: grader/host.c grader/wire.h | $(AFTER_DEPS)
	@echo "  LD    $@"
	@mkdir -p $(@D)
	@$(CC) $(CFLAGS) $(INCLUDES) -fsanitize=address,undefined -o $@ $< $(call pkg,--libs libffi libseccomp)

# For each task the model answers that it may lean on, and no other code.
ANSWER_SRC := $(wildcard solutions/[0-9][0-9]-*/*.c)
ANSWER_OBJ := $(ANSWER_SRC:%.c=$(BUILD)/grader/answers/%.o)
$(BUILD)/grader/answers/%.o: %.c | $(AFTER_DEPS)
	@mkdir -p $(@D)
	@$(CC) $(CFLAGS) -fPIC -ffunction-sections -fdata-sections -MMD -MP $(INCLUDES) -c $< -o $@

$(GRADE_BEFORE): $(BUILD)/grader/before/%.so: $(ANSWER_OBJ) grader/before.awk $(wildcard labs/*/tasks.def)
	@mkdir -p $(@D)
	@awk -v task=$* -f grader/before.awk $(sort $(wildcard labs/*/tasks.def)) >$(@:.so=.map)
	@$(CC) -shared -s -Wl,-soname,libbefore.so -Wl,--gc-sections -Wl,--version-script=$(@:.so=.map) -o $@ $(ANSWER_OBJ)

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
