#include "base/json.h"

#include <inttypes.h>
#include <math.h>

static void quote(FILE *out, const char *text) {
    fputc('"', out);
    for (; *text; text++) {
        const unsigned char c = (unsigned char)*text;
        if (c == '"' || c == '\\')
            fprintf(out, "\\%c", c);
        else if (c < ' ')
            fprintf(out, "\\u%04x", c);
        else
            fputc(c, out);
    }
    fputc('"', out);
}

static void begin_value(Json *json, const char *key) {
    if (json->needs_comma)
        fputc(',', json->out);
    json->needs_comma = true;
    if (key) {
        quote(json->out, key);
        fputc(':', json->out);
    }
}

static void open_group(Json *json, const char *key, char bracket) {
    begin_value(json, key);
    fputc(bracket, json->out);
    json->needs_comma = false;
}

static void close_group(Json *json, char bracket) {
    fputc(bracket, json->out);
    json->needs_comma = true;
}

Json json_begin(FILE *out) {
    return (Json){.out = out};
}

void json_end(Json *json) {
    fputc('\n', json->out);
    json->needs_comma = false;
}

void json_object(Json *json, const char *key) {
    open_group(json, key, '{');
}

void json_object_end(Json *json) {
    close_group(json, '}');
}

void json_list(Json *json, const char *key) {
    open_group(json, key, '[');
}

void json_list_end(Json *json) {
    close_group(json, ']');
}

void json_text(Json *json, const char *key, const char *text) {
    begin_value(json, key);
    quote(json->out, text);
}

void json_int(Json *json, const char *key, int64_t value) {
    begin_value(json, key);
    fprintf(json->out, "%" PRId64, value);
}

void json_real(Json *json, const char *key, double value) {
    begin_value(json, key);
    if (isfinite(value))
        fprintf(json->out, "%.9g", value);
    else
        fputs("null", json->out);
}

void json_bool(Json *json, const char *key, bool value) {
    begin_value(json, key);
    fputs(value ? "true" : "false", json->out);
}
