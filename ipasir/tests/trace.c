// Random calls against brute force: trace CALLS [SEED]. Ends with an error at the first wrong answer.
#include <gemsat.h>
#include <ipasir2.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { VARS = 8, MOST_CLAUSES = 60, MOST_ASSUMED = 4 };

static uint64_t state;
static uint32_t below(uint32_t bound) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(state >> 33) % bound;
}
static int random_literal(void) {
  int var = 1 + (int)below(VARS);
  return below(2) ? var : -var;
}

static void must(int holds, const char *what) {
  if (!holds) {
    fprintf(stderr, "trace: wrong: %s\n", what);
    abort();
  }
}

typedef struct {
  void *solver;
  int clauses[MOST_CLAUSES][4], count;
} Trace;

static int satisfied(unsigned model, const int *clause) {
  for (; *clause; clause++)
    if (((model >> (abs(*clause) - 1)) & 1) == (*clause > 0)) return 1;
  return 0;
}

// Whether the clauses with these assumed literals have a model.
static int has_model(const Trace *t, const int *assumed, int n) {
  for (unsigned model = 0; model < 1u << VARS; model++) {
    int good = 1;
    for (int i = 0; good && i < n; i++) good = ((model >> (abs(assumed[i]) - 1)) & 1) == (assumed[i] > 0);
    for (int i = 0; good && i < t->count; i++) good = satisfied(model, t->clauses[i]);
    if (good) return 1;
  }
  return 0;
}

static int ask_sometimes(void *data) { return ++*(unsigned *)data % 3 == 0; }

static void check_learned(void *data, int32_t *clause) {
  int negated[VARS + 1], n = 0;
  for (; *clause; clause++) negated[n++] = -*clause;
  must(!has_model(data, negated, n), "a learned clause");
}

static volatile int over;
static void *_Atomic target;
static pthread_mutex_t alive = PTHREAD_MUTEX_INITIALIZER;
static void *interrupter(void *unused) {
  (void)unused;
  while (!over) {
    pthread_mutex_lock(&alive);
    if (target) gemsat_interrupt(target);
    pthread_mutex_unlock(&alive);
    usleep(200);
  }
  return NULL;
}
static void point_at(void *solver) {
  pthread_mutex_lock(&alive);
  target = solver;
  pthread_mutex_unlock(&alive);
}

static void solve(Trace *t, unsigned long *answers) {
  int assumed[MOST_ASSUMED], core[MOST_ASSUMED], n = (int)below(MOST_ASSUMED + 1), kept = 0;
  for (int i = 0; i < n; i++) ipasir_assume(t->solver, assumed[i] = random_literal());
  int answer = ipasir_solve(t->solver);
  answers[answer / 10]++;
  if (answer == 10) {
    unsigned model = 0;
    for (int v = 1; v <= VARS; v++)
      if (ipasir_val(t->solver, v) == v) model |= 1u << (v - 1);
    for (int i = 0; i < t->count; i++) must(satisfied(model, t->clauses[i]), "a model");
    for (int i = 0; i < n; i++) must(((model >> (abs(assumed[i]) - 1)) & 1) == (assumed[i] > 0), "an assumption");
  } else if (answer == 20) {
    for (int i = 0; i < n; i++)
      if (ipasir_failed(t->solver, assumed[i])) core[kept++] = assumed[i];
    must(!has_model(t, core, kept), "a core");
  } else {
    must(answer == 0 && ipasir_val(t->solver, 1) == 0, "an interrupted call");
    gemsat_clear_interrupt(t->solver);
  }
}

int main(int argc, char **argv) {
  unsigned long calls = argc > 1 ? strtoul(argv[1], NULL, 10) : 10000, answers[3] = {0, 0, 0};
  state = argc > 2 ? strtoul(argv[2], NULL, 10) : 1;
  unsigned asked = 0;
  pthread_t thread;
  must(pthread_create(&thread, NULL, interrupter, NULL) == 0, "a thread");
  for (unsigned long done = 0; done < calls;) {
    Trace t = {.solver = ipasir_init()};
    point_at(t.solver);
    if (below(4) == 0) must(gemsat_set_limit(t.solver, "conflicts", below(5)) == 0, "a limit");
    must(gemsat_set_option(t.solver, "no_such_option", "1") == -1 && *gemsat_error(t.solver), "an unknown option");
    for (int length = 20 + (int)below(100); length-- && done < calls; done++) {
      switch (below(12)) {
      case 0: case 1: case 2: case 3: case 4:
        if (t.count < MOST_CLAUSES) {
          int *clause = t.clauses[t.count++];
          for (int i = 0, n = 1 + (int)below(10) / 4 + (below(4) != 0); i < n && i < 3; i++)
            ipasir_add(t.solver, clause[i] = random_literal());
          ipasir_add(t.solver, 0);
        }
        break;
      case 5: ipasir_set_terminate(t.solver, &asked, below(2) ? ask_sometimes : NULL); break;
      case 6: ipasir_set_learn(t.solver, &t, (int)below(8), below(2) ? check_learned : NULL); break;
      case 7: must(gemsat_phase(t.solver, random_literal()) == 0 && gemsat_freeze(t.solver, 1) == 0, "a phase"); break;
      case 8: {
        void *copy = gemsat_clone(t.solver);
        must(copy != NULL, "a clone");
        ipasir_set_learn(t.solver, NULL, 0, NULL);
        point_at(copy);
        ipasir_release(t.solver);
        t.solver = copy;
        break;
      }
      case 9: {
        int lit = random_literal(), fixed = gemsat_fixed(t.solver, lit), against = fixed > 0 ? -lit : lit;
        must(fixed == 0 || !has_model(&t, &against, 1), "a fixed literal");
        int32_t assumed = random_literal();
        if (gemsat_propagate(t.solver, &assumed, 1, NULL, NULL) == 1) must(!has_model(&t, &assumed, 1), "a conflict");
        ipasir_add(t.solver, INT32_MIN);
        break;
      }
      default: solve(&t, answers);
      }
    }
    point_at(NULL);
    must(ipasir2_release(t.solver) == IPASIR2_E_OK, "a release");
  }
  over = 1;
  pthread_join(thread, NULL);
  printf("%lu calls: %lu satisfiable, %lu unsatisfiable, %lu interrupted\n", calls, answers[1], answers[2], answers[0]);
  return answers[1] && answers[2] && answers[0] ? 0 : 1;
}
