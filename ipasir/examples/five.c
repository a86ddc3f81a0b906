#include <ipasir.h>
int main(void) {
  void *s = ipasir_init();
  ipasir_add(s, 1), ipasir_add(s, 2), ipasir_add(s, 0);
  ipasir_assume(s, -1);
  int good = ipasir_solve(s) == 10 && ipasir_val(s, 2) == 2;
  ipasir_release(s);
  return good ? 0 : 1;
}
