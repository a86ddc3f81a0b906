// What traces leave out: proofs, threads, IPASIR-2 and memory. api FOLDER checks the first three and leaves formulas and
// proofs in the folder, to be checked by cnfcheck; api memory makes 10,000 solvers and looks at the memory of the process.
#include <gemsat.h>
#include <ipasir2.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static uint64_t state = 7;
static uint32_t below(uint32_t bound) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(state >> 33) % bound;
}

static void must(int holds, const char *what) {
  if (!holds) {
    fprintf(stderr, "api: wrong: %s\n", what);
    exit(1);
  }
}

static void add(void *solver, FILE *formula, const int *clause, int len) {
  for (int i = 0; i < len; i++) {
    ipasir_add(solver, clause[i]);
    if (formula) fprintf(formula, "%d ", clause[i]);
  }
  ipasir_add(solver, 0);
  if (formula) fprintf(formula, "0\n");
}

static int pigeon(int p, int hole, int holes) { return p * holes + hole + 1; }

// One pigeon more than holes.
static int pigeons(void *solver, FILE *formula, int holes) {
  int clauses = 0;
  for (int p = 0; p <= holes; p++, clauses++) {
    int clause[16];
    for (int h = 0; h < holes; h++) clause[h] = pigeon(p, h, holes);
    add(solver, formula, clause, holes);
  }
  for (int h = 0; h < holes; h++)
    for (int p = 0; p <= holes; p++)
      for (int q = 0; q < p; q++, clauses++) add(solver, formula, (int[]){-pigeon(p, h, holes), -pigeon(q, h, holes)}, 2);
  return clauses;
}

static FILE *open_formula(const char *folder, const char *name, char *path, int vars, int clauses) {
  sprintf(path, "%s/%s.cnf", folder, name);
  FILE *formula = fopen(path, "w");
  must(formula != NULL, "a file in the folder");
  fprintf(formula, "p cnf %d %d\n", vars, clauses);
  return formula;
}

enum { HOLES = 7, PIGEON_CLAUSES = HOLES + 1 + HOLES * (HOLES + 1) * HOLES / 2 };

