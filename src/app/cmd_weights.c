#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/filemap.h"
#include "base/json.h"
#include "base/nearest.h"
#include "base/rng.h"
#include "command.h"
#include "eval/embedded.h"
#include "eval/eval_open.h"
#include "eval/net/smallnet.h"
#include "eval/relation/apery.h"
#include "eval/relation/kppt.h"
#include "eval/relation/pp.h"
#include "eval/relation/ppk.h"
#include "outfile.h"
#include "record/bytesource.h"
#include "wording.h"
#include "zstdfile.h"

static const char EMBEDDED[] = "the embedded weights";

static Exit fail(const Command *self, const Error *error) {
    return command_fail(self, "%s", error->text);
}

// How many numbers the tables hold.
static uint64_t count_weights(const Weights *weights) {
    if (weights->shape == SHAPE_PP)
        return 2 * ((uint64_t)FEATURE_NB + PP_PAIR_NB);
    if (weights->shape == SHAPE_PP_KPP)
        return 2 * ((uint64_t)FEATURE_NB + PP_PAIR_NB) + (uint64_t)SQUARE_NB * PPK_PAIR_NB;
    if (weights->shape == SHAPE_NET)
        return (uint64_t)(FEATURE_NB + 3) * SMALLNET_WIDTH + FEATURE_NB + 1;
    if (weights->shape == SHAPE_KPPT)
        return 2 * (uint64_t)(KPPT_ONE_NB + KPPT_KK_NB + KPPT_KKP_NB + KPPT_KPP_NB);
    return 0;
}

static const char *shape_name(WeightShape shape) {
    static const char *const names[] = {
        [SHAPE_PP] = "pp", [SHAPE_KPPT] = "kppt", [SHAPE_PP_KPP] = "ppk", [SHAPE_NET] = "net"};
    return shape >= SHAPE_PP && shape <= SHAPE_NET ? names[shape] : "unknown";
}

static void print_info(const Weights *weights, bool is_json) {
    char checksum[17];
    snprintf(checksum, sizeof checksum, "%016" PRIx64, weights->checksum);
    char *provenance = strndup(weights->provenance.at, weights->provenance.len);
    if (is_json) {
        Json json = json_begin(stdout);
        json_object(&json, NULL);
        json_text(&json, "game", GAME_NAME);
        json_text(&json, "shape", shape_name(weights->shape));
        json_int(&json, "weights", (int64_t)count_weights(weights));
        json_int(&json, "scale", weights->scale);
        json_bool(&json, "mirror_tied", weights->flags & WEIGHTS_MIRROR_TIED);
        json_text(&json, "provenance", provenance ? provenance : "");
        json_text(&json, "checksum", checksum);
        json_object_end(&json);
        json_end(&json);
    } else {
        printf("game: %s\nshape: %s%s\nweights: %" PRIu64 "\nscale: %u\nchecksum: %s\n"
               "provenance: %s\n",
               GAME_NAME, shape_name(weights->shape),
               weights->flags & WEIGHTS_MIRROR_TIED ? ", left and right tied" : "",
               count_weights(weights), weights->scale, checksum, provenance ? provenance : "");
    }
    free(provenance);
}

// A file of another program has no header; only its shape is known.
static Exit info_foreign(const Command *self, const char *path, bool is_json) {
    Eval *eval = NULL;
    Error error;
    if (eval_open(path, &eval, &error) != STATUS_OK)
        return fail(self, &error);
    if (is_json) {
        Json json = json_begin(stdout);
        json_object(&json, NULL);
        json_text(&json, "game", GAME_NAME);
        json_text(&json, "shape", eval->kind->name);
        json_bool(&json, "foreign", true);
        json_object_end(&json);
        json_end(&json);
    } else {
        printf("game: %s\nshape: %s, in the format of another program\n", GAME_NAME,
               eval->kind->name);
    }
    eval_close(eval);
    return EXIT_OK;
}

static Exit info_embedded(const Command *self, bool is_json) {
    Error error;
    Weights weights;
    if (weights_read(&weights, EMBEDDED, EMBEDDED_WEIGHTS,
                     (size_t)(EMBEDDED_WEIGHTS_END - EMBEDDED_WEIGHTS), &error) != STATUS_OK)
        return fail(self, &error);
    print_info(&weights, is_json);
    return EXIT_OK;
}

