// embedded.h — the weight file inside the program, put there by the build (embedded.S).
#pragma once

extern const unsigned char EMBEDDED_WEIGHTS[], EMBEDDED_WEIGHTS_END[];
