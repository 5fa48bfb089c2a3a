#!/usr/bin/env bash
# Training data and learning as a user meets them: games, samples, a run that survives Ctrl-C and kill -9, its curves, what
# is refused. Prints TAP.
# usage: test_learn.sh LABORATORY GAME
set -u
laboratory=$1 game=$2
. "$(dirname "$0")/checks.sh"
# What is tested waits for the disk at every checkpoint; memory does not make it wait.
own=$(mktemp -d -p "$([ -w /dev/shm ] && echo /dev/shm || echo "${TMPDIR:-/tmp}")")
trap 'rm -rf "$own"' EXIT
lab() { timeout 100 "$laboratory" "$@"; }
learn() { timeout 100 "$laboratory" learn "$@"; }
same() { cmp "$1" "$2" >&2 && echo same; }
# A log without the column that tells the speed.
log() { cut -d , -f 1-5,7- "$1/log.csv"; }
same_log() { diff <(log "$1") <(log "$2") >&2 && echo same; }

# ---- games ----

quick="--nodes 30 --max-moves 40 --concurrency 2 --part 10"
check "self-play" 0 "^games +20 " lab selfplay --out "$own/games" --games 20 $quick
check "parts" 0 "^2$" bash -c "ls '$own'/games/*.samples.zst | wc -l"
check "parts are not played again" 0 '"games": 0, "restored": 20' lab selfplay --out "$own/games" --games 20 $quick --json
check "another seed, another place" 2 "'seed 0', this would have 'seed 1'" lab selfplay --out "$own/games" --games 20 $quick --seed 1
check "one thread, the same games" 0 "^games +20 " lab selfplay --out "$own/one" --games 20 $quick --concurrency 1
check "the same samples" 0 "^same$" same "$own/games/000001.samples.zst" "$own/one/000001.samples.zst"
check "what they are" 0 "all of them sound" lab samples info "$own/games"
check "in another order" 0 "^[0-9]+ samples, and [0-9]+ met again" lab samples shuffle "$own/games" --out "$own/all.samples" --memory 1
check "nothing is lost" 0 "all of them sound" lab samples info "$own/all.samples"
check "self-play: nowhere to put it" 2 "expected --out" lab selfplay
check "self-play: a place that is none" 2 "/nonexistent/a: No such file" lab selfplay --out /nonexistent/a
check "self-play: absurd plies" 2 "--opening-plies: '5,2' is not" lab selfplay --out "$own/none" --opening-plies 5,2
check "self-play: a bad option" 2 "there is no option" lab selfplay --out "$own/none" --option Nonsense=1
check "samples: no such file" 2 "/nonexistent: No such file" lab samples info /nonexistent
head -c 100 "$own/all.samples" >"$own/cut.samples"
check "samples: cut short" 2 "cut.samples: ends within a sample" lab samples info "$own/cut.samples"
head -c 90 "$own/games/000000.samples.zst" >"$own/cut.samples.zst"
check "samples: packed and cut short" 2 "damaged: it ends too early" lab samples info "$own/cut.samples.zst"
echo "something else" >"$own/text"
check "samples: something else" 2 "text: not a file of samples" lab samples info "$own/text"

# ---- a run ----

run="regress --data $own/all.samples --option Validation=$own/one --option Quiet=false --batch 64 --seed 3"
check "a run" 0 "^ +10 +6[0-9]+ +0\.[0-9]+ +0\.[0-9]+ +- +[0-9]+$" learn $run --steps 10 --report 5 --out "$own/a"
check "it draws its curves" 0 "x validation" learn $run --steps 10 --report 5 --out "$own/b"
check "the same weights twice" 0 "^same$" same "$own/a/weights" "$own/b/weights"
check "the same log but for the speed" 0 "^same$" same_log "$own/a" "$own/b"
check "columns" 0 "^ +step +samples +loss +validation +top1 +samples/s$" learn $run --steps 1 --out "$own/c"
check "one JSON object a line" 0 '^\{"step":2,"samples":1[0-9]+,"loss":0[.0-9]+,"validation":0[.0-9]+,"samples_per_second":[0-9]' \
    learn $run --steps 2 --out "$own/json" --json
check "more steps than were planned" 0 "^ +12 +7[0-9]+ " learn $run --steps 12 --report 5 --out "$own/b" --resume
check "weights to play with" 0 "yuragi learn regress, shape pp, 10 steps of 64, seed 3" lab weights info "$own/a/weights"
check "weights of every report" 0 "weights-00000002" bash -c "'$laboratory' learn $run --steps 2 --out '$own/all' --keep-all && ls '$own/all'"
check "from other weights" 0 "^ +0 +0 " learn $run --from "$own/a/weights" --steps 0 --out "$own/from"
check "from other weights: those they are" 0 "^same$" bash -c "cmp <(tail -c 1000 '$own/a/weights') <(tail -c 1000 '$own/from/weights') && echo same"
check "strength" 0 "^ +4 +2[0-9]+ .* %  .*\[.*\]$" learn $run --steps 4 --report 2 --strength 2,20 --out "$own/strong"
check "strength in the log" 0 "^4,2[0-9]+,0\.[0-9]+,0\.[0-9]+,[^,]+,[0-9]+,[^,]+,[^,]+,[^,]+,$" cat "$own/strong/log.csv"
check "no strength in the log" 0 ",,,,$" cat "$own/a/log.csv"