static Exit info(const Command *self, char **files, bool is_json) {
    if (!files[0])
        return info_embedded(self, is_json);
    if (!weights_shape_of(files[0]))
        return info_foreign(self, files[0], is_json);
    FileMap map;
    Error error;
    Weights weights;
    if (weights_open(files[0], &map, &weights, &error) != STATUS_OK)
        return fail(self, &error);
    print_info(&weights, is_json);
    filemap_release(&map);
    return EXIT_OK;
}

// Plays random moves and compares all ways to compute a value; counts the positions where two
// differ.
static long count_faults(const Eval *eval, long plies, long *positions) {
    Rng rng;
    rng_init(&rng, 1);
    const size_t frame_bytes = eval_frame_stride(eval);
    unsigned char *frames = eval_frames_new(eval, 2);
    if (!frames)
        return -1;
    long faults = 0;
    Position pos;
    pos_start(&pos);
    for (long ply = 0; ply < plies; ply++) {
        Move moves[MOVE_MAX];
        int values[MOVE_MAX];
        const int count = gen_legal(&pos, moves);
        if (!count || ply % 200 == 199) {
            pos_start(&pos);
            continue;
        }
        eval->kind->refresh(eval, &pos, frames);
        eval->kind->children(eval, &pos, frames, moves, count, values);
        const int chosen = (int)rng_below(&rng, (uint32_t)count);
        eval->kind->advance(eval, &pos, moves[chosen], frames, frames + frame_bytes);
        pos_play(&pos, moves[chosen]);
        const int stepped = eval->kind->value(eval, &pos, frames + frame_bytes);
        eval->kind->refresh(eval, &pos, frames);
        const int fresh = eval->kind->value(eval, &pos, frames);
        faults += stepped != fresh || values[chosen] != fresh;
        ++*positions;
    }
    free(frames);
    return faults;
}

// In how many places a file of triples has two values for one relation; other shapes have no such
// places.
static uint64_t count_unsettled(const Eval *eval) {
    return eval->kind == &EVAL_KPPT ? ((const Kppt *)eval)->unsettled : 0;
}

static void print_check(const char *path, long positions, long faults, uint64_t unsettled) {
    if (faults)
        printf("%s: the values of %ld of %ld positions depend on the way there\n", path, faults,
               positions);
    if (unsettled)
        printf("%s: kpp is not symmetric; for %" PRIu64 " %s of pieces beside a king it has two "
               "values, of which the one in the row of the larger feature counts\n",
               path, unsettled, word_plural((int64_t)unsettled, "pair", "pairs"));
    if (!faults && !unsettled)
        printf("%s: sound; %ld positions, the same value every way\n", path, positions);
}

static Exit check(const Command *self, char **files, bool is_json) {
    Eval *eval = NULL;
    Error error;
    if (eval_open(files[0], &eval, &error) != STATUS_OK)
        return fail(self, &error);
    long positions = 0;
    const long faults = count_faults(eval, 2000, &positions);
    const uint64_t unsettled = count_unsettled(eval);
    eval_close(eval);
    if (faults < 0)
        return command_fail(self, "no memory");
    if (is_json)
        printf("{\"positions\":%ld,\"faults\":%ld,\"asymmetric_pairs\":%" PRIu64 "}\n", positions,
               faults, unsettled);
    else
        print_check(files[0] ? files[0] : EMBEDDED, positions, faults, unsettled);
    return faults || unsettled ? EXIT_NO : EXIT_OK;
}

static Status check_weights(const char *name, const void *data, size_t size, Error *error) {
    Weights weights;
    return weights_read(&weights, name, data, size, error);
}

static Status compress(const char *from, const char *to, Error *error) {
    FileMap map;
    Weights weights;
    TRY(weights_open(from, &map, &weights, error));
    filemap_release(&map);
    return zstdfile_compress(from, to, error);
}

static Status convert_file(const char *from, const char *to, Error *error) {
    TRY(outfile_check(to, &from, 1, error));
    if (bytes_are_packed(from))
        return zstdfile_expand(from, to, check_weights, error);
    if (bytes_are_packed(to))
        return compress(from, to, error);
    Eval *eval = NULL;
    TRY(eval_open(from, &eval, error));
    char provenance[512];
    snprintf(provenance, sizeof provenance, "Converted from %s.", from);
    const Status status =
        eval->kind == &EVAL_KPPT
            ? kppt_write(eval, to, str_of(provenance), error)
            : error_set(error, STATUS_BAD_INPUT, "%s: weights of shape %s are not converted", from,
                        eval->kind->name);
    eval_close(eval);
    return status;
}

