# student.mk - a student's commands: check a lab, once or at every save; hints, model answers, the worksheet, a fresh start.
#
# LAB is a lab's two digits, TASK a task's number; a TASK says which lab is meant.

lab_of_task := 0$(firstword $(subst ., ,$(TASK)))
LAB         ?= $(if $(filter $(lab_of_task)-%,$(LABS)),$(lab_of_task),01)
lab_dir      = labs/$(filter $(LAB)-%,$(LABS))
task_numbers = $(shell awk -F '"' '/^TASK/ { print $$2 }' $(lab_dir)/tasks.def)

# A recipe that begins with one of these stops with one line when the value is wrong.
known_lab  = $(if $(filter $(LAB)-%,$(LABS)),,$(error there is no lab $(LAB); \
    LAB can be $(foreach lab,$(LABS),$(firstword $(subst -, ,$(lab))))))
known_task = $(known_lab)$(if $(filter 1,$(words $(TASK))),,$(error say which task, for example TASK=$(firstword $(task_numbers)); \
    lab $(LAB) has $(task_numbers)))$(if $(filter $(task_numbers),$(TASK)),,$(error lab $(LAB) has no task $(TASK); it has $(task_numbers)))

.PHONY: watch hint solution reset trace FORCE

lab-01 lab-02: ## check labs/01-strides/strides.c, ... (TASK=1.7: one task; STRICT=1: fail unless all is right)

lab-%: override LAB = $*
lab-%: FORCE | $(AFTER_DEPS)
	@$(known_lab)$(if $(TASK),$(known_task))$(MAKE) -s --no-print-directory -C $(lab_dir) TASK=$(TASK) STRICT=$(STRICT)

watch: | $(AFTER_DEPS) ## check a lab at every save, until Ctrl-C (LAB=01, TASK=1.7)
	@$(known_lab)$(if $(TASK),$(known_task))last=; \
	while :; do \
	    now=$$(stat -c '%n %y' $(lab_dir)/* 2>/dev/null); \
	    if [ "$$now" != "$$last" ]; then \
	        last=$$now; [ ! -t 1 ] || clear; \
	        $(MAKE) -s --no-print-directory -C $(lab_dir) TASK=$(TASK); \
	        echo "Waiting for the next save in $(lab_dir); Ctrl-C ends it."; \
	    fi; \
	    sleep 0.2; \
	done

hint: ## the next of three hints (TASK=1.7; HINT=1 begins again)
	@$(known_task)mkdir -p $(BUILD)/hints; shown=$(BUILD)/hints/$(TASK); \
	next=$(if $(HINT),'$(HINT)',$$(($$(cat $$shown 2>/dev/null || echo 0) + 1))); again="'make hint TASK=$(TASK) HINT=1' begins again"; \
	case $$next in [123]) ;; 4) echo "Those were the three hints for $(TASK); $$again."; exit;; \
	    *) echo "HINT can be 1, 2 or 3, not $$next."; exit;; esac; \
	echo $$next >$$shown; echo "$(TASK), hint $$next of 3"; echo; \
	awk -v task=$(TASK) -v hint=$$next "$$HINT_AWK" $(lab_dir)/hints.txt | fmt -w 88; \
	[ $$next != 3 ] || { echo; echo "That was the last one; $$again."; }

solution: ## the model answer of a task (TASK=1.7)
	@$(known_task)if [ -d $(lab_dir:labs/%=solutions/%) ]; then \
	    awk -v task=$(TASK) "$$SOLUTION_AWK" $(lab_dir)/tasks.def $(wildcard $(lab_dir:labs/%=solutions/%)/*.c); \
	else echo "This checkout has no solutions."; fi

reset: ## give a lab's file back as it was, and keep yours beside it (LAB=01)
	@$(known_lab)for skeleton in $(lab_dir)/.skeleton/*; do \
	    file=$(lab_dir)/$${skeleton##*/}; mine=$$file.mine; n=1; \
	    if cmp -s $$skeleton $$file; then echo "$$file is as it was in the beginning."; continue; fi; \
	    while [ -e $$mine ]; do n=$$((n + 1)); mine=$$file.mine.$$n; done; \
	    [ ! -e $$file ] || { mv $$file $$mine && echo "Your file is kept as $$mine."; } || exit; \
	    cp $$skeleton $$file && echo "$$file is as it was in the beginning."; \
	done

trace: | $(AFTER_DEPS) ## check the worksheet of a lab, labs/01-strides/trace.txt (LAB=01)
	@$(known_lab)if [ -e solutions/$(lab_dir:labs/%=%)/. ]; then $(MAKE) -s --no-print-directory $(BUILD)/tl; \
	elif [ ! -x $(BUILD)/tl ]; then echo "This checkout has no $(BUILD)/tl, and no solutions to build it from."; exit 1; fi
	@$(BUILD)/tl check $(lab_dir)/trace.txt || { status=$$?; [ $$status = 1 ] && [ -z "$(STRICT)" ] || exit $$status; }

FORCE:

# The lines of one hint.  (Compared as text: as numbers 1.1 and 1.10 are the same.)
define HINT_AWK
/^#/                   { next }
/^[0-9]+\.[0-9]+$$/    { here = ($$0 "" == task ""); n = 0; next }
here && $$0 == "*"     { n++; next }
here && n == hint && NF
endef
export HINT_AWK

# A task's functions, with the static helpers and types of that file which they use.  The file is cut into pieces: one
# definition each, with the comment above it; every piece remembers the heading that it stands under.
define SOLUTION_AWK
FILENAME ~ /tasks.def$$/ { if (index($$0, "TASK(\"" task "\"") == 1) { split($$0, part, "\""); wanted = " " part[6] " " } next }

/^\/\* ---- /            { heading = ""; in_heading = 1 }
in_heading               { heading = heading $$0 "\n"; in_heading = !/\*\/$$/; piece = signature = ""; next }
!inside && /^(#.*)?$$/   { piece = signature = ""; next }
                         { piece = piece $$0 "\n" }
!signature && /^[a-z]/   { signature = $$0 }
/^[^ \/].*\{$$|^\{$$/    { inside = 1 }
/^}/                     { inside = 0; keep($$0) }
!inside && /^[a-z].*;( *\/\*.*)?$$/ { keep($$0) }

function keep(last_line, name) {
    name = signature
    if (name ~ /^typedef/)   { name = last_line; gsub(/[^a-z_0-9]/, "", name) }
    else if (name ~ /^enum/) { sub(/^enum \{ /, "", name); sub(/ .*/, "", name) }
    else                     { sub(/\(.*/, "", name); sub(/.*[ *]/, "", name) }
    pieces++
    names[pieces] = name; texts[pieces] = piece; headings[pieces] = heading
    helper[pieces] = signature ~ /^(static|typedef|enum)/
    show[pieces] = index(wanted, " " name " ") > 0
    piece = signature = ""
}

function uses(text, name) { return text ~ ("(^|[^A-Za-z_0-9])" name "([^A-Za-z_0-9]|$$)") }

END {
    do {
        more = 0
        for (i = 1; i <= pieces; i++)
            for (j = 1; j <= pieces; j++)
                if (show[i] && !show[j] && helper[j] && uses(texts[i], names[j]))
                    show[j] = more = 1
    } while (more)
    for (i = 1; i <= pieces; i++)
        if (show[i]) {
            if (headings[i] != last)
                printf "%s\n", headings[i]
            last = headings[i]
            printf "%s\n", texts[i]
        }
}
endef
export SOLUTION_AWK
