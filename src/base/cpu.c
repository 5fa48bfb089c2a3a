#include "base/cpu.h"

#include <unistd.h>

#if defined(__x86_64__) && defined(__AVX2__)

#define LEVEL "x86-64-v3"

__attribute__((constructor(101))) static void refuse_older(void) {
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2") &&
        __builtin_cpu_supports("fma"))
        return;
    static const char text[] =
        "yuragi: this build needs a processor with AVX2, BMI2 and FMA; build "
        "with -Dcpu=x86-64 for this one\n";
    const ssize_t written = write(STDERR_FILENO, text, sizeof text - 1);
    (void)written; // a closed standard error cannot be reported
    _exit(2);
}

#elif defined(__x86_64__)
#define LEVEL "x86-64"
#else
#define LEVEL "other"
#endif

const char *cpu_level(void) {
    return LEVEL;
}
