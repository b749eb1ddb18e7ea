/* answers.h - the model answers inside the host, lab by lab, in the order in which tasks.def names the functions.
 *
 * A submission may lean on the functions of other tasks, and gets these.  They are linked into the host without a name, so
 * that no name leads a submission to the answer of the task that is being judged.  answers.c is made from the tasks.def files.
 */
#ifndef GRADER_ANSWERS_H
#define GRADER_ANSWERS_H

typedef void (*any_function)(void);

typedef struct lab_answers {
    const any_function *functions;
    unsigned count;
} lab_answers;

extern const lab_answers answers_of_lab[]; /* by the lab's place among the labs, from 0 */

#endif
