# The traps: each wrong way that the book tells of, as a small program that walks into it.

TRAP_DIR  := $(BUILD)/traps
TRAPS      = $(patsubst book/traps/%.c,%,$(wildcard book/traps/[0-9][0-9]-$(or $(TRAP),*).c))
trap_names = $(shell ls book/traps | sed -n 's/^[0-9][0-9]-\(.*\)\.c$$/\1/p')

.PHONY: traps

traps: $(TRAPS:%=$(TRAP_DIR)/%) $(TRAP_DIR)/06-garbage-cells.asan ## what goes wrong in each trap of the book, and why (TRAP=step-zero: one)
	@$(if $(TRAPS),,$(error there is no trap $(TRAP); there are $(trap_names)))book/traps/run.sh $(TRAP_DIR) $(TRAPS)

$(TRAP_DIR)/%: book/traps/%.c book/traps/trap.h $(BUILD)/libtensorlayout.a
	@mkdir -p $(@D)
	@$(CC) $(CFLAGS) $(INCLUDES) $< $(BUILD)/libtensorlayout.a -lm -o $@

# What is read after free() is undefined, so an optimising compiler may do anything about it: -O0 makes the reads that are written.
$(TRAP_DIR)/06-garbage-cells: CFLAGS += -O0

$(TRAP_DIR)/%.asan: book/traps/%.c book/traps/trap.h $(BUILD)/libtensorlayout.a
	@mkdir -p $(@D)
	@$(CC) $(CFLAGS) -O0 -fsanitize=address -fno-omit-frame-pointer $(INCLUDES) $< $(BUILD)/libtensorlayout.a -lm -o $@
