"""PySAT's algorithms with gemsat, cadical195 and minisat22 in turn, on generated inputs.

    python bench/clients.py [INPUTS] [CLIENT ...]

Needs python-sat. Every optimum and every minimal set is checked; the solvers must agree on what is unique. Of each client the
sum of the times over the inputs that take one of the solvers 0.1 s or more is printed.
"""

import random
import sys
import time

from pysat.examples.fm import FM
from pysat.examples.hitman import Hitman
from pysat.examples.lbx import LBX
from pysat.examples.mcsls import MCSls
from pysat.examples.musx import MUSX
from pysat.examples.rc2 import RC2, RC2Stratified
from pysat.formula import WCNF
from pysat.solvers import Solver

import gemsat

SOLVERS = ("gemsat", "cadical195", "minisat22")
COUNTED = 0.1


def clause(rng, variables, length=3):
    return [rng.choice([-1, 1]) * var for var in rng.sample(range(1, variables + 1), length)]


def max_sat(seed, variables, density, soft, weight):
    """Random 3-SAT below the threshold as hard clauses, random short clauses with weights as soft ones."""
    rng = random.Random(seed)
    formula = WCNF()
    for _ in range(int(density * variables)):
        formula.append(clause(rng, variables))
    for _ in range(soft):
        formula.append(clause(rng, variables, rng.choice([1, 1, 2])), weight=rng.randint(1, weight))
    return formula


def over_threshold(seed, variables, density):
    """Random 3-SAT over the threshold: the clauses as soft ones."""
    rng = random.Random(seed)
    formula = WCNF()
    for _ in range(int(density * variables)):
        formula.append(clause(rng, variables), weight=1)
    return formula


def hitting_sets(seed, elements, sets, size):
    rng = random.Random(seed)
    return [rng.sample(range(1, elements + 1), size) for _ in range(sets)]


def satisfiable(clauses):
    with Solver(name="glucose4", bootstrap_with=clauses) as solver:
        return solver.solve()


def cost_of(formula, model):
    true = set(model)
    assert all(true.intersection(hard) for hard in formula.hard), "a hard clause is false"
    return sum(weight for soft, weight in zip(formula.soft, formula.wght) if not true.intersection(soft))


def rc2(formula, solver):
    with RC2Stratified(formula, solver=solver, adapt=True, exhaust=True, minz=True) as search:
        model = search.compute()
        assert cost_of(formula, model) == search.cost
        return search.cost


def rc2_plain(formula, solver):
    with RC2(formula, solver=solver) as search:
        model = search.compute()
        assert cost_of(formula, model) == search.cost
        return search.cost


def fm(formula, solver):
    search = FM(formula, solver=solver, verbose=0)
    search.compute()
    cost = search.cost
    assert cost_of(formula, search.model) == cost
    search.delete()
    return cost


def check_correction(formula, chosen):
    """The soft clauses without the chosen ones have a model, and with any one of them have none."""
    chosen = set(chosen)
    kept = formula.hard + [soft for index, soft in enumerate(formula.soft, 1) if index not in chosen]
    with Solver(name="glucose4", bootstrap_with=kept) as solver:
        assert solver.solve(), "no correction set"
        for index in chosen:
            top = solver.nof_vars() + 1
            solver.add_clause([-top] + formula.soft[index - 1])
            assert not solver.solve([top]), "no minimal correction set"


def lbx(formula, solver):
    with LBX(formula, use_cld=True, solver_name=solver) as search:
        found = search.compute()
    return found


def mcsls(formula, solver):
    with MCSls(formula, use_cld=True, solver_name=solver) as search:
        found = search.compute()
    return found


def musx(formula, solver):
    with MUSX(formula, solver=solver, verbosity=0) as search:
        return search.compute()


def check_core(formula, chosen):
    clauses = [formula.soft[index - 1] for index in chosen]
    assert not satisfiable(clauses), "no core"
    for left_out in range(len(clauses)):
        assert satisfiable(clauses[:left_out] + clauses[left_out + 1 :]), "no minimal core"


def hitman(sets, solver):
    with Hitman(bootstrap_with=sets, htype="sorted", solver=solver) as search:
        found = search.get()
    assert all(set(found).intersection(one) for one in sets), "a set is not hit"
    return len(found)


def clients(count):
    """By name: what runs, its inputs, and a check of an answer that need not be unique."""
    seeds = range(count)
    return {
        "RC2": (rc2, [max_sat(seed, 100, 3.2, 60 + 2 * seed, 20) for seed in seeds], None),
        "RC2 plain": (rc2_plain, [max_sat(seed, 100, 3.2, 50 + 2 * seed, 1) for seed in seeds], None),
        "FM": (fm, [max_sat(seed, 100, 3.2, 25 + seed, 4) for seed in seeds], None),
        "LBX": (lbx, [over_threshold(seed, 100 + 5 * seed, 5.0) for seed in seeds], check_correction),
        "MCSls": (mcsls, [over_threshold(seed, 100 + 5 * seed, 5.0) for seed in seeds], check_correction),
        "MUSX": (musx, [over_threshold(seed, 60 + 3 * seed, 5.5) for seed in seeds], check_core),
        "Hitman": (hitman, [hitting_sets(seed, 60 + 2 * seed, 80, 4) for seed in seeds], None),
    }


def main():
    gemsat.pysat.register()
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    wanted = sys.argv[2:]
    total = dict.fromkeys(SOLVERS, 0.0)
    for name, (run, inputs, check) in clients(count).items():
        if wanted and name not in wanted:
            continue
        sums, counted, checked = dict.fromkeys(SOLVERS, 0.0), 0, 0
        for number, formula in enumerate(inputs):
            times, answers = {}, {}
            for solver in SOLVERS[number % 3 :] + SOLVERS[: number % 3]:
                start = time.perf_counter()
                answers[solver] = run(formula, solver)
                times[solver] = time.perf_counter() - start
            if check is None:
                assert len(set(answers.values())) == 1, (name, number, answers)
            else:
                for answer in answers.values():
                    check(formula, answer)
            checked += len(answers)
            if max(times.values()) >= COUNTED:
                counted += 1
                for solver in SOLVERS:
                    sums[solver] += times[solver]
        for solver in SOLVERS:
            total[solver] += sums[solver]
        shown = ", ".join(f"{solver} {seconds:.2f} s" for solver, seconds in sums.items())
        print(f"{name}: {checked} answers right; over {counted} of {len(inputs)} inputs: {shown}", flush=True)
    print("all: " + ", ".join(f"{solver} {seconds:.2f} s" for solver, seconds in total.items()))


if __name__ == "__main__":
    main()
