// Proofs of every format by one thread or two, of clauses that come between calls, assumptions, interrupts and copies,
// with units, repeated literals, tautologies and empty clauses among them. Each is checked by cnfcheck.

#include <gemsat.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t state;
static uint32_t below(uint32_t bound) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(state >> 33) % bound;
}

static void must(int holds, const char *what) {
  if (!holds) {
    fprintf(stderr, "draws: wrong: %s\n", what);
    exit(1);
  }
}

enum { MOST_VARS = 64, MOST_CLAUSES = MOST_VARS * 8, MOST_LITS = 8 };
static int clauses[MOST_CLAUSES][MOST_LITS], lens[MOST_CLAUSES];

static int literal(int vars) { return (below(2) ? 1 : -1) * (1 + (int)below(vars)); }

// A clause of up to three literals, or one that is seldom written.
static void make_clause(int at, int vars) {
  int *clause = clauses[at], kind = (int)below(40);
  lens[at] = kind == 0 ? 1 : kind < 10 ? 2 : 3;
  for (int i = 0; i < MOST_LITS; i++) clause[i] = literal(vars);
  if (kind == 1) clause[2] = clause[below(2)], lens[at] = 3;
  if (kind == 2) clause[2] = -clause[below(2)], lens[at] = 3;
  if (kind == 3 && at > 0) {
    int other = (int)below(at);
    memcpy(clause, clauses[other], sizeof clauses[other]);
    lens[at] = lens[other];
  }
  if (kind == 4 && below(100) == 0) lens[at] = 0;
  if (kind == 5) lens[at] = MOST_LITS;
}

static void assume(void *solver, int vars) {
  for (int count = (int)below(4); count > 0; count--) ipasir_assume(solver, literal(vars));
}

// A call that may end early, and one that does not; its answer, which a copy gives too.
static int call(void *solver, int vars) {
  void *copy = below(4) ? NULL : gemsat_clone(solver);
  switch (below(4)) {
    case 0:
      gemsat_interrupt(solver);
      assume(solver, vars);
      ipasir_solve(solver);
      gemsat_clear_interrupt(solver);
      break;
    case 1:
      must(gemsat_set_limit(solver, "conflicts", below(20)) == 0, "a limit");
      ipasir_solve(solver);
      must(gemsat_set_limit(solver, "conflicts", -1) == 0, "no limit");
      break;
    case 2:
      must(gemsat_propagate(solver, NULL, 0, NULL, NULL) >= 0, "a propagation");
      break;
    default:
      assume(solver, vars);
      ipasir_solve(solver);
  }
  int answer = ipasir_solve(solver);
  must(answer == 10 || answer == 20, "an answer without limits");
  if (copy) {
    must(ipasir_solve(copy) == answer, "a copy's answer");
    ipasir_release(copy);
  }
  return answer;
}

static void check(const char *cnfcheck, const char *formula, const char *proof, const char *what) {
  char command[4096], line[256];
  snprintf(command, sizeof command, "'%s' '%s' '%s' 2>&1", cnfcheck, formula, proof);
  FILE *output = popen(command, "r");
  must(output != NULL, "cnfcheck");
  int verified = 0;
  while (fgets(line, sizeof line, output)) verified |= !strncmp(line, "s VERIFIED", 10);
  pclose(output);
  if (!verified) fprintf(stderr, "draws: %s: see %s and %s\n", what, formula, proof);
  must(verified, "a proof");
}

int main(int argc, char **argv) {
  must(argc == 5, "arguments: a folder, cnfcheck, how many draws, a seed");
  static const char *formats[] = {"drat", "drat-text", "dsr", "dsr-text", "lrat", "lrat-text", "lidrup"};
  static const char *busy[][2] = {{"fork_conflicts", "0"}, {"share_ticks", "50"}, {"inprocess_first", "0"},
                                  {"inprocess_interval", "2"}, {"reduce_interval", "2"}, {"compact_least", "1"},
                                  {"compact_percent", "0"}, {"lucky", "false"}};
  long draws = atol(argv[3]), checked = 0;
  char formula[2048], proof[2048], what[256];
  snprintf(formula, sizeof formula, "%s/draw.cnf", argv[1]);
  snprintf(proof, sizeof proof, "%s/draw.proof", argv[1]);
  for (long draw = 0; draw < draws; draw++) {
    state = (uint64_t)atol(argv[4]) << 32 | (uint64_t)draw;
    for (int i = 0; i < 4; i++) below(2);
    const char *format = formats[below(7)];
    int lidrup = !strcmp(format, "lidrup"), threads = lidrup ? 1 : 1 + (int)below(2);
    int vars = 3 + (int)below(below(4) ? 12 : MOST_VARS - 3), count = vars * (3 + (int)below(4));
    snprintf(what, sizeof what, "draw %ld: %s, %d threads", draw, format, threads);
    FILE *file = fopen(formula, "w");
    must(file != NULL, "a file in the folder");
    fprintf(file, "p cnf %d %d\n", vars, count);
    for (int at = 0; at < count; at++) {
      make_clause(at, vars);
      for (int i = 0; i < lens[at]; i++) fprintf(file, "%d ", clauses[at][i]);
      fprintf(file, "0\n");
    }
    fclose(file);
    void *solver = ipasir_init();
    must(gemsat_set_threads(solver, threads, (int)below(2)) == 0, "threads");
    if (below(4))
      for (unsigned i = 0; i < sizeof busy / sizeof *busy; i++)
        must(gemsat_set_option(solver, busy[i][0], busy[i][1]) == 0, gemsat_error(solver));
    must(gemsat_set_proof(solver, proof, format, (uint64_t)count) == 0, gemsat_error(solver));
    int answer = 10, portions = 1 + (int)below(4);
    for (int portion = 0; portion < portions; portion++) {
      for (int at = count * portion / portions; at < count * (portion + 1) / portions; at++) {
        for (int i = 0; i < lens[at]; i++) ipasir_add(solver, clauses[at][i]);
        ipasir_add(solver, 0);
      }
      answer = call(solver, vars);
    }
    must(gemsat_finish_proof(solver) == 0, gemsat_error(solver));
    ipasir_release(solver);
    if (answer == 20 || lidrup) {
      check(argv[2], formula, proof, what);
      checked++;
    }
  }
  must(checked > draws / 4, "too few refutations");
  printf("%ld draws, %ld proofs checked\n", draws, checked);
  return 0;
}
