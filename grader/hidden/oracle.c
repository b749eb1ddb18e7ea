/* oracle.c - right answers the slow way. */
#include "oracle.h"

#include <string.h>

static const int last_axis_first[TL_MAX_NDIM + 1][TL_MAX_NDIM] = {
    [1] = {0},          [2] = {1, 0},          [3] = {2, 1, 0},          [4] = {3, 2, 1, 0},
    [5] = {4, 3, 2, 1, 0}, [6] = {5, 4, 3, 2, 1, 0}, [7] = {6, 5, 4, 3, 2, 1, 0}, [8] = {7, 6, 5, 4, 3, 2, 1, 0}};

void oracle_walk(oracle *all, const tl_layout *layout)
{
    oracle_walk_as(all, layout, last_axis_first[layout->ndim]);
}

/* Begin with the one index [0, 0, ...].  Then, for each axis from the outermost inwards, put in the place of every index as
 * many as the axis is long.  Going backwards, no index is overwritten before it has been read. */
void oracle_walk_as(oracle *all, const tl_layout *layout, const int access[])
{
    all->count = 1;
    memset(all->index[0], 0, sizeof all->index[0]);
    all->offset[0] = layout->offset;
    for (int i = layout->ndim - 1; i >= 0; i--) {
        int axis = access[i];
        int64_t size = layout->shape[axis], before = all->count;
        all->count = before * size;
        for (int64_t from = size > 0 ? before - 1 : -1; from >= 0; from--)
            for (int64_t value = size - 1; value >= 0; value--) {
                int64_t to = from * size + value;
                memmove(all->index[to], all->index[from], sizeof all->index[0]);
                all->index[to][axis] = value;
                all->offset[to] = all->offset[from] + value * layout->strides[axis];
            }
    }
    all->lowest = all->highest = all->offset[0];
    for (int64_t n = 1; n < all->count; n++) {
        if (all->offset[n] < all->lowest)
            all->lowest = all->offset[n];
        if (all->offset[n] > all->highest)
            all->highest = all->offset[n];
    }
}

void oracle_strides(int ndim, const int64_t shape[], const int access[], int64_t strides[])
{
    static oracle all;
    for (int axis = 0; axis < ndim; axis++) {
        tl_layout grid = {.ndim = ndim};
        for (int other = 0; other < ndim; other++)
            grid.shape[other] = shape[other] > 0 ? shape[other] : 1;
        grid.shape[axis] = 2; /* an axis's own size is not in its stride, but there must be a step to find */
        oracle_walk_as(&all, &grid, access);
        int64_t step[TL_MAX_NDIM] = {0};
        step[axis] = 1;
        strides[axis] = 0;
        while (memcmp(all.index[strides[axis]], step, sizeof step) != 0)
            strides[axis]++;
    }
}

int64_t oracle_find(const oracle *all, int64_t offset)
{
    for (int64_t n = 0; n < all->count; n++)
        if (all->offset[n] == offset)
            return n;
    return -1;
}

bool oracle_overlap(const oracle *all)
{
    for (int64_t n = 0; n < all->count; n++)
        if (oracle_find(all, all->offset[n]) != n)
            return true;
    return false;
}

bool oracle_dense(const oracle *all)
{
    for (int64_t n = 0; n < all->count; n++)
        if (all->offset[n] != all->offset[0] + n)
            return false;
    return true;
}
