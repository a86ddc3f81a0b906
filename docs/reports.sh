#!/usr/bin/env bash
# Repeats the runs of the five reports and prints the table of docs/engines.md ("The runs of the five reports, repeated").
#
#   docs/reports.sh FOLDER
#
# FOLDER holds the reports' puzzles under the reports' own names: 000_gem_hunter/input_0.txt to input_9.txt,
# 002_sat/{rows,puzzle1,puzzle2,puzzle_bonus,usa_4colors}.cnf, 003_queens/*.txt, 004_tenner/{sample,game1,...,game5}.txt.
# They are not part of this repository. Programs are taken from BIN (default: target/release).
#
# Times are CPU seconds of whole processes, reading included. Local search runs with the seeds 1 to 20 and gives medians.
set -euo pipefail
folder=${1:?usage: docs/reports.sh FOLDER}
bin=${BIN:-$(dirname "$0")/../target/release}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# The value of a key in the statistics of the last run.
value() { sed -n "s/^ *\"$1\": \([0-9.][0-9.e-]*\),\{0,1\}\$/\1/p" "$scratch/stats" | head -1; }
median() { sort -g | awk '{ a[NR] = $1 } END { print NR % 2 ? a[(NR + 1) / 2] : (a[NR / 2] + a[NR / 2 + 1]) / 2 }'; }
seconds() { awk '{ printf "%.4f", $1 }'; }

# walks NAME REPORT FILE ARGUMENTS: a row of medians over 20 seeds.
walks() {
    local name=$1 report=$2 file=$3 seed code solved=0
    shift 3
    : >"$scratch/times"
    : >"$scratch/flips"
    for seed in $(seq 20); do
        code=0
        "$bin/solver" -q "$@" --seed "$seed" --stats-file "$scratch/stats" "$file" >/dev/null || code=$?
        if [ "$code" = 10 ]; then solved=$((solved + 1)); fi
        value cpu_seconds >>"$scratch/times"
        value flips >>"$scratch/flips"
    done
    echo "| $name | $report | $(median <"$scratch/times" | seconds) s, $solved of 20 | $(median <"$scratch/flips") flips |"
}

# once NAME REPORT COUNTERS ARGUMENTS: a row of one run on the formula of standard input.
once() {
    local name=$1 report=$2 counters=$3 counter code=0 text=
    shift 3
    "$bin/solver" -q "$@" --stats-file "$scratch/stats" >/dev/null || code=$?
    for counter in $counters; do text="$text, $(value "$counter") $counter"; done
    case $code in 10) code= ;; 20) code=", no solution" ;; *) code=", UNKNOWN" ;; esac
    echo "| $name | $report | $(value cpu_seconds | seconds) s$code | ${text#, } |"
}

echo "| run | the report | ours | counters |"
echo "|---|---|---|---|"
sat=$folder/002_sat
gsat="--engine gsat --greedy 0.7"
basic="--engine walksat --rule basic"
walks "sudoku by local search, \`rows.cnf\`, GSAT, h = 0.7, over all variables" "188 s, 717 iterations" "$sat/rows.cnf" $gsat --focused=false
walks "sudoku by local search, \`rows.cnf\`, GSAT, our default" "" "$sat/rows.cnf" $gsat
walks "sudoku by local search, \`rows.cnf\`, WalkSAT" "0.90 s, 671 iterations" "$sat/rows.cnf" $basic
walks "sudoku by local search, \`rows.cnf\`, annealing" "\"close\"" "$sat/rows.cnf" --engine annealing
walks "sudoku by local search, \`puzzle1.cnf\`, WalkSAT, at most 100,000 flips" "76 s, one seed of three" "$sat/puzzle1.cnf" $basic --step-limit 100000
for puzzle in puzzle1 puzzle2 puzzle_bonus; do
    report=
    if [ $puzzle = puzzle_bonus ]; then report="not solved"; fi
    walks "sudoku by local search, \`$puzzle.cnf\`, \`walksat\`" "$report" "$sat/$puzzle.cnf" --engine walksat
    walks "sudoku by local search, \`$puzzle.cnf\`, \`walksat --rule adapt-novelty\`" "$report" "$sat/$puzzle.cnf" --engine walksat --rule adapt-novelty
    walks "sudoku by local search, \`$puzzle.cnf\`, \`ddfw\`" "$report" "$sat/$puzzle.cnf" --engine ddfw
done
walks "sudoku by local search, map of the US, WalkSAT" "204 iterations" "$sat/usa_4colors.cnf" $basic
for board in two_queens_as_drawn two_queens_as_written empty; do
    case $board in empty) report="\"no solution\"" ;; *written) report="\"no solution\" (there are 4)" ;; *) report=solved ;; esac
    "$bin/queens" encode "$folder/003_queens/$board.txt" >"$scratch/board"
    once "queens, 8 queens, $board, A*" "$report" "expanded generated" --engine astar --heuristic free <"$scratch/board"
done
report() { sed -n "$1p" <<'TABLE'
0 s / 0 s
0.368 s / 0.001 s
0.035 s / 0.001 s
0.006 s / 0.001 s
limit / 0.001 s
limit / 0.043 s
limit / 0.022 s
limit / limit (247 s)
limit / limit (363 s)
limit / 134.8 s
TABLE
}
for grid in 0 1 2 3 4 5 6 7 8 9; do
    times=$(report $((grid + 1)))
    "$bin/gems" encode "$folder/000_gem_hunter/input_$grid.txt" >"$scratch/grid"
    once "gem hunter, grid $grid, brute force" "${times% / *}" "attempts" --engine brute <"$scratch/grid"
    once "gem hunter, grid $grid, backtracking" "${times#* / }" "calls" --engine backtracking --style first-literal <"$scratch/grid"
done
for game in sample game1 game2 game3 game4 game5; do
    "$bin/tenner" compare "$folder/004_tenner/$game.txt" >"$scratch/text" || [ $? = 10 ]
    awk -v game="$game" '
        /~Backtracking~/ { search = "backtracking" }
        /~ForwardChecking~/ { search = "forward checking" }
        /~ForwardCheckingMRV~/ { search = "forward checking, MRV" }
        /^consistency:/ { checks = $2 }
        /^assignments:/ { assignments = $2 }
        /^Time Used:/ { printf "| Tenner, %s, %s | 0.0005 to 0.01 ms, of a wrong timer | %.5f s | %d checks, %d assignments |\n", game, search, $3 / 1000, checks, assignments }
    ' "$scratch/text"
done
