#include "lab/bench_set.h"

#include "base/macros.h"
#include "game/contract.h"

// A random choice from the shared data named beside them; their sources and licences are listed in
// data/README.md. Changing a position changes every signature.
static const char *const SHOGI[] = {
    // the start
    "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
    // openings/taya36.sfen
    "lr5nl/3kg1g2/2nsppsp1/p1pp2p1p/1p5P1/P1PPSPP1P/1PS1P1N2/2GK1G1R1/LN6L b Bb 37",
    "ln3k1nl/1r2g1g2/3s1sb2/p1ppppppp/1p7/P1PPP1P1P/1PS2PN2/2GBGS1R1/LN1K4L b p 37",
    "lr1g3nl/2s2kg2/2n1pp1pp/p1pp1s3/1p3Np2/P1P2P3/1PSPP3P/2GK1S3/LN3G1RL b BPbp 37",
    // openings/records2016.sfen
    "ln3g1nl/1r1s2kb1/p1pp1gspp/1p2p1p2/5p3/2P1P2P1/PP1PS1P1P/1BGSGR3/LN1K3NL b p 25",
    "ln2gk1nl/3s2gs1/p1ppppb1p/9/9/PrP3R2/3PPPP1P/1BG1K1G2/LNS3SNL b 3P2p 25",
    // games/games.tsv, professional games after 50 to 100 plies
    "lr4knl/b2g2g2/2n1p3P/p2psspp1/1pp5p/P2PS1P2/1PS1P1N2/2G1KG3/LN5RL b B4p 55",
    "ln6+P/1r1kg4/3sp2g1/p1p1s1+b2/3p1p3/P1P1P4/1PSPSPG2/2G1K4/LN5R1 w BNL4Pnl2p 78",
    "ln2+S1p1l/1ks3g2/ppppPp3/3npb2p/3N5/2PG2P2/PP1P4P/L1S2P+r2/KNGGB3+r b sl2p 101",
    "l6nl/1kg6/1s1gsr2p/p2p2pp1/3GBP3/Pp6P/1PpP2N2/1S5R1/LKG5L b BN3Psn3p 83",
    "l3k3l/1r1s5/p1b2gnpp/2pgP4/1p1p1S1P1/2P1G4/PPSP2P1P/2G4R1/LN1K3NL b SNPb3p 67",
    "ln6l/1ks1g2b1/1ppp1png1/p2sp2rp/2P3P2/P4R1pP/1PBPPPN2/2GSKSGP1/LN6L b P 55",
    // nextmove/sharp_positions.tsv
    "lnsg1k1nl/1r4gb1/ppppspppp/4p2P1/9/2P6/PP1PPPP1P/1BGS3R1/LN2KGSNL w - 12",
    "l1+Bg1gsnl/6k2/pp1p1p+bpp/3sp1p2/9/3PP4/PP2SPPPP/3G3K1/L3RGSNL w RNn2p 40",
    "l5knl/4+B1g2/p3+P1sp1/5pp1p/2S3PP1/1P3P1SP/P1P6/1KR6/LN1+r1+b1NL w GSN3P2g2p 72",
    "lr1G3+N1/2kl3+R1/2gp+Sp3/p1p3p2/3n5/1pP2P2p/PP2gSP2/2G3KBs/LN5N1 w BS6Pl 122",
    "l4g1nl/1R3s3/3ppksp1/p3npp1p/1gP+B+b4/P7P/6PP1/6SK1/L1G2G1NL b SPrn5p 71",
    "ln2k3l/2g1g1r2/p1pppp1pp/5s3/P1R2Pp2/1p1+bP4/2N1BGSPP/5KG2/L6NL w SNPs3p 56",
    // mate/realgame_mate{05,09,11}.sfen
    "lr7/9/p1nspk1g1/4nps1l/PPPPPn3/1pSp2B1p/2N1+b4/1G1G1g2P/LR1K4L w Ps5p 130",
    "ln1gl+R1+Pl/1psk5/2pps+B3/7pp/p5s2/8P/PP1PPPG2/2G1K4/LNS5+r b GN3Pbn2p 67",
    "1+R5nl/4p1k2/l3+rp1g1/p2p2ppp/2B6/P1pS1PP1P/KP1P2S2/2+n3g2/LN6L b BGSPgsn3p 115",
    // mate/realgame_nomate01.sfen, races in the endgame
    "7nl/6G2/pn4p2/5s+B1p/3p5/1P3P1kP/P3+p1P2/L3G1SK1/1+p3G1NL w RGN3Prb2sl4p 1",
    "lnB1G1+B2/1r7/3p2pp1/2P1k3l/ppSP1p1N1/2KLS4/PP1S3+r1/9/LNgs2P2 w 2P2gn5p 1",
    "1s7/4p4/1p3p1pl/p5pnN/5Psk1/P1P1P1l1P/1PNP1BG2/2KNS2PL/L3G4 w BGS3P2rgp 1",
};

