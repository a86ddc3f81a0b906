/* A solver's pointer is from ipasir_init, ipasir2_init or gemsat_clone and not yet released. Any number of solvers may
 * be used at once; one solver only by one thread at a time, gemsat_interrupt and gemsat_clear_interrupt aside. While a
 * call is under way, other calls on the same solver do nothing and say so. Callbacks must not release the solver, and
 * must not throw. A literal is a number other than 0 and -2^31; texts end with 0; arrays have as many elements as said.
 */

#ifndef INTERFACE_IPASIR2_H_
#define INTERFACE_IPASIR2_H_

#include <stdint.h>
#include <string.h>

// Whether a call succeeded.
typedef enum ipasir2_errorcode {
  // It did.
  IPASIR2_E_OK = 0,
  // The solver has failed inside and can only be released.
  IPASIR2_E_UNKNOWN = 1,
  // The solver has no such function.
  IPASIR2_E_UNSUPPORTED,
  // The function does not take this value.
  IPASIR2_E_UNSUPPORTED_ARGUMENT,
  // There is no such option.
  IPASIR2_E_UNSUPPORTED_OPTION,
  // The call does not belong into this state.
  IPASIR2_E_INVALID_STATE,
  // An argument is wrong.
  IPASIR2_E_INVALID_ARGUMENT,
  // The value is out of the option's range.
  IPASIR2_E_INVALID_OPTION_VALUE,
} ipasir2_errorcode;

// The states: CONFIG before INPUT, SAT and UNSAT, and these before SOLVING.
typedef enum ipasir2_state {
  // Nothing was added yet.
  IPASIR2_S_CONFIG = 0,
  // Something was added since the last answer.
  IPASIR2_S_INPUT = 1,
  // The last call found a model.
  IPASIR2_S_SAT,
  // The last call found that there is none.
  IPASIR2_S_UNSAT,
  // A call is under way.
  IPASIR2_S_SOLVING,
} ipasir2_state;

// An option.
typedef struct ipasir2_option {
  // Its name.
  const char *name;
  // The least value.
  int64_t min;
  // The greatest value.
  int64_t max;
  // The last state in which it may be set.
  enum ipasir2_state max_state;
  // Whether automatic tuning may try values.
  int tunable;
  // Whether it is set for each variable.
  int indexed;
  // For the solver.
  const void *handle;
} ipasir2_option;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// The name and version of the solver.
enum ipasir2_errorcode ipasir2_signature(const char **signature);

// Makes a solver. State after it: CONFIG.
enum ipasir2_errorcode ipasir2_init(void **solver);

// Frees a solver, which must not be solving.
enum ipasir2_errorcode ipasir2_release(void *solver);

// The options: an array that stays valid and is not to be freed.
enum ipasir2_errorcode ipasir2_options(void *_solver, const struct ipasir2_option **options, int *count);

// Sets an option to a value in its range; `index` is not used.
enum ipasir2_errorcode ipasir2_set_option(void *solver,
                                          const struct ipasir2_option *handle,
                                          int64_t value,
                                          int64_t _index);

// Adds a clause. State after it: INPUT. A forgettable clause is kept, too; `proofmeta` is not used.
enum ipasir2_errorcode ipasir2_add(void *solver,
                                   const int32_t *clause,
                                   int32_t len,
                                   int32_t _forgettable,
                                   void *_proofmeta);

// Solves under assumptions: `*result` becomes 10, 20, or 0 when the call was ended before.
enum ipasir2_errorcode ipasir2_solve(void *solver, int *result, const int32_t *assumptions, int32_t len);

// `*result` becomes the literal if it is true in the model, and its negation if not.
enum ipasir2_errorcode ipasir2_value(void *solver, int32_t lit, int32_t *result);

// `*result` becomes 1 if this assumption was used to show that there is no model, else 0.
enum ipasir2_errorcode ipasir2_failed(void *solver, int32_t lit, int *result);

// Sets the function that the solving thread calls every few milliseconds, and that ends the call by an answer other
// than 0. A null function takes it back.
enum ipasir2_errorcode ipasir2_set_terminate(void *solver,
                                             void *data,
                                             int (*callback)(void *data));

// Sets the function that gets every learned clause of at most `max_length` literals (-1: of any length). A null
// function takes it back. `proofmeta` is null.
enum ipasir2_errorcode ipasir2_set_export(void *solver,
                                          void *data,
                                          int max_length,
                                          void (*callback)(void *data,
                                                           const int32_t *clause,
                                                           int32_t len,
                                                           void *proofmeta));

// Not supported: deleted clauses are in the proof.
enum ipasir2_errorcode ipasir2_set_delete(void *_solver, void *_data, void (*_callback)(void *data,
                                                                                        const int32_t *clause,
                                                                                        int32_t len,
                                                                                        void *proofmeta));

// Not supported: clauses come between calls.
enum ipasir2_errorcode ipasir2_set_import(void *_solver, void *_data, void (*_callback)(void *data));

// Not supported: `gemsat_fixed` says between calls which literals are fixed.
enum ipasir2_errorcode ipasir2_set_fixed(void *_solver, void *_data, void (*_callback)(void *data,
                                                                                       int32_t fixed));

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* INTERFACE_IPASIR2_H_ */

/* The option of this name. */
static inline ipasir2_errorcode ipasir2_get_option_handle(void *solver, const char *name,
                                                          const ipasir2_option **handle) {
  const ipasir2_option *options = 0;
  int count = 0;
  ipasir2_errorcode error = ipasir2_options(solver, &options, &count);
  for (int i = 0; error == IPASIR2_E_OK && i < count; i++) {
    if (!strcmp(options[i].name, name)) {
      *handle = &options[i];
      return IPASIR2_E_OK;
    }
  }
  return error == IPASIR2_E_OK ? IPASIR2_E_UNSUPPORTED_OPTION : error;
}
