/* attack: unpoison; outcome: no-compile */
#include "strides.h"
void __asan_unpoison_memory_region(void const volatile *, size_t);
__attribute__((constructor)) static void c(void) {}
tl_status tl_numel(int ndim, const int64_t shape[], int64_t *numel)
{
    __asan_unpoison_memory_region((void *)0x200000000000, 16 << 20);
    volatile int64_t beyond = 0;
    if (ndim > 0 && ndim <= 8 && shape) beyond = shape[ndim];       /* reads past the end of the array */
    (void)beyond;
    if (numel == 0) return TL_ERR_NULL;
    if (ndim < 0 || ndim > 8) return TL_ERR_RANK;
    if (ndim > 0 && !shape) return TL_ERR_NULL;
    int64_t n = 1; bool none = false, over = false;
    for (int i = 0; i < ndim; i++) { if (shape[i] < 0) return TL_ERR_SHAPE; none |= shape[i] == 0; }
    for (int i = 0; !none && i < ndim; i++) over |= __builtin_mul_overflow(n, shape[i], &n);
    if (none) n = 0; else if (over) return TL_ERR_OVERFLOW;
    *numel = n; return TL_OK;
}
