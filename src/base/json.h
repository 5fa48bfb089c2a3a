// json.h — writes JSON to a stream, piece by piece, with commas where they belong.
//
// Keys are null inside lists and at the top. Text is escaped; the caller passes valid UTF-8.
// Nothing is allocated; one thread.
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef struct Json {
    FILE *out;
    bool needs_comma;
} Json;

Json json_begin(FILE *out);
void json_end(Json *json); // ends the line

void json_object(Json *json, const char *key);
void json_object_end(Json *json);
void json_list(Json *json, const char *key);
void json_list_end(Json *json);
void json_text(Json *json, const char *key, const char *text);
void json_int(Json *json, const char *key, int64_t value);
void json_real(Json *json, const char *key, double value); // null if not finite
void json_bool(Json *json, const char *key, bool value);
