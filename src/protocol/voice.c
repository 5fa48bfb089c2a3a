#include "voice.h"

#include <stdarg.h>

void voice_init(Voice *voice, FILE *out) {
    *voice = (Voice){.out = out, .lock = PTHREAD_MUTEX_INITIALIZER};
}

void voice_release(Voice *voice) {
    pthread_mutex_destroy(&voice->lock);
}

void voice_say(Voice *voice, const char *format, ...) {
    va_list args;
    va_start(args, format);
    pthread_mutex_lock(&voice->lock);
    if (!voice->is_mute) {
        vfprintf(voice->out, format, args);
        fputc('\n', voice->out);
        fflush(voice->out);
    }
    pthread_mutex_unlock(&voice->lock);
    va_end(args);
}

void voice_error(Voice *voice, const char *text) {
    voice_say(voice, "info string error: %s", text);
}

void voice_mute(Voice *voice) {
    pthread_mutex_lock(&voice->lock);
    voice->is_mute = true;
    pthread_mutex_unlock(&voice->lock);
}
