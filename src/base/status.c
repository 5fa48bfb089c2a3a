#include "base/status.h"

#include <stdio.h>

Status error_set(Error *error, Status status, const char *format, ...) {
    if (!error)
        return status;
    va_list args;
    va_start(args, format);
    vsnprintf(error->text, sizeof error->text, format, args);
    va_end(args);
    for (char *c = error->text; *c; c++)
        if (*c < ' ' || *c > '~')
            *c = '?';
    return status;
}
