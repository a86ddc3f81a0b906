#include <gemsat.h>
#include <ipasir.h>
/* A proof of all calls: every answer of the solver can be checked by `cnfcheck lidrup` with the clauses and the proof.
 * The first argument is where it is written. */
int main(int argc, char **argv) {
  void *s = ipasir_init();
  int good = gemsat_set_proof(s, argc > 1 ? argv[1] : "/dev/null", "lidrup", 0) == 0;
  ipasir_add(s, 1), ipasir_add(s, 2), ipasir_add(s, 0);
  ipasir_assume(s, -1), ipasir_assume(s, -2);
  good = good && ipasir_solve(s) == 20 && ipasir_failed(s, -1);
  good = good && gemsat_finish_proof(s) == 0;
  ipasir_release(s);
  return good ? 0 : 1;
}
