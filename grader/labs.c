/* labs.c - the labs that are graded: a new lab is a line here, its hidden suite, and its proxies. */
#include "judge.h"

extern const lab_suite hidden_strides, hidden_views;

const graded_lab graded_labs[] = {
    {&hidden_strides, "strides.c", 0},
    {&hidden_views, "views.c", 1},
};
const int graded_lab_count = sizeof graded_labs / sizeof *graded_labs;
