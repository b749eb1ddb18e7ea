/* oracle.h - right answers the slow way: write down every index of a layout, one after the other, and look.
 *
 * Nothing here divides, sorts or accumulates products: a stride is found by counting the elements that lie before it,
 * the number of elements by counting, contiguity by looking where the n-th element is.  So an answer of the oracle and
 * an answer of a solution agree only when both are right.  Layouts here are small: at most ORACLE_MAX elements.
 */
#ifndef HIDDEN_ORACLE_H
#define HIDDEN_ORACLE_H

#include "tl.h"

enum { ORACLE_MAX = 256 };

typedef struct oracle {
    int64_t count;                           /* elements */
    int64_t index[ORACLE_MAX][TL_MAX_NDIM];  /* index[n] is the n-th index of the walk */
    int64_t offset[ORACLE_MAX];              /* where it lies */
    int64_t lowest, highest;                 /* of all offsets; of no use without elements */
} oracle;

/* Walk a layout with the last axis innermost. */
void oracle_walk(oracle *all, const tl_layout *layout);

/* Walk it with axis access[0] innermost, access[1] around it, and so on. */
void oracle_walk_as(oracle *all, const tl_layout *layout, const int access[]);

/* The strides of a dense walk: an axis's stride is how many indices come before the first that steps along it. */
void oracle_strides(int ndim, const int64_t shape[], const int access[], int64_t strides[]);

/* The place of the index that lies at offset, -1 when none does. */
int64_t oracle_find(const oracle *all, int64_t offset);

/* Whether two indices lie at one offset. */
bool oracle_overlap(const oracle *all);

/* Whether the n-th index of the walk lies n elements behind the first. */
bool oracle_dense(const oracle *all);

#endif