static Exit convert(const Command *self, char **files, bool is_json) {
    (void)is_json;
    Error error;
    return convert_file(files[0], files[1], &error) == STATUS_OK ? EXIT_OK : fail(self, &error);
}

static Exit export_apery(const Command *self, char **files, bool is_json) {
    (void)is_json;
    Eval *eval = NULL;
    Error error;
    const char *from = files[0];
    if (outfile_check(files[1], &from, 1, &error) != STATUS_OK ||
        eval_open(from, &eval, &error) != STATUS_OK)
        return fail(self, &error);
    Status status = STATUS_BAD_INPUT;
    if (eval->kind == &EVAL_KPPT)
        status = apery_write(eval, files[1], &error);
    else
        error_set(&error, status, "%s: weights of shape %s, only kppt can be exported", files[0],
                  eval->kind->name);
    eval_close(eval);
    return status == STATUS_OK ? EXIT_OK : fail(self, &error);
}

typedef struct Action {
    const char *name;
    int least, most; // files
    // `files` are ended by NULL.
    Exit (*run)(const Command *self, char **files, bool is_json);
} Action;

static const Action ACTIONS[] = {{"info", 0, 1, info},
                                 {"check", 0, 1, check},
                                 {"convert", 2, 2, convert},
                                 {"export", 2, 2, export_apery}};

typedef struct Request {
    ArgRest words; // the action and its files
    bool is_json;
} Request;

static Exit refuse_action(const Command *self, const char *name) {
    char memory[160];
    StrBuf list = strbuf_init(memory, sizeof memory);
    Nearest nearest = nearest_begin(name ? name : "");
    for (size_t i = 0; i < ARRAY_LEN(ACTIONS); i++) {
        strbuf_format(&list, "%s%s", i ? ", " : "", ACTIONS[i].name);
        nearest_offer(&nearest, ACTIONS[i].name);
    }
    if (!name)
        return command_fail(self, "expected one of %s; see --help", memory);
    nearest_write(&nearest, "", &list);
    return command_fail(self, "'%.60s' is none of %s", name, memory);
}

static Exit run(const Command *self, void *context) {
    const Request *request = context;
    const char *name = request->words.words[0];
    const int files = request->words.count - 1;
    for (size_t i = 0; name && i < ARRAY_LEN(ACTIONS); i++) {
        const Action *action = &ACTIONS[i];
        if (strcmp(name, action->name) != 0)
            continue;
        if (files < action->least || files > action->most)
            return command_fail(self, "%s takes %s; see --help", name,
                                action->least ? "two files"
                                              : "one file, or none for the embedded weights");
        return action->run(self, request->words.words + 1, request->is_json);
    }
    return refuse_action(self, name);
}

static const Arg ROWS[] = {
    ARG_ROW_NOTE("info", "what a weight file is and where it comes from"),
    ARG_ROW_NOTE("check", "whether every way to compute a value gives the same one, and whether "
                          "the file states every relation once; exit status 1 if not"),
    ARG_ROW_NOTE("convert", "weights of other programs (a directory of Apery's files, Bonanza's "
                            "fv.bin) to our own format; our own format to .zst and back; - is "
                            "standard output"),
    ARG_ROW_NOTE("export", "weights of shape kppt to a directory of Apery's files"),
    ARG_ROW_REST(Request, words, "FILE", "a file of weights, or a directory of another program's"),
    ARG_ROW_FLAG(Request, is_json, "json", "info and check: one JSON object"),
};

const Command CMD_WEIGHTS = {
    .name = "weights",
    .summary = "inspect, check, convert and export weights",
    .usage = "info [FILE] [--json]\ncheck [FILE] [--json]\nconvert FROM TO\nexport FROM DIRECTORY",
    .about =
        "Describes, checks and converts weights: those of a file or, for info and check without "
        "one, those inside the program.",
    .args = ARG_TABLE(ROWS),
    .example = "info my.weights",
    .request_size = sizeof(Request),
    .run = run,
};
