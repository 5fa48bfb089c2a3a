// macros.h — the few macros and attributes the whole tree shares.
#pragma once

#define ARRAY_LEN(array) (sizeof(array) / sizeof((array)[0]))

// For small functions in hot loops: with constant arguments the compiler removes the dead branches.
#define ALWAYS_INLINE static inline __attribute__((always_inline))

#define LIKELY(condition)   __builtin_expect(!!(condition), 1)
#define UNLIKELY(condition) __builtin_expect(!!(condition), 0)
