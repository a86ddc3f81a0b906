#include <ipasir2.h>
/* As five.c, through the second version of the interface: options, whole clauses, and a code of error for each call. */
int main(void) {
  void *s = 0;
  int32_t clause[] = {1, 2}, assumption[] = {-1}, value = 0;
  int answer = 0;
  int good = ipasir2_init(&s) == IPASIR2_E_OK;
  good = good && ipasir2_add(s, clause, 2, 0, 0) == IPASIR2_E_OK;
  good = good && ipasir2_solve(s, &answer, assumption, 1) == IPASIR2_E_OK && answer == 10;
  good = good && ipasir2_value(s, 2, &value) == IPASIR2_E_OK && value == 2;
  ipasir2_release(s);
  return good ? 0 : 1;
}
