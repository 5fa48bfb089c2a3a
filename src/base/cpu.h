// cpu.h — which processor this program was built for, and a clear error message on an older one.
//
// A program built for x86-64-v3 refuses to start without AVX2 instead of crashing with an illegal
// instruction; the check runs before every other constructor.
#pragma once

// For --version: `x86-64-v3`, `x86-64`, or `other`.
const char *cpu_level(void);