check "how often it would have played the moves" 0 "^ +1 +[0-9]+ +[0-9.]+ +[0-9.]+ +[0-9.]+ % +[0-9]+$" \
    learn ${run/#regress/records} --steps 1 --out "$own/top1"
check "the same in the log" 0 "^1,[0-9]+,.*,,,,0\.[0-9]{4}$" cat "$own/top1/log.csv"


# ---- curves ----

check "curves" 0 "^Loss, $game$" learn plot "$own/a"
check "curves of strength" 0 "^Strength, $game$" learn plot "$own/strong"
check "curves as JSON" 0 '^\{"game":"'"$game"'","reports":\[\{"step":0,"samples":0,"loss":null,' learn plot "$own/strong" --json
check "a picture" 0 "^$" learn plot "$own/strong" --svg "$own/a.svg"
check "a picture is whole" 0 "^</svg>$" tail -n 1 "$own/a.svg"
check "curves of nothing" 2 "/nonexistent/log.csv: No such file" learn plot /nonexistent
check "curves of no folder" 2 "expected one FOLDER" learn plot
mkdir "$own/odd"
printf 'step,samples\n1,2,abc\n' >"$own/odd/log.csv"
check "curves of another file" 2 "log.csv:2: 'abc' is not a number" learn plot "$own/odd"
: >"$own/odd/log.csv"
check "curves of an empty file" 2 "log.csv: there is no report in it" learn plot "$own/odd"
check "a picture nowhere" 2 "/nonexistent/a.svg" learn plot "$own/a" --svg /nonexistent/a.svg

# ---- interrupted ----

long="$run --steps 400 --report 50 --checkpoint 7"
# break_off SIGNAL FOLDER FILE RUN… — begins it and ends it in the middle, when there is such a file; prints the exit status.
break_off() {
    "$laboratory" learn "${@:4}" --out "$2" >/dev/null 2>&1 &
    local child=$!
    for _ in $(seq 500); do
        [ -f "$2/$3" ] && break
        sleep 0.01
    done
    kill "$1" $child
    wait $child 2>/dev/null
    echo "exit $?"
}
check "a whole run" 0 "^ +400 " learn $long --out "$own/whole"
check "killed" 0 "exit 137" break_off -9 "$own/killed" checkpoint $long
check "killed: resumed" 0 "^ +400 " learn $long --out "$own/killed" --resume
check "killed: the same weights" 0 "^same$" same "$own/whole/weights" "$own/killed/weights"
check "killed: the same moments" 0 "^same$" same "$own/whole/checkpoint" "$own/killed/checkpoint"
check "killed: the same log" 0 "^same$" same_log "$own/whole" "$own/killed"
# A shell without job control starts what it does not wait for deaf to Ctrl-C.
set -m
check "Ctrl-C" 0 "exit 1$" break_off -INT "$own/stopped" checkpoint $long
set +m
check "Ctrl-C: a checkpoint" 0 "checkpoint$" ls "$own/stopped/checkpoint"
check "Ctrl-C: resumed" 0 "^ +400 " learn $long --out "$own/stopped" --resume
check "Ctrl-C: the same weights" 0 "^same$" same "$own/whole/checkpoint" "$own/stopped/checkpoint"
check "Ctrl-C: the same log" 0 "^same$" same_log "$own/whole" "$own/stopped"

# ---- threads ----

check "two threads" 0 "^ +10 +6" learn $run --steps 10 --report 5 --concurrency 2 --out "$own/t"
check "two threads: half of it" 0 "^ +5 +3" learn $run --steps 5 --report 5 --schedule constant --concurrency 2 --out "$own/t5"
check "two threads: the rest" 0 "^ +10 +6" learn $run --steps 10 --report 5 --schedule constant --concurrency 2 --out "$own/t5" --resume
check "two threads: all at once" 0 "^ +10 +6" learn $run --steps 10 --report 5 --schedule constant --concurrency 2 --out "$own/t10"
check "two threads: the same moments" 0 "^same$" same "$own/t5/checkpoint" "$own/t10/checkpoint"
check "another number of threads" 2 "has 'threads 2', this would have 'threads 3'" learn $run --concurrency 3 --out "$own/t" --resume
check "no threads" 2 "--concurrency: '0' is not" learn $run --concurrency 0 --out "$own/none"
check "the old name" 2 "--threads: '0' is not" learn $run --threads 0 --out "$own/none"
check "the old name is not shown" 1 "^0$" bash -c "'$laboratory' learn --help | grep -c -- --threads"
check "the old name in self-play" 2 "--threads: '0' is not" lab selfplay --threads 0 --out "$own/none"

# ---- runs of learners that play ----

for method in td pg; do
    play="$method --batch 2 --seed 4 --schedule constant --option MaxPly=12 --option Nodes=40"
    check "$method: a run" 0 "^ +4 +[0-9]+ +[0-9.]+ +- +- +[0-9]+$" learn $play --steps 4 --out "$own/$method"
    check "$method: half of it, on one thread" 0 "^ +2 +" learn $play --steps 2 --concurrency 1 --out "$own/$method-2"
    check "$method: the rest, on three" 0 "^ +4 +" learn $play --steps 4 --concurrency 3 --out "$own/$method-2" --resume
    check "$method: the same moments" 0 "^same$" same "$own/$method/checkpoint" "$own/$method-2/checkpoint"
    set -m
    check "$method: Ctrl-C in the middle of a step" 0 "exit 1$" break_off -INT "$own/$method-long" weights $play --batch 1000000
    set +m
    check "$method: that step was none" 0 "^0,0,[^0-9]" tail -n 1 "$own/$method-long/log.csv"
done

# ---- help, and what is refused ----

check "help" 0 "example:" learn --help
check "help names the methods" 0 "^  regress +towards" learn --help
check "help of a method" 0 "^  Lambda=0.7 +weight of the search" learn regress --help
check "no method" 2 "expected one METHOD" learn
check "no such method" 2 "METHOD: 'nonsense' is none of regress, records, td, pg" learn nonsense --out "$own/none"
check "no folder" 2 "expected --out" learn regress --data "$own/games"
check "no data" 2 "expected --data" learn regress --out "$own/none"
check "data that is not there" 2 "/nonexistent: No such file" learn regress --data /nonexistent --out "$own/none"
check "data that is none" 2 "text: not a file of samples" learn regress --data "$own/text" --out "$own/none"
check "data without a sample" 2 "there is no .samples" learn regress --data "$own/odd" --out "$own/none"
check "data that can be read only once" 2 "standard input can be read only once" learn regress --data - --out "$own/none"
check "other terms" 2 "has 'option Lambda = 0.7', this would have 'option Lambda = 0.5'" learn $run --out "$own/a" --option Lambda=0.5 --resume
check "from nothing" 0 "^ +1 +" learn $run --steps 1 --from zero --out "$own/zero"
check "a net from nothing" 2 "a net learns nothing from zeros" learn $run --steps 1 --from zero --shape net --out "$own/none"
check "a folder nowhere" 2 "--out: /nonexistent/a: No such file" learn regress --data "$own/games" --out /nonexistent/a
check "a run that is there" 2 "is a run already; go on with it by --resume" learn $run --out "$own/a"
check "another seed" 2 "begun with seed 3, not 4" learn $run --seed 4 --out "$own/a" --resume
check "another learner" 2 "learner of this run is regress, not records" learn ${run/#regress/records} --out "$own/a" --resume
check "another batch" 2 "a step of this run has [0-9]+, not 17" learn $run --batch 17 --out "$own/a" --resume
check "another optimiser" 2 "optimiser of this run is adam, not sgd" learn $run --optimiser sgd --out "$own/a" --resume
check "another shape" 2 "shape of this run is pp, not ppk" learn $run --shape ppk --out "$own/a" --resume
check "strength too late" 2 "weights-begin: does not exist" learn $run --steps 20 --strength 2 --out "$own/a" --resume
head -c 1000 "$own/a/checkpoint" >"$own/cut" && mv "$own/cut" "$own/a/checkpoint"
check "a damaged checkpoint" 2 "checkpoint: damaged" learn $run --out "$own/a" --resume
check "no such shape" 2 "--shape: 'abc' is none of pp," learn regress --shape abc
check "no such schedule" 2 "--schedule: 'abc' is none of cosine, linear, constant" learn regress --schedule abc
check "no such optimiser" 2 "--optimiser: 'abc' is none of adam" learn regress --optimiser abc
check "no such option of the method" 2 "--option: .*Lamda.*Lambda" learn regress --option Lamda=1
check "an option without a value" 2 "'Lambda' is not NAME=VALUE" learn regress --option Lambda
check "an absurd rate" 2 "--rate: '-1' is not a number" learn regress --rate=-1
check "absurd strength" 2 "--strength: '5,' is not GAMES or GAMES,NODES" learn regress --strength 5,
check "weights of something else" 2 "text: " learn $run --from "$own/text" --out "$own/none"
check "a stray word" 2 "'stray': expected one METHOD" learn $run --out "$own/none" stray

echo "1..$number"
