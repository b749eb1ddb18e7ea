# The grader: build/grade, which is trusted, and build/grader/, what it hands to a submission.

GRADE_SRC := $(wildcard grader/*.c grader/proxies/*.c grader/hidden/*.c) labs/expect.c
GRADE_SRC := $(filter-out grader/host.c %_native.c,$(GRADE_SRC))
GRADE_OBJ := $(GRADE_SRC:%.c=$(BUILD)/obj/%.o)
-include grader/hidden.mk # what the hidden tests' data needs

GRADE_INCLUDE := $(BUILD)/grader/include
GRADE_HEADERS := $(GRADE_INCLUDE)/tl.h $(foreach lab,$(LABS),$(patsubst labs/%,$(GRADE_INCLUDE)/%,$(wildcard labs/$(lab)/*.h)))
GRADE_PARTS := $(BUILD)/grader/host $(BUILD)/grader/libreference.so $(GRADE_HEADERS)

$(BUILD)/grade: $(GRADE_OBJ) $(GRADE_PARTS)
	@echo "  LD    $@"
	@$(CC) -o $@ $(GRADE_OBJ) $(call pkg,--libs check jansson libarchive)

# The host carries AddressSanitizer as the submissions do, and none of the grader's code.
$(BUILD)/grader/host: grader/host.c grader/wire.h | $(AFTER_DEPS)
	@echo "  LD    $@"
	@mkdir -p $(@D)
	@$(CC) $(CFLAGS) $(INCLUDES) -fsanitize=address,undefined -o $@ $< $(call pkg,--libs libffi libseccomp)

# The model answers, for the tasks and labs that are not being judged.
$(BUILD)/grader/libreference.so: $(LIB_OBJ)
	@echo "  LD    $@"
	@mkdir -p $(@D)
	@$(CC) -shared -Wl,-soname,libreference.so -o $@ $(filter $(BUILD)/obj/solutions/0%,$^)

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
