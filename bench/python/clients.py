"""PySAT's algorithms with gemsat, cadical195 and minisat22 in turn, on generated inputs.

    python bench/python/clients.py [INPUTS] [CLIENT ...]

Needs python-sat, and an operating system with fork(). Every optimum and every minimal set is checked; the solvers must agree
on what is unique. Each run is a process of its own and may take LIMIT seconds; one that would take longer counts as LIMIT. Of
each client the sum of the CPU times over the inputs that take one of the solvers 0.1 s or more is printed, then that over all
other inputs.
"""

import os
import pickle
import random
import resource
import signal
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
LIMIT = 60


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


def measured(run, formula, solver):
    """CPU seconds and the answer, from a process of its own; LIMIT and None when it takes longer."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            start = time.process_time()
            end = int(start) + LIMIT
            resource.setrlimit(resource.RLIMIT_CPU, (end, end + 1))
            answer = run(formula, solver)
            result = pickle.dumps((time.process_time() - start, answer))
            with os.fdopen(writer, "wb") as out:
                out.write(result)
            os._exit(0)
        finally:
            os._exit(1)
    os.close(writer)
    with os.fdopen(reader, "rb") as read:
        result = read.read()
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status) and os.WTERMSIG(status) in (signal.SIGXCPU, signal.SIGKILL):
        return LIMIT, None
    assert os.WIFEXITED(status) and os.WEXITSTATUS(status) == 0, (run.__name__, solver)
    return pickle.loads(result)


def shown(times):
    return ", ".join(f"{solver} {seconds:.2f} s" for solver, seconds in times.items())


def main():
    gemsat.pysat.register()
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    wanted = sys.argv[2:]
    total = dict.fromkeys(SOLVERS, 0.0)
    for name, (run, inputs, check) in clients(count).items():
        if wanted and name not in wanted:
            continue
        sums, counted, checked, over = dict.fromkeys(SOLVERS, 0.0), 0, 0, dict.fromkeys(SOLVERS, 0)
        easy = dict.fromkeys(SOLVERS, 0.0)
        for number, formula in enumerate(inputs):
            times, answers = {}, {}
            for solver in SOLVERS[number % 3 :] + SOLVERS[: number % 3]:
                times[solver], answers[solver] = measured(run, formula, solver)
                over[solver] += answers[solver] is None
            given = [answer for answer in answers.values() if answer is not None]
            if check is None:
                assert all(answer == given[0] for answer in given), (name, number, answers)
            else:
                for answer in given:
                    check(formula, answer)
            checked += len(given)
            hard = max(times.values()) >= COUNTED
            counted += hard
            for solver in SOLVERS:
                (sums if hard else easy)[solver] += times[solver]
        for solver in SOLVERS:
            total[solver] += sums[solver]
        print(f"{name}: {checked} answers right; over {counted} of {len(inputs)} inputs: {shown(sums)}")
        print(f"    over the others: {shown(easy)}; not within {LIMIT} s: {over}", flush=True)
    print(f"all: {shown(total)}")


if __name__ == "__main__":
    main()
