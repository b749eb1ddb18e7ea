/* attack: sleep; outcome: timeout */
#include <time.h>
#include <unistd.h>
#include "strides.h"
tl_status tl_numel(int n, const int64_t s[], int64_t *out)
{   /* 0.3 s of processor time, then sleep for ever: neither of watch()'s two conditions is ever true */
    while (clock() < CLOCKS_PER_SEC * 3 / 10) ;
    for (;;) sleep(1000);
}
