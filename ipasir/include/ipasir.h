/* A solver's pointer is from ipasir_init, ipasir2_init or gemsat_clone and not yet released. Any number of solvers may
 * be used at once; one solver only by one thread at a time, gemsat_interrupt and gemsat_clear_interrupt aside. While a
 * call is under way, other calls on the same solver do nothing and say so. Callbacks must not release the solver, and
 * must not throw. A literal is a number other than 0 and -2^31; texts end with 0; arrays have as many elements as said.
 */

#ifndef ipasir_h_INCLUDED
#define ipasir_h_INCLUDED

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// The name and version of the solver.
const char *ipasir_signature(void);

// Makes a solver; a null pointer when it cannot be made. State: INPUT.
void *ipasir_init(void);

// Frees a solver, which must not be solving.
void ipasir_release(void *solver);

// Adds a literal to the clause that is being built, or closes it with 0. State after it: INPUT. After `-2^31`, which
// is no literal, every call of `ipasir_solve` answers 0, and `gemsat_error` says why.
void ipasir_add(void *solver,
                int32_t lit_or_zero);

// Assumes a literal for the next call of `ipasir_solve` only. State after it: INPUT. After 0 or `-2^31`, which are no
// literals, the next call answers 0, and `gemsat_error` says why.
void ipasir_assume(void *solver,
                   int32_t lit);

// Solves the clauses under the assumptions: 10 for satisfiable, 20 for unsatisfiable, and 0 when it was ended before
// or the solver has failed inside (`gemsat_error` says so).
int ipasir_solve(void *solver);

// The literal if it is true in the model, its negation if not, 0 when the last call found no model.
int32_t ipasir_val(void *solver, int32_t lit);

// 1 if this assumption was used to show that there is no model, else 0.
int ipasir_failed(void *solver, int32_t lit);

// Sets the function that the solving thread calls every few milliseconds, and that ends the call by an answer other
// than 0. A null function takes it back.
void ipasir_set_terminate(void *solver,
                          void *data,
                          int (*terminate)(void *data));

// Sets the function that gets every learned clause of at most `max_length` literals, ended by 0. A null function takes
// it back.
void ipasir_set_learn(void *solver,
                      void *data,
                      int max_length,
                      void (*learn)(void *data, int32_t *clause));

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* ipasir_h_INCLUDED */