static void proofs(const char *folder) {
  static const char *formats[] = {"drat", "drat-text", "dsr", "dsr-text", "lrat", "lrat-text", "lidrup"};
  char path[4096];
  for (int threads = 1; threads <= 2; threads++)
    for (unsigned i = 0; i < sizeof formats / sizeof *formats; i++) {
      char name[64];
      sprintf(name, "%s-%d", formats[i], threads);
      FILE *formula = open_formula(folder, name, path, (HOLES + 1) * HOLES, PIGEON_CLAUSES);
      void *solver = ipasir_init();
      must(gemsat_set_threads(solver, threads, 0) == 0, "threads");
      must(gemsat_set_option(solver, "fork_conflicts", "10") == 0, "an option");
      sprintf(path, "%s/%s.proof", folder, name);
      int without_effect = threads == 2 && !strcmp(formats[i], "lidrup");
      must(gemsat_set_proof(solver, path, formats[i], PIGEON_CLAUSES) == without_effect, gemsat_error(solver));
      must(without_effect == (strstr(gemsat_error(solver), "several threads have no effect") != NULL), "a warning");
      must(pigeons(solver, formula, HOLES) == PIGEON_CLAUSES, "the number of clauses");
      must(ipasir_solve(solver) == 20, "pigeons");
      must(gemsat_finish_proof(solver) == 0, gemsat_error(solver));
      must(gemsat_set_proof(solver, path, formats[i], 0) == -1 && *gemsat_error(solver), "a proof that comes too late");
      ipasir_release(solver);
      fclose(formula);
    }
  // In memory: the same bytes as in a file, since the same calls give the same search.
  for (unsigned i = 0; i < sizeof formats / sizeof *formats; i++) {
    const uint8_t *bytes = NULL;
    size_t length = 0;
    void *solver = ipasir_init();
    must(gemsat_set_option(solver, "fork_conflicts", "10") == 0, "an option");
    must(gemsat_proof(solver, &bytes, &length) == -1 && *gemsat_error(solver), "no proof");
    must(gemsat_set_proof(solver, NULL, formats[i], PIGEON_CLAUSES) == 0, gemsat_error(solver));
    FILE *formula = tmpfile();
    must(pigeons(solver, formula, HOLES) == PIGEON_CLAUSES, "the number of clauses");
    must(ipasir_solve(solver) == 20, "pigeons");
    must(gemsat_proof(solver, &bytes, &length) == -1, "a proof that is not finished");
    must(gemsat_finish_proof(solver) == 0, gemsat_error(solver));
    must(gemsat_proof(solver, &bytes, NULL) == -1, "no place for the number");
    must(gemsat_proof(solver, &bytes, &length) == 0, gemsat_error(solver));
    sprintf(path, "%s/%s-1.proof", folder, formats[i]);
    FILE *file = fopen(path, "rb");
    must(file != NULL && length > 0, "the proof of the same calls");
    for (size_t at = 0; at < length; at++) must(fgetc(file) == bytes[at], formats[i]);
    must(fgetc(file) == EOF, "no byte more");
    fclose(file);
    fclose(formula);
    ipasir_release(solver);
  }
  void *solver = ipasir_init();
  must(gemsat_set_proof(solver, "/no/such/folder/proof", "drat", 0) == -1, "a path that leads nowhere");
  must(gemsat_set_proof(solver, path, "no-format", 0) == -1, "an unknown format");
  must(gemsat_set_option(solver, "factor", "true") == 1, "an option without effect");
  must(strstr(gemsat_error(solver), "factor") != NULL, gemsat_error(solver));
  must(gemsat_set_option(solver, "factor", "false") == 0, gemsat_error(solver));
  must(gemsat_set_option(solver, "gauss", "true") == 0, gemsat_error(solver));
  sprintf(path, "%s/unheard", folder);
  must(gemsat_set_proof(solver, path, "drat", 0) == 1 && strstr(gemsat_error(solver), "gauss"), "no sums in proofs");
  ipasir_release(solver);
}

// A proof of many calls, with clauses between them.
static void calls(const char *folder) {
  enum { VARS = 30, ROUNDS = 60, EACH = 2 };
  char path[4096];
  FILE *formula = open_formula(folder, "calls", path, VARS, ROUNDS * EACH);
  void *solver = ipasir_init();
  sprintf(path, "%s/calls.proof", folder);
  must(gemsat_set_option(solver, "inprocess_first", "0") == 0, "an option");
  must(gemsat_set_proof(solver, path, "lidrup", 0) == 0, gemsat_error(solver));
  int answers[3] = {0, 0, 0};
  for (int round = 0; round < ROUNDS; round++) {
    for (int i = 0; i < EACH; i++) {
      int clause[3];
      for (int j = 0; j < 3; j++) clause[j] = (below(2) ? 1 : -1) * (1 + (int)below(VARS));
      add(solver, formula, clause, 3);
    }
    for (int i = 0; i < 8; i++) ipasir_assume(solver, (below(2) ? 1 : -1) * (1 + (int)below(VARS)));
    answers[ipasir_solve(solver) / 10]++;
  }
  must(answers[1] && answers[2], "both answers");
  must(gemsat_finish_proof(solver) == 0, gemsat_error(solver));
  ipasir_release(solver);
  fclose(formula);
}

