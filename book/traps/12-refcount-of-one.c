/* refcount-of-one: every view counts for itself, so nothing counts the holders of the storage.  Section 2.10. */
#include "trap.h"

/* The buffer only notes that it has been freed, so that the program may look at it afterwards. */
typedef struct careless_buffer {
    bool freed;
} careless_buffer;

typedef struct careless_view {
    careless_buffer *buffer;
    int references; /* of this view: it starts at 1, whoever else looks at the buffer */
} careless_view;

static careless_view careless_new(careless_buffer *buffer)
{
    return (careless_view){buffer, 1};
}

static void careless_release(careless_view *view)
{
    if (--view->references == 0)
        view->buffer->freed = true;
}

int main(void)
{
    careless_buffer buffer = {false};
    careless_view tensor = careless_new(&buffer), view = careless_new(&buffer);
    tell("asked", "a tensor, a view of it; the view is released, the tensor is read");
    int counts[] = {tensor.references, view.references};
    careless_release(&view);
    tell("wrong", "counts %d and %d, never 2; with the view released, the tensor's buffer is %s", counts[0], counts[1],
         buffer.freed ? "freed" : "alive");
    tell("why", "the count sits in the view.  It has to sit where all the holders meet: in the storage.");

    tl_tensor right, lens;
    need(tl_tensor_new(NULL, TL_F32, 2, (int64_t[]){2, 3}, TL_ROW_MAJOR, &right));
    int64_t before = right.storage->references;
    need(tl_tensor_view(&right, &right.layout, &lens));
    int64_t with_view = right.storage->references;
    need(tl_tensor_release(&lens));
    tell("right", "one count, %" PRId64 ", then %" PRId64 ", then %" PRId64 ": the tensor is still there", before, with_view,
         right.storage->references);
    return tl_tensor_release(&right) != TL_OK;
}
