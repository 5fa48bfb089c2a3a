// engine_config.h — an engine of a match as data: a built-in one or another program, its options,
// and its time.
//
//     name=A search=alphabeta nodes=2000 NullMove=false
//     name=B cmd=fairy-stockfish proto=usi option.Threads=1 movetime=200
//
// A value with spaces is put in quotes: cmd="/opt/my engine/run". Of two values for the same key
// the later one counts. An EngineConfig owns its texts and is only read once it has been made.
#pragma once

#include "play/config.h"
#include "play/game_clock.h"

enum { ENGINE_NAME_MAX = 64, ENGINE_ARGS_MAX = 32 };

typedef enum EngineProtocol { PROTOCOL_USI, PROTOCOL_UCI } EngineProtocol;

typedef struct EngineConfig {
    char name[ENGINE_NAME_MAX];
    char *text;    // owned: the words, which config and argv point into
    char *summary; // owned: the same in one line, for records
    Config config; // options, and limits of nodes and depth
    TimeControl time;
    bool ponders; // thinks on the opponent's time too
    bool is_external;
    EngineProtocol protocol;
    char drop;                             // how it writes a drop: P*5e, or P@5e as some do
    const char *argv[ENGINE_ARGS_MAX + 2]; // the program and its arguments, ended by null
    int arg_count;
} EngineConfig;

// Understands `each`, which holds for all engines, and then `text`. Without a name it is called
// engine1, engine2, … by its number. Refuses an engine without any limit. Whether a built-in engine
// has these options is seen when it is opened.
Status engine_config_parse(EngineConfig *engine, int number, const char *each, const char *text,
                           Error *error);
void engine_config_release(EngineConfig *engine);