static void threads(void) {
  enum { VARS = 120 };
  int answers[3] = {0, 0, 0};
  for (int round = 0; round < 12; round++) {
    void *solvers[3] = {ipasir_init(), ipasir_init(), ipasir_init()};
    must(gemsat_set_threads(solvers[1], 2, 0) == 0 && gemsat_set_threads(solvers[2], 3, 1) == 0, "threads");
    for (int i = 1; i < 3; i++) must(gemsat_set_option(solvers[i], "fork_conflicts", "10") == 0, "an option");
    must(gemsat_set_threads(solvers[0], 0, 0) == -1 && gemsat_set_threads(solvers[0], 1 << 20, 0) == -1, "a count");
    static int clauses[VARS * 5][3];
    int count = VARS * 42 / 10 + (int)below(30);
    for (int i = 0; i < count; i++) {
      for (int j = 0; j < 3; j++) clauses[i][j] = (below(2) ? 1 : -1) * (1 + (int)below(VARS));
      for (int s = 0; s < 3; s++) add(solvers[s], NULL, clauses[i], 3);
    }
    for (int call = 0; call < 3; call++) {
      int assumed[2];
      for (int j = 0; j < 2; j++) assumed[j] = (below(2) ? 1 : -1) * (1 + (int)below(VARS));
      int answer[3];
      for (int s = 0; s < 3; s++) {
        for (int j = 0; j < 2; j++) ipasir_assume(solvers[s], assumed[j]);
        answer[s] = ipasir_solve(solvers[s]);
        for (int i = 0; answer[s] == 10 && i < count; i++) {
          int satisfied = 0;
          for (int j = 0; j < 3; j++) satisfied |= ipasir_val(solvers[s], clauses[i][j]) == clauses[i][j];
          must(satisfied, "a model of several threads");
        }
      }
      must(answer[0] != 0 && answer[1] == answer[0] && answer[2] == answer[0], "an answer of several threads");
      answers[answer[0] / 10]++;
    }
    for (int s = 0; s < 3; s++) ipasir_release(solvers[s]);
  }
  must(answers[1] && answers[2], "both answers");
}

static int stop(void *data) { return ++*(int *)data; }

static void count_exported(void *data, const int32_t *clause, int32_t len, void *meta) {
  must(clause && len > 0 && len <= 5 && !meta, "an exported clause");
  ++*(int *)data;
}

