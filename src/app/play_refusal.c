#include "columns.h"
#include "play.h"
#include "record/movetext.h"

enum { TYPED_MAX = 64, LIST_MAX = MOVETEXT_CHOICES * (MOVETEXT_MAX + 2) };

static Word reason_of(MoveFault fault) {
    static const Word REASONS[] = {
        [FAULT_CHECK] = WORD_WHY_CHECK,
        [FAULT_OCCUPIED] = WORD_WHY_OCCUPIED,
        [FAULT_NOT_IN_HAND] = WORD_WHY_NOT_IN_HAND,
        [FAULT_DEAD_END] = WORD_WHY_DEAD_END,
        [FAULT_TWO_PAWNS] = WORD_WHY_TWO_PAWNS,
        [FAULT_PAWN_MATE] = WORD_WHY_PAWN_MATE,
    };
    return REASONS[fault];
}

// Each move with a space before it.
static void list_moves(const Play *play, const MoveRefusal *refusal, char list[LIST_MAX]) {
    StrBuf out = strbuf_init(list, LIST_MAX);
    for (int i = 0; i < refusal->count; i++) {
        char move[MOVETEXT_MAX];
        screen_move(play, refusal->choices[i], move);
        strbuf_format(&out, " %s", move);
    }
}

void play_refuse(const Play *play, Str text) {
    const GameLine *line = &play->game.line;
    const MoveRefusal refusal =
        movetext_refusal(&line->now, gametext_before(line, line->count), text);
    char typed[TYPED_MAX], list[LIST_MAX];
    columns_clean(text, play->setup.is_ascii, typed, sizeof typed);
    list_moves(play, &refusal, list);
    switch (refusal.fault) {
    case FAULT_SHAPE:
        screen_say(play, WORD_NOT_A_MOVE, typed, screen_example(play));
        break;
    case FAULT_OTHER_SIDE:
        screen_say(play, WORD_OTHER_SIDE, screen_side(play, pos_side(&line->now)), "");
        break;
    case FAULT_NO_LAST:
        screen_say(play, WORD_NO_LAST, typed, "");
        break;
    case FAULT_AMBIGUOUS:
        screen_say(play, WORD_AMBIGUOUS, typed, list);
        break;
    case FAULT_ILLEGAL:
        screen_say(play, WORD_ILLEGAL, typed, "");
        break;
    default:
        screen_say(play, WORD_ILLEGAL_WHY, typed,
                   words_text(play->setup.language, reason_of(refusal.fault)));
        break;
    }
    if (refusal.count && refusal.fault != FAULT_AMBIGUOUS)
        screen_say(play, WORD_LEGAL_THERE, list, "");
}