static const char *const MINISHOGI[] = {
    // the start
    "rbsgk/4p/5/P4/KGSBR b - 1",
    // openings.tsv
    "rbsgk/5/1B2p/Pr3/KGS2 b - 5",
    "r2gk/b2sp/5/P4/KGSBR b - 5",
    "r1sgk/4p/3b1/PS2R/KG1B1 b - 5",
    "r1s1k/3gp/1B1b1/PS3/KG2R b - 5",
    "1rsgk/4p/3b1/P1R2/KGSB1 b - 5",
    "rbsk1/3gp/5/PG2B/K1S1R b - 5",
    "r1sg1/2bkp/5/PK2B/1GS1R b - 5",
    "rb1g1/1s1kp/5/P1B2/KGS1R b - 5",
    "1bsgk/1r2p/5/P2R1/KGSB1 b - 5",
    // perft.tsv, reached by random play
    "1+S2k/p3B/3g1/rG1sB/1K3 b Rp 35",
    "2sB1/rg1k1/P4/2G1p/bKS2 b r 19",
    "5/bS2k/GB2p/K4/R1+r1g b SP 33",
    "+P4/2bgk/K1s2/3GB/5 w Rrsp 24",
    "+Sb2k/1G2+r/K1s2/2+p2/P2B1 b RG 45",
    "+P4/RsrGs/3GP/2k1B/K2b1 b - 51",
    "1b3/R2rk/Ks2p/s3g/1G3 w bp 52",
    "K4/1+PR1R/1B1k1/3g1/1+s3 b bgsp 45",
    // mates.tsv, wins in 5 and 7 plies
    "r2gk/4p/P2s1/K1+bS1/2G2 w Rb 12",
    "1r1gk/2b2/P3p/1GKsB/4R w s 10",
    "1G2k/BRS2/PK1+bS/4R/5 b Pg 21",
    "1brgk/1S3/2sBp/PG3/K4 w r 14",
    "r3k/2Ssp/4R/P2gB/K4 b BG 19",
    "1bk1r/r1s2/1Gsg1/B3P/1K3 w p 26",
};

static const char *const CHESS[] = {
    // the start
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    // openings_8moves.fen
    "r1bqk2r/pp3ppp/2n1pn2/8/1bpP4/1QNB1N2/PP3PPP/R1B1K2R w KQkq - 0 9",
    "rn2kb1r/pp2nppp/1q2p3/3pPbB1/3N4/8/PPP1BPPP/RN1QK2R w KQkq - 3 9",
    "r1bq1rk1/p1pnbppp/1p3n2/3p4/3P4/1P2PN2/P3BPPP/RNBQ1RK1 w - - 1 9",
    "r1bqk2r/pp1nbppp/4pn2/4N3/3B4/2N5/PPP2PPP/R2QKB1R w KQkq - 1 9",
    "r1bq1rk1/ppn1ppbp/3p1np1/2pP2B1/2P1P3/2N2P2/PP2B1PP/R2QK1NR w KQ - 1 9",
    // suites_misc.epd: bratko-kopec, arasan2024, bt2630
    "r2q1rk1/4bppp/p2p4/2pP4/3pP3/3Q4/PP1B1PPP/R3R1K1 w - - 0 1",
    "2q1rr1k/3bbnnp/p2p1pp1/2pPp3/PpP1P1P1/1P2BNNP/2BQ1PRK/7R b - - 0 1",
    "3rr3/2pq2pk/p2p1pnp/8/2QBPP2/1P6/P5PP/4RRK1 b - - 0 1",
    "4r3/4r3/1ppqpnk1/p3Rp1p/P2P1R1Q/2PB2P1/1P3P2/6K1 w - - 0 1",
    "r5k1/pbpq1pp1/3b2rp/N3n3/1N6/2P3B1/PP1Q1PPP/R4RK1 b - - 0 1",
    "3r1rk1/1p3pnp/p3pBp1/1qPpP3/1P1P2R1/P2Q3R/6PP/6K1 w - - 0 1",
    // ecm.epd and wac.epd
    "4r1k1/1b4pp/p7/1prP3q/2P1B3/5P2/P3Q2P/3RR2K w - - 0 1",
    "2k1r1r1/ppb2p2/6b1/2qP4/2P2P2/4pP1p/P3Q2P/2RBRN1K b - - 0 1",
    "4r1k1/3R1ppp/p2p4/5PP1/2q2P2/2n2B2/P1P3QP/1r3R1K w - - 0 1",
    "r3r1k1/pppq1ppp/8/8/1Q4n1/7P/PPP2PP1/RNB1R1K1 b - - 0 1",
    "1rbq1rk1/p1p1bppp/2p2n2/8/Q1BP4/2N5/PP3PPP/R1B2RK1 b - - 0 1",
    "5rk1/p1p2r1p/2pp2p1/4p3/PPPnP3/3Pq1P1/1Q1R1R1P/4NK2 b - - 0 1",
    // suites_misc.epd: eet and pet, endgames
    "8/8/2pn4/p4p1p/P4N2/1Pk2KPP/8/8 w - - 0 1",
    "N5n1/2p1kp2/2P3p1/p4PP1/K4P2/8/8/8 w - - 0 1",
    "8/6p1/6P1/6Pp/B1p1p2K/6PP/3k2P1/8 w - - 0 1",
    "8/1r3pkp/R7/6Pp/8/4P3/5PK1/8 b - - 0 1",
    // mates_1-8.epd, mates in 5 and 8
    "3Q4/2R3pp/1p2p1k1/5p1N/q7/r3PP1P/B4P1K/6r1 w - - 0 1",
    "5rk1/p2b2bR/4p1p1/qp1nPpB1/2rPQ3/1B3P2/P3NKP1/7R w - - 0 1",
};

const char *const *bench_set(size_t *count) {
    *count = GAME_IS_SHOGI       ? ARRAY_LEN(SHOGI)
             : GAME_IS_MINISHOGI ? ARRAY_LEN(MINISHOGI)
                                 : ARRAY_LEN(CHESS);
    return GAME_IS_SHOGI ? SHOGI : GAME_IS_MINISHOGI ? MINISHOGI : CHESS;
}