static void ipasir2(void) {
  const char *signature = NULL;
  must(ipasir2_signature(&signature) == IPASIR2_E_OK && signature && *signature, "a signature");
  must(ipasir2_signature(NULL) == IPASIR2_E_INVALID_ARGUMENT, "no place for a signature");
  void *solver = NULL;
  must(ipasir2_init(&solver) == IPASIR2_E_OK && solver, "a solver");
  const ipasir2_option *options = NULL, *handle = NULL;
  int count = 0;
  must(ipasir2_options(solver, &options, &count) == IPASIR2_E_OK && count > 10, "options");
  for (int i = 0; i < count; i++) {
    must(options[i].name && options[i].min <= options[i].max, "an option's range");
    if (options[i].max < INT64_MAX)
      must(ipasir2_set_option(solver, &options[i], options[i].max + 1, 0) != IPASIR2_E_OK, "a value out of range");
  }
  must(ipasir2_get_option_handle(solver, "no.such.option", &handle) == IPASIR2_E_UNSUPPORTED_OPTION, "no option");
  must(ipasir2_get_option_handle(solver, "gemsat.threads", &handle) == IPASIR2_E_OK, "threads");
  must(ipasir2_set_option(solver, handle, 1, 0) == IPASIR2_E_OK, "one thread");
  int32_t value = 0, clause[] = {1, 2};
  int result = 0;
  must(ipasir2_value(solver, 1, &value) == IPASIR2_E_INVALID_STATE, "a value without a model");
  must(ipasir2_failed(solver, 1, &result) == IPASIR2_E_INVALID_STATE, "a core without a refutation");
  must(ipasir2_add(solver, clause, 2, 0, NULL) == IPASIR2_E_OK, "a clause");
  must(ipasir2_add(solver, (int32_t[]){0}, 1, 0, NULL) == IPASIR2_E_INVALID_ARGUMENT, "no literal");
  must(ipasir2_set_option(solver, handle, 2, 0) == IPASIR2_E_INVALID_STATE, "threads after a clause");
  must(ipasir2_solve(solver, &result, (int32_t[]){-1}, 1) == IPASIR2_E_OK && result == 10, "a model");
  must(ipasir2_value(solver, 2, &value) == IPASIR2_E_OK && value == 2, "a true literal");
  must(ipasir2_value(solver, -1, &value) == IPASIR2_E_OK && value == -1, "a literal's own sign");
  must(ipasir2_value(solver, 1, &value) == IPASIR2_E_OK && value == -1, "a false literal");
  must(ipasir2_solve(solver, &result, (int32_t[]){-1, 3, -2}, 3) == IPASIR2_E_OK && result == 20, "a refutation");
  must(ipasir2_failed(solver, -1, &result) == IPASIR2_E_OK && result == 1, "a failed assumption");
  must(ipasir2_failed(solver, 3, &result) == IPASIR2_E_OK && result == 0, "an assumption that is not needed");
  must(ipasir2_set_delete(solver, NULL, NULL) == IPASIR2_E_UNSUPPORTED, "deleted clauses");
  must(ipasir2_set_import(solver, NULL, NULL) == IPASIR2_E_UNSUPPORTED, "imported clauses");
  must(ipasir2_set_fixed(solver, NULL, NULL) == IPASIR2_E_UNSUPPORTED, "fixed literals");
  must(ipasir2_release(solver) == IPASIR2_E_OK, "a release");

  must(ipasir2_init(&solver) == IPASIR2_E_OK, "a second solver");
  must(ipasir2_get_option_handle(solver, "ipasir.limits.conflicts", &handle) == IPASIR2_E_OK, "a limit");
  must(ipasir2_set_option(solver, handle, 1, 0) == IPASIR2_E_OK, "one conflict");
  int exported = 0, asked = 0;
  must(ipasir2_set_export(solver, &exported, 5, count_exported) == IPASIR2_E_OK, "an export");
  pigeons(solver, NULL, 5);
  must(ipasir2_solve(solver, &result, NULL, 0) == IPASIR2_E_OK && result == 0, "a call ended by its limit");
  must(ipasir2_set_option(solver, handle, -1, 0) == IPASIR2_E_OK, "no limit");
  must(ipasir2_set_terminate(solver, &asked, stop) == IPASIR2_E_OK, "a callback");
  must(ipasir2_solve(solver, &result, NULL, 0) == IPASIR2_E_OK && result == 0 && asked, "a call ended by the callback");
  must(ipasir2_set_terminate(solver, NULL, NULL) == IPASIR2_E_OK, "no callback");
  must(ipasir2_solve(solver, &result, NULL, 0) == IPASIR2_E_OK && result == 20 && exported, "pigeons");
  must(ipasir2_release(solver) == IPASIR2_E_OK, "a release");
}

// Kilobytes of the process in memory.
static long resident(void) {
  long pages = 0;
  FILE *file = fopen("/proc/self/statm", "r");
  must(file && fscanf(file, "%*d %ld", &pages) == 1, "the size of the process");
  fclose(file);
  return pages * (sysconf(_SC_PAGESIZE) / 1024);
}

static void memory(void) {
  long before = 0;
  for (int made = 0; made < 10000; made++) {
    if (made == 1000) before = resident();
    void *solver = ipasir_init();
    pigeons(solver, NULL, 3 + made % 3);
    must(ipasir_solve(solver) == 20, "pigeons");
    ipasir_release(solver);
  }
  long after = resident();
  printf("memory: %ld kB after 1,000 solvers, %ld kB after 10,000\n", before, after);
  must(after <= before + 512, "flat memory");
}

int main(int argc, char **argv) {
  must(argc == 2, "an argument: a folder, or memory");
  if (!strcmp(argv[1], "memory")) {
    memory();
    return 0;
  }
  proofs(argv[1]);
  calls(argv[1]);
  threads();
  ipasir2();
  puts("proofs, calls, threads, IPASIR-2: right");
  return 0;
}
