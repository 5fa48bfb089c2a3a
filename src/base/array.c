#include "base/array.h"

#include <stdlib.h>
#include <string.h>

Status array_reserve(void *items, size_t *capacity, size_t count, size_t size, const char *what,
                     Error *error) {
    enum { AT_LEAST = 64 };
    if (count <= *capacity)
        return STATUS_OK;
    const size_t doubled = *capacity ? 2 * *capacity : AT_LEAST;
    const size_t wanted = count > doubled ? count : doubled;
    void *array; // copied, since a pointer to items may not be accessed as a void *
    memcpy(&array, items, sizeof array);
    size_t bytes;
    array = __builtin_mul_overflow(wanted, size, &bytes) ? NULL : realloc(array, bytes);
    if (!array)
        return error_set(error, STATUS_NO_MEMORY, "no memory for %s", what);
    memcpy(items, &array, sizeof array);
    *capacity = wanted;
    return STATUS_OK;
}
