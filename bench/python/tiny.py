"""Many small questions, and loading a large formula: gemsat beside PySAT's solvers, in one process.

    python bench/python/tiny.py [QUERIES]

Needs python-sat and numpy. Each figure is the best of three rounds, in which the solvers take turns, by the clock and in CPU
time: on a machine with other work a call of a tenth of a second may wait as long as it runs. Answers are compared.
"""

import os
import random
import sys
import tempfile
import time

import numpy
from pysat.formula import CNF
from pysat.solvers import Solver as Other

import gemsat

QUERIES = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
ROUNDS = 3


def formulas(count):
    """Random formulas of 10 to 60 clauses, of two or three literals each."""
    rng = random.Random(1)
    made = []
    for _ in range(count):
        clauses = rng.randint(10, 60)
        variables = max(4, clauses // 3)
        made.append(
            [
                [var if rng.random() < 0.5 else -var for var in rng.sample(range(1, variables + 1), rng.randint(2, 3))]
                for _ in range(clauses)
            ]
        )
    return made


def alone(make, made):
    """One solver for each formula: made, asked, read, deleted."""
    answers = 0
    for clauses in made:
        solver = make(clauses)
        if solver.solve():
            solver.get_model()
            answers += 1
        solver.delete()
    return answers


def under_assumptions(make, clauses, questions):
    """All questions to one solver."""
    answers = 0
    with make(clauses) as solver:
        for question in questions:
            if solver.solve(question):
                answers += 1
            else:
                solver.get_core()
    return answers


def race(title, entrants):
    """Runs the entrants by turns; the first one is compared with the fastest of the others."""
    best, answers = {}, {}
    for _ in range(ROUNDS):
        for name, run in entrants:
            start = time.perf_counter(), time.process_time()
            answers[name] = run()
            taken = time.perf_counter() - start[0], time.process_time() - start[1]
            best[name] = tuple(map(min, best.get(name, taken), taken))
    assert len(set(answers.values())) == 1, answers
    print(title)
    for kind, times in zip(("clock", "CPU"), zip(*best.values())):
        figures = ", ".join(f"{name} {seconds:.3f} s" for name, seconds in zip(best, times))
        print(f"    {kind}: {figures}; ratio {times[0] / min(times[1:]):.3f}", flush=True)


def native(clauses):
    return gemsat.Solver(clauses)


def registered(clauses):
    return Other(name="gemsat", bootstrap_with=clauses)


def minisat(clauses):
    return Other(name="minisat22", bootstrap_with=clauses)


def loading(count=1_000_000):
    """A formula of a million clauses from an array, from a file, and from lists."""
    rng = numpy.random.default_rng(1)
    variables = rng.integers(1, count // 4, size=(count, 3))
    rows = (variables * rng.choice([-1, 1], size=variables.shape)).astype(numpy.int32)
    lists = rows.tolist()
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "large.cnf")
        gemsat.CNF(from_clauses=rows).to_file(path)

        def from_file(name):
            def run():
                with Other(name=name, bootstrap_with=CNF(from_file=path)) as solver:
                    return solver.nof_vars()

            return run

        def from_lists(name):
            def run():
                with Other(name=name, bootstrap_with=lists) as solver:
                    return solver.nof_vars()

            return run

        def ours(formula):
            def run():
                with gemsat.Solver(formula()) as solver:
                    return solver.nof_vars()

            return run

        others = ("minisat22", "cadical195", "glucose4")
        race("10^6 clauses from an array", [("gemsat", ours(lambda: rows))] + [(n, from_lists(n)) for n in others])
        race("10^6 clauses from lists", [("gemsat", ours(lambda: lists))] + [(n, from_lists(n)) for n in others])
        read = [("gemsat", ours(lambda: gemsat.CNF(from_file=path)))]
        race("10^6 clauses from a file", read + [(n, from_file(n)) for n in others])


def main():
    gemsat.pysat.register()
    made = formulas(QUERIES)
    title = f"{QUERIES} formulas, one solver each"
    race(title, [(f.__name__, lambda f=f: alone(f, made)) for f in (native, minisat)])
    race(title + ", through PySAT", [(f.__name__, lambda f=f: alone(f, made)) for f in (registered, minisat)])
    rng = random.Random(2)
    clauses = [[rng.choice([-1, 1]) * v for v in rng.sample(range(1, 101), 3)] for _ in range(350)]
    questions = [[rng.choice([-1, 1]) * v for v in rng.sample(range(1, 101), 8)] for _ in range(QUERIES)]
    title = f"{QUERIES} questions to one solver under assumptions"
    race(title, [(f.__name__, lambda f=f: under_assumptions(f, clauses, questions)) for f in (native, minisat)])
    small = next(clauses for clauses in made if len(clauses) > 40 and gemsat.Solver(clauses).solve())
    top = max(abs(lit) for clause in small for lit in clause)
    questions = [[rng.choice([-1, 1]) * v for v in rng.sample(range(1, top + 1), 2)] for _ in range(QUERIES)]
    title = f"{QUERIES} questions to one small solver under assumptions"
    race(title, [(f.__name__, lambda f=f: under_assumptions(f, small, questions)) for f in (native, minisat)])
    loading()


if __name__ == "__main__":
    main()
