# The book: a page per chapter, the figures, and an index.  A page is made only when everything it prints is true.

CHAPTERS     := $(wildcard book/[0-9][0-9]-*.md)
FIGURES      := $(patsubst book/figures/%.gp,%.svg,$(filter-out %/style.gp,$(wildcard book/figures/*.gp)))
BOOK_PAGES   := $(CHAPTERS:book/%.md=$(BUILD)/book/%.html)
BOOK_FIGURES := $(FIGURES:%=$(BUILD)/book/figures/%)
PLOTS        := $(FIGURES:%=$(BUILD)/plots/%)

.PHONY: book book-accept plots bench-layout

book: $(BOOK_PAGES) $(BOOK_FIGURES) $(BUILD)/book/index.html $(BUILD)/book/book.css ## the book as web pages, in build/book
	@echo "Open $(BUILD)/book/index.html"

plots: $(PLOTS) ## the figures, with the timings measured on this machine, in build/plots
	@echo "Drawn: $(PLOTS)"

# A chapter's printed results are rewritten to what the commands print now.  Read the difference before you keep it.
book-accept: $(BUILD)/tl $(BUILD)/libtensorlayout.a $(BOOK_FIGURES)
	@for chapter in $(CHAPTERS); do $(BOOK_ENV) BOOK_ACCEPT=1 pandoc -d book/page.yaml $$chapter -o /dev/null || exit 1; done
	@git --no-pager diff --stat -- book || true

# What pages and figures are made with: our commands first.
BOOK_ENV = BUILD="$(abspath $(BUILD))" CC="$(CC)" PATH="$(abspath $(BUILD)):$$PATH"
need = command -v $(1) >/dev/null || { echo "$(1) is missing: run make deps" >&2; exit 1; }

$(BUILD)/book/%.html: book/%.md book/run.lua book/page.yaml book/page.html $(BUILD)/tl $(BUILD)/libtensorlayout.a \
                      $(wildcard labs/*.h labs/*/*.h) | $(AFTER_DEPS)
	@$(call need,pandoc)
	@echo "  PAGE  $<"
	@mkdir -p $(@D)
	@$(BOOK_ENV) pandoc -d book/page.yaml --toc --toc-depth=2 $< -o $@

$(BUILD)/book/index.html: book/index.awk book/index.md $(CHAPTERS) book/page.yaml book/page.html book/run.lua | $(AFTER_DEPS)
	@$(call need,pandoc)
	@mkdir -p $(@D)
	@{ cat book/index.md; awk -f book/index.awk $(CHAPTERS); } | \
		$(BOOK_ENV) pandoc -d book/page.yaml -o $@

$(BUILD)/book/book.css: book/book.css
	@mkdir -p $(@D)
	@cp $< $@

# ---- Figures ----

draw = $(BOOK_ENV) gnuplot -e "out = '$@'" $(2) book/figures/style.gp $(1)

$(BUILD)/book/figures/%.svg: book/figures/%.gp book/figures/style.gp $(wildcard book/figures/*.sh book/figures/*.dat) \
                             $(BUILD)/tl | $(AFTER_DEPS)
	@$(call need,gnuplot)
	@echo "  DRAW  $@"
	@mkdir -p $(@D)
	@$(call draw,$<)

# What is measured is measured again, on this machine; the other figures are the book's.
MEASURED := stride_time clone_time

$(BUILD)/plots/%.svg: $(BUILD)/book/figures/%.svg
	@mkdir -p $(@D)
	@cp $< $@

$(MEASURED:%=$(BUILD)/plots/%.svg): $(BUILD)/plots/%.svg: book/figures/%.gp book/figures/style.gp $(BUILD)/plots/%.dat
	@$(call need,gnuplot)
	@echo "  DRAW  $@"
	@$(call draw,$<,-e "data = '$(BUILD)/plots/$*.dat'")

$(BUILD)/plots/%.dat: $(BUILD)/bench/%
	@mkdir -p $(@D)
	@echo "  TIME  $<   (some seconds)"
	@$< >$@

$(BUILD)/bench/%: $(BUILD)/obj/solutions/bench/%.o $(BUILD)/obj/solutions/bench/machine.o $(BUILD)/libtensorlayout.a
	@mkdir -p $(@D)
	@$(CC) -o $@ $^ -lm

bench-layout: $(BUILD)/bench/layout_ops ## one slice, transpose, permute, reshape: our time beside NumPy's and PyTorch's
	@mkdir -p $(BUILD)/plots
	@$< >$(BUILD)/plots/layout_ops.dat
	@/usr/bin/python3 solutions/bench/layout_ops.py $(BUILD)/plots/layout_ops.dat

.PRECIOUS: $(BUILD)/obj/%.o

include book/traps.mk
