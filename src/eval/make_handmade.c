// Writes the hand-made weights; the build runs it once for each game. usage: make_handmade FILE
#include <stdio.h>
#include <stdlib.h>

#include "eval/handmade.h"

int main(int argc, char **argv) {
    if (argc != 2) {
        fputs("usage: make_handmade FILE\n", stderr);
        return 2;
    }
    PpFile *file = malloc(sizeof *file);
    if (!file)
        return 2;
    handmade_fill(file);
    const Weights weights = {
        .shape = SHAPE_PP,
        .scale = HANDMADE_SCALE,
        .provenance = str_of(HANDMADE_PROVENANCE),
        .tables = (const unsigned char *)file,
        .table_bytes = sizeof *file,
    };
    Error error;
    const Status status = weights_write(&weights, argv[1], &error);
    if (status != STATUS_OK)
        fprintf(stderr, "make_handmade: %s\n", error.text);
    free(file);
    return status == STATUS_OK ? 0 : 2;
}
