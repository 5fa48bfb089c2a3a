#include "output.h"

#include <stdarg.h>

void output_init(Output *output, FILE *out) {
    *output = (Output){.out = out, .lock = PTHREAD_MUTEX_INITIALIZER};
}

void output_release(Output *output) {
    pthread_mutex_destroy(&output->lock);
}

void output_line(Output *output, const char *format, ...) {
    va_list args;
    va_start(args, format);
    pthread_mutex_lock(&output->lock);
    if (!output->is_mute) {
        vfprintf(output->out, format, args);
        fputc('\n', output->out);
        fflush(output->out);
    }
    pthread_mutex_unlock(&output->lock);
    va_end(args);
}

void output_error(Output *output, const char *text) {
    output_line(output, "info string error: %s", text);
}

void output_mute(Output *output) {
    pthread_mutex_lock(&output->lock);
    output->is_mute = true;
    pthread_mutex_unlock(&output->lock);
}
