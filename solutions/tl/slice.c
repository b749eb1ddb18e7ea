/* slice.c - a slice as Python writes it, and the command slice. */
#include "cli.h"

#include <inttypes.h>
#include <string.h>

/* ---- START:STOP:STEP ---- */

/* One part.  A number beyond 64 bits is the nearest that there is: bounds are clamped to the axis anyhow. */
static bool part_parse(const char *words, size_t length, bool *present, int64_t *number)
{
    *present = length > 0;
    *number = 0;
    if (length == 0)
        return true;
    number_kind kind = number_parse(words, length, number);
    if (kind == NUMBER_TOO_LARGE)
        *number = words[0] >= '0' && words[0] <= '9' ? INT64_MAX : INT64_MIN;
    return kind != NUMBER_MALFORMED;
}

outcome slice_parse(const char *what, const char *words, size_t length, tl_slice *slice, failure *fail)
{
    bool present[3] = {false, false, false};
    int64_t numbers[3] = {0, 0, 0};
    int shown = length > 60 ? 60 : (int)length, parts = 0;
    const char *end = words + length;
    for (const char *p = words;; p++) {
        const char *colon = memchr(p, ':', (size_t)(end - p));
        size_t part = (size_t)((colon != NULL ? colon : end) - p);
        if (parts == 3)
            return misused(fail, "%s: '%.*s' has too many parts (expected START:STOP:STEP, such as 1:8:3)", what, shown,
                           words);
        if (!part_parse(p, part, &present[parts], &numbers[parts]))
            return misused(fail, "%s: '%.*s' in '%.*s' is not a whole number (expected START:STOP:STEP, such as 1:8:3)",
                           what, part > 60 ? 60 : (int)part, p, shown, words);
        parts++;
        p += part;
        if (p == end)
            break;
    }
    if (parts < 2)
        return misused(fail, "%s: '%.*s' is no slice (expected START:STOP:STEP, such as 1:8:3, ::2 or -3:)", what,
                       shown, words);
    *slice = (tl_slice){present[0], present[1], present[2], numbers[0], numbers[1], numbers[2]};
    return DONE;
}

/* ---- tl slice ---- */

void slice_explain(text *out)
{
    text_add(out,
             "SPEC is START:STOP:STEP as in Python: 1:5, ::2, -3:, 8:2:-2; each part may be left out.\n"
             "The indices are listed when they are not more than %d.\n",
             MOST_LISTED);
}

static void put_indices(const tl_range *range, report *rep)
{
    if (range->length > MOST_LISTED) {
        text_add(&rep->note, "%" PRId64 " indices are too many to list, and are left out (expected at most %d)",
                 range->length, MOST_LISTED);
        return;
    }
    int64_t indices[MOST_LISTED], index = range->start;
    for (int64_t i = 0; i < range->length; i++) {
        indices[i] = index;
        if (i + 1 < range->length)
            index += range->step; /* still inside the axis */
    }
    report_put(rep, "indices", json_list((int)range->length, indices));
}

outcome slice_run(const request *req, report *rep, failure *fail)
{
    int64_t size;
    tl_slice slice;
    tl_range range;
    const char *spec = req->arguments[1];
    outcome result = one_number_parse("N", req->arguments[0], &size, fail);
    if (result == DONE)
        result = slice_parse("SPEC", spec, strlen(spec), &slice, fail);
    if (result != DONE)
        return result;
    tl_status status = tl_slice_resolve(&slice, size, &range);
    if (status == TL_ERR_SHAPE)
        return refused_by_library(fail, status, "N is %" PRId64 ", expected 0 or more", size);
    if (status != TL_OK)
        return refused_by_library(fail, status, "SPEC is %.60s", spec);
    report_put(rep, "start", json_integer(range.start));
    report_put(rep, "stop", json_integer(range.stop));
    report_put(rep, "step", json_integer(range.step));
    report_put(rep, "length", json_integer(range.length));
    put_indices(&range, rep);
    rep->layout = (tl_layout){.ndim = 1, .shape = {range.length}, .strides = {range.step}, .offset = range.start};
    rep->cells = size;
    rep->cell_number = "index";
    trace_slice(rep, &slice, size);
    return DONE;
}
