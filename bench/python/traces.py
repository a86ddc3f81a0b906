"""Random calls of the solver's methods against brute force, with interrupts from another thread.

    python bench/python/traces.py [CALLS] [SEED]

Ends with the growth of the process's memory over 10,000 solvers that are made, asked and dropped.
"""

import itertools
import random
import resource
import sys
import threading

import gemsat

VARIABLES = 6
EVERY = [set(values) for values in itertools.product(*[(var, -var) for var in range(1, VARIABLES + 1)])]


def clause(rng):
    return [rng.choice([-1, 1]) * var for var in rng.sample(range(1, VARIABLES + 1), rng.randint(1, 3))]


class Trace:
    """A solver and what it must answer."""

    def __init__(self, rng):
        self.rng = rng
        self.clauses = []
        self.solver = gemsat.Solver(use_timer=rng.random() < 0.1, with_proof=rng.random() < 0.1)

    def models(self, assumptions=()):
        assumed = set(assumptions)
        if any(-lit in assumed for lit in assumed):
            return []
        return [m for m in EVERY if assumed <= m and all(m.intersection(c) for c in self.clauses)]

    def judge(self, answer, assumptions):
        expected = self.models(assumptions)
        assert answer is bool(expected), (self.clauses, assumptions, answer)
        if answer:
            model = set(self.solver.get_model())
            assert set(assumptions) <= model and all(model.intersection(c) for c in self.clauses)
            assert self.solver.get_core() is None
        else:
            core = self.solver.get_core() or []
            assert set(core) <= set(assumptions) and not self.models(core)
            assert self.solver.get_model() is None

    def step(self):
        rng, solver = self.rng, self.solver
        kind = rng.random()
        assumptions = [rng.choice([-1, 1]) * rng.randint(1, VARIABLES) for _ in range(rng.randint(0, 3))]
        if kind < 0.3:
            added = clause(rng)
            self.clauses.append(added)
            solver.add_clause(iter(added) if rng.random() < 0.5 else added)
        elif kind < 0.35:
            added = [clause(rng) for _ in range(rng.randint(0, 3))]
            self.clauses.extend(added)
            solver.append_formula(added)
        elif kind < 0.65:
            self.judge(solver.solve(assumptions), assumptions)
        elif kind < 0.8:
            solver.conf_budget(rng.choice([-1, 1, 100]))
            answer = solver.solve_limited(assumptions, expect_interrupt=True)
            if answer is not None:
                self.judge(answer, assumptions)
        elif kind < 0.9:
            consistent, implied = solver.propagate(assumptions)
            if consistent:
                for model in self.models(assumptions):
                    assert set(implied) <= model, (self.clauses, assumptions, implied)
            else:
                assert not self.models(assumptions)
        elif kind < 0.92:
            solver.set_phases(assumptions)
        elif kind < 0.94:
            self.solver = solver.copy()
        elif kind < 0.96 and self.clauses:
            named = {abs(lit) for added in self.clauses for lit in added}
            project = sorted(named)
            found = sorted(map(tuple, solver.enum_models(keep=True, projection=project)))
            shown = lambda model: tuple(var if var in model else -var for var in project)
            assert found == sorted({shown(model) for model in self.models()}), (self.clauses, found)
        elif kind < 0.98:
            for wrong in ([0], ["x"], [2**40]):
                try:
                    solver.add_clause(wrong)
                except (TypeError, ValueError):
                    continue
                raise AssertionError(wrong)
        else:
            solver.clear_interrupt()
            assert len(solver.accum_stats()) == 4 and solver.time() >= 0


def run(calls, seed):
    rng = random.Random(seed)
    current, over = [None], threading.Event()

    def interrupt():
        other = random.Random(seed + 1)
        while not over.wait(0.001):
            trace = current[0]
            if trace is not None:
                trace.solver.interrupt() if other.random() < 0.5 else trace.solver.clear_interrupt()

    thread = threading.Thread(target=interrupt)
    thread.start()
    made = done = 0
    try:
        while done < calls:
            current[0] = trace = Trace(rng)
            made += 1
            for _ in range(min(rng.randint(1, 40), calls - done)):
                trace.step()
                done += 1
            if rng.random() < 0.5:
                trace.solver.delete()
    finally:
        over.set()
        thread.join()
    print(f"{done} calls of {made} solvers agree with brute force")


def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * resource.getpagesize()


def leaks(solvers=10_000):
    def make(count):
        for _ in range(count):
            solver = gemsat.Solver([[1, 2, 3], [-1, 2], [-2, 3]], with_proof=True)
            assert solver.solve([1]) and not solver.solve([-3, 1])
            solver.get_model(), solver.get_core(), solver.get_proof(), list(solver.enum_models(keep=True))

    make(500)
    before = resident()
    make(solvers)
    grown = resident() - before
    print(f"memory grew by {grown / 1024:.0f} KiB over {solvers} solvers")
    assert grown < 4 << 20


if __name__ == "__main__":
    run(int(sys.argv[1]) if len(sys.argv) > 1 else 100_000, int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    leaks()
