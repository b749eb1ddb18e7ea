/* report.h - what the grader shows and writes. */
#ifndef GRADER_REPORT_H
#define GRADER_REPORT_H

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

/* The table of one submission, and its closing line "GRADE NAME POINTS/MAXIMUM".  brief leaves out the table. */
void report_terminal(FILE *out, const json_t *submission, bool colour, bool brief);

/* Write grades.json into a directory, which is made when it does not exist.  False, with errno, when that fails. */
bool report_json(const json_t *grades, const char *directory);

#endif
