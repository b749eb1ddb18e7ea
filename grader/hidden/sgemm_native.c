/* sgemm_native.c - test_sgemm for tests that are linked with the functions they test. */
#include "sgemm.h"

static sgemm_call latest;
static int calls;

void test_sgemm(const char *transa, const char *transb, const int *m, const int *n, const int *k, const float *alpha,
                const float *a, const int *lda, const float *b, const int *ldb, const float *beta, float *c, const int *ldc)
{
    calls++;
    latest = (sgemm_call){*transa, *transb, *m, *n, *k, *lda, *ldb, *ldc, *alpha, *beta, a, b, c};
    for (int64_t j = 0; j < *n; j++)
        for (int64_t i = 0; i < *m; i++) {
            float sum = 0;
            for (int64_t p = 0; p < *k; p++)
                sum += (*transa == 'N' ? a[i + p * *lda] : a[p + i * *lda]) *
                       (*transb == 'N' ? b[p + j * *ldb] : b[j + p * *ldb]);
            float *out = &c[i + j * *ldc];
            *out = *beta == 0 ? *alpha * sum : *alpha * sum + *beta * *out;
        }
}

int test_sgemm_calls(sgemm_call last[1])
{
    int count = calls;
    *last = latest;
    calls = 0;
    return count;
}
