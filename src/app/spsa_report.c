#include "spsa_report.h"

#include <inttypes.h>

#include "base/json.h"
#include "wording.h"

enum { NOTE_VALUES = 3 };

static int64_t games_here(const SpsaView *view) {
    return (view->spsa->done - view->earlier) * view->games;
}

static double speed(const SpsaView *view) {
    return per_second(games_here(view), (int64_t)(view->seconds * 1e9));
}

void spsa_report_note(const SpsaView *view, StrBuf *note) {
    strbuf_format(note, "%.1f games/s", speed(view));
    for (int i = 0; i < view->spsa->count && i < NOTE_VALUES; i++)
        strbuf_format(note, ", %s %.4g", view->spsa->parameters[i].name,
                      view->spsa->parameters[i].value);
}

static void option_print_value(const SpsaParameter *parameter, FILE *out) {
    char memory[64];
    StrBuf text = strbuf_init(memory, sizeof memory);
    tuning_value_write(parameter, parameter->value, &text);
    fprintf(out, "%s=%s", parameter->name, memory);
}

void spsa_report_text(const SpsaView *view, FILE *out) {
    const Spsa *spsa = view->spsa;
    fprintf(out, "%-28s %12s %12s %12s %10s\n", "option", "start", "end", "step", "steps");
    for (int i = 0; i < spsa->count; i++) {
        const SpsaParameter *parameter = &spsa->parameters[i];
        fprintf(out, "%-28s %12.6g %12.6g %12.6g %+10.2f\n", parameter->name, parameter->start,
                parameter->value, parameter->step,
                (parameter->value - parameter->start) / parameter->step);
    }
    for (int i = 0; i < spsa->count; i++) {
        if (i)
            fputc(' ', out);
        option_print_value(&spsa->parameters[i], out);
    }
    char seconds[WORD_MAX];
    word_time((int64_t)(view->seconds * 1e9), seconds);
    fprintf(out, "\n%s: %" PRId64 " %s", GAME_NAME, spsa->done,
            word_plural(spsa->done, "iteration", "iterations"));
    if (view->earlier)
        fprintf(out, ", %" PRId64 " of them from earlier", view->earlier);
    fprintf(out, "; %" PRId64 " %s, %d at a time, %s, %.1f games/s%s\n", games_here(view),
            word_plural(games_here(view), "game", "games"), view->threads, seconds, speed(view),
            view->is_stopped ? "; stopped" : "");
}

static void json_parameter(Json *json, const SpsaParameter *parameter) {
    char memory[64];
    StrBuf text = strbuf_init(memory, sizeof memory);
    tuning_value_write(parameter, parameter->value, &text);
    json_object(json, NULL);
    json_text(json, "name", parameter->name);
    json_real(json, "start", parameter->start);
    json_real(json, "end", parameter->value);
    json_text(json, "option", memory);
    json_real(json, "min", parameter->min);
    json_real(json, "max", parameter->max);
    json_real(json, "step", parameter->step);
    json_real(json, "rate", parameter->rate);
    json_object_end(json);
}

void spsa_report_json(const SpsaView *view, FILE *out) {
    const Spsa *spsa = view->spsa;
    Json json = json_begin(out);
    json_object(&json, NULL);
    json_text(&json, "game", GAME_NAME);
    json_int(&json, "iterations", spsa->done);
    json_int(&json, "earlier", view->earlier);
    json_int(&json, "planned", spsa->iterations);
    json_int(&json, "games", games_here(view));
    json_real(&json, "seconds", view->seconds);
    json_bool(&json, "stopped", view->is_stopped);
    json_list(&json, "parameters");
    for (int i = 0; i < spsa->count; i++)
        json_parameter(&json, &spsa->parameters[i]);
    json_list_end(&json);
    json_object_end(&json);
    json_end(&json);
}
