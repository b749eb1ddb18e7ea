/* labs.c - the labs that are graded: a new lab is a line here, its hidden suite, and its proxies. */
#include "judge.h"

extern const lab_suite hidden_strides, hidden_views;

const graded_lab graded_labs[] = {
    {&hidden_strides, "strides.c"},
    {&hidden_views, "views.c"},
};
const int graded_lab_count = sizeof graded_labs / sizeof *graded_labs;
