/* sgemm.h - a column-major sgemm that keeps a log, for the tests of task 1.12. */
#ifndef HIDDEN_SGEMM_H
#define HIDDEN_SGEMM_H

#include "strides.h"

/* The arguments of one call.  a, b and c are the arrays that the caller of tl_matmul passed, NULL for any other. */
typedef struct sgemm_call {
    char transa, transb;
    int m, n, k, lda, ldb, ldc;
    float alpha, beta;
    const float *a, *b;
    float *c;
} sgemm_call;

/* The product, by three loops; beta = 0 overwrites C without reading it. */
tl_sgemm test_sgemm;

/* How often test_sgemm was called by the tl_matmul before, or since this was last asked; *last is the latest call. */
int test_sgemm_calls(sgemm_call last[1]);

#endif
