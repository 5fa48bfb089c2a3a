#include "dfpn_probe.h"

#include <stdlib.h>

enum {
    TABLE_MB = 1,
    PLIES_MAX = VALUE_WIN - VALUE_DECIDED, // a longer mate has no value of its own
};

struct DfpnProbe {
    Dfpn *dfpn;
    DfpnResult result;
};

DfpnProbe *probe_new(void) {
    DfpnProbe *probe = calloc(1, sizeof *probe);
    Dfpn *dfpn = dfpn_new(TABLE_MB);
    if (!probe || !dfpn) {
        free(probe);
        dfpn_free(dfpn);
        return NULL;
    }
    probe->dfpn = dfpn;
    return probe;
}

void probe_free(DfpnProbe *probe) {
    if (probe)
        dfpn_free(probe->dfpn);
    free(probe);
}

void probe_clear(DfpnProbe *probe) {
    if (probe)
        dfpn_clear(probe->dfpn);
}

static ProbeMate search(DfpnProbe *probe, const Position *pos, const DfpnLimits *limits,
                        Proofs *proofs) {
    DfpnResult *result = &probe->result;
    dfpn_solve(probe->dfpn, pos, limits, result);
    if (result->answer == DFPN_NO_MATE)
        proofs_store(proofs, pos_key(pos), (Proof){.kind = PROOF_NO_MATE});
    if (result->answer != DFPN_MATE || result->plies > PLIES_MAX)
        return (ProbeMate){0};
    proofs_store(proofs, pos_key(pos), (Proof){PROOF_WIN, result->plies});
    return (ProbeMate){result->plies, result->line, result->count};
}

ProbeMate probe_find(DfpnProbe *probe, const Position *pos, int64_t nodes, bool wants_line,
                     const SearchControl *control, Proofs *proofs) {
    const DfpnLimits limits = {
        .nodes = nodes, .control = control, .keeps_table = true, .wants_move_only = !wants_line};
    Proof proof;
    probe->result.nodes = 0;
    if (!proofs_probe(proofs, pos_key(pos), &proof))
        return search(probe, pos, &limits, proofs);
    return (ProbeMate){.plies = proof.kind == PROOF_WIN ? proof.plies : 0};
}

int64_t probe_nodes(const DfpnProbe *probe) {
    return probe->result.nodes;
}
