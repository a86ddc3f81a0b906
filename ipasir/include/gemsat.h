/* A solver's pointer is from ipasir_init, ipasir2_init or gemsat_clone and not yet released. Any number of solvers may
 * be used at once; one solver only by one thread at a time, gemsat_interrupt and gemsat_clear_interrupt aside. While a
 * call is under way, other calls on the same solver do nothing and say so. Callbacks must not release the solver, and
 * must not throw. A literal is a number other than 0 and -2^31; texts end with 0; arrays have as many elements as said.
 */

#ifndef GEMSAT_H
#define GEMSAT_H

#include <stddef.h>
#include <stdint.h>
#include <ipasir.h>

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// What the last call that returned -1 expected, or what has no effect after one that returned 1; an empty text after
// success. Valid until the next call.
const char *gemsat_error(void *solver);

// Ends the current call and those to come, from any thread or signal handler, until `gemsat_clear_interrupt`.
void gemsat_interrupt(void *solver);

// Withdraws `gemsat_interrupt`.
void gemsat_clear_interrupt(void *solver);

// A solver with the same clauses, options and limits, and no callbacks and no proof; null when the original is solving
// or has failed inside. To be released like any other.
void *gemsat_clone(void *solver);

// Sets an option of the search by its name, before the first clause: `gemsat_set_option(s, "seed", "7")`. Returns 1
// where something that is set has no effect, as do the calls for threads and proofs.
int gemsat_set_option(void *solver,
                      const char *name,
                      const char *value);

// Limits every call to come; a negative value takes the limit back. Names: `conflicts`, `decisions`, `propagations`,
// `ticks` (for each call, and the same in every run), `seconds` (for each call), `bytes` (of the process).
int gemsat_set_limit(void *solver,
                     const char *name,
                     double value);

// Sets how many threads search (1 to 1024), and whether every run is the same. Before the first clause and the proof.
int gemsat_set_threads(void *solver,
                       int count,
                       int deterministic);

// Writes a proof to a file, from before the first clause on; a null path keeps it in memory, where `gemsat_proof`
// finds it. Formats: `drat`, `drat-text`, `dsr`, `dsr-text`, `lrat`, `lrat-text`; and `lidrup`, which shows every
// answer of every call, with one thread. `clauses` is how many clauses will be added, whenever that is: LRAT numbers
// them from 1 and takes no others, the other formats do not ask.
int gemsat_set_proof(void *solver,
                     const char *path,
                     const char *format,
                     uint64_t clauses);

// Ends the proof; only then the file is complete.
int gemsat_finish_proof(void *solver);

// The proof that was kept in memory, after `gemsat_finish_proof`: its bytes, and how many they are. Valid until the
// solver is released.
int gemsat_proof(void *solver,
                 const uint8_t **bytes,
                 size_t *length);

// Prefers the literal whenever its variable is decided.
int gemsat_phase(void *solver, int32_t lit);

// Takes a preference back.
int gemsat_unphase(void *solver, int32_t var);

// Keeps a variable from being eliminated. Never needed for right answers: it saves time when later clauses use it.
int gemsat_freeze(void *solver,
                  int32_t var);

// Takes one `gemsat_freeze` back.
int gemsat_melt(void *solver, int32_t var);

// 1 if the clauses are known to force the literal, -1 if its negation, 0 if neither is known.
int gemsat_fixed(void *solver, int32_t lit);

// How many variables clauses and assumptions have used: the greatest number.
int32_t gemsat_num_vars(void *solver);

// A counter by its name (`conflicts`, `decisions`, `propagations`, ...), summed over all calls; -1 when there is none.
int64_t gemsat_statistic(void *solver,
                         const char *name);

// Propagates the assumptions (given here and by `ipasir_assume`) without a search: calls back with every literal that
// they imply, themselves included. Returns 0, or 1 for a conflict, or -1 for a wrong argument.
int gemsat_propagate(void *solver,
                     const int32_t *assumptions,
                     size_t len,
                     void *data,
                     void (*implied)(void *data, int32_t lit));

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* GEMSAT_H */
