"""Every proof that a solver of Python can write, checked: formats, threads, files and memory, odd clauses, many calls.

DRAWS is how many solvers are drawn, and SEED which ones.
"""

import os
import random
import tempfile
import unittest

import gemsat

DRAWS = int(os.environ.get("DRAWS", 400))
SEED = int(os.environ.get("SEED", 0))
BUSY = {
    "fork_conflicts": 0, "share_ticks": 50, "inprocess_first": 0, "inprocess_interval": 2, "eliminate_interval": 1,
    "reduce_interval": 2, "compact_least": 1, "compact_percent": 0, "mode_conflicts": 5, "lucky": False,
}  # fmt: skip


def odd_clause(rng, variables, earlier):
    """A clause of up to three literals, or one that is seldom written."""
    literals = lambda count: [rng.choice([-1, 1]) * rng.randint(1, variables) for _ in range(count)]
    kind = rng.randrange(40)
    if kind == 0:
        return literals(1)
    if kind == 1:
        clause = literals(2)
        return clause + [rng.choice(clause)]
    if kind == 2:
        clause = literals(2)
        return [-rng.choice(clause)] + clause
    if kind == 3 and earlier:
        return list(rng.choice(earlier))
    if kind == 4 and rng.randrange(100) == 0:
        return []
    return literals(2 if kind < 10 else 3)


class Draw:
    """One solver, from its first clause to its proof."""

    def __init__(self, seed, folder):
        self.rng = rng = random.Random(seed)
        self.kind = rng.choice(["drat", "dsr", "lrat", "lidrup"])
        self.threads = rng.choice([1, 2]) if self.kind != "lidrup" else 1
        self.variables = 3 + rng.randrange(60 if rng.randrange(4) == 0 else 12)
        self.clauses = []
        for _ in range(self.variables * rng.randint(3, 6)):
            self.clauses.append(odd_clause(rng, self.variables, self.clauses))
        ending = rng.choice(["", ".txt", ".txt.gz", ".zst"])
        self.path = rng.choice([None, os.path.join(folder, f"p.{self.kind}{ending}")])
        self.refuted = False

    def run(self):
        rng, clauses = self.rng, self.clauses
        proof = {"proof_file": self.path} if self.path else {"with_proof": self.kind}
        options = BUSY if rng.randrange(4) else {}
        # An LRAT proof has the clauses of the beginning alone.
        ends = sorted(rng.sample(range(1, len(clauses) + 1), rng.randint(1, 3)))
        if self.kind == "lrat":
            ends = [len(clauses)]
        begin = rng.choice([list, gemsat.CNF.copy])
        first = clauses[: ends[0]] if begin is list else gemsat.CNF(from_clauses=clauses[: ends[0]])
        solver = gemsat.Solver(first, threads=self.threads, options=options, **proof)
        self.call(solver, ends[0])
        for start, end in zip(ends, ends[1:]):
            if rng.randrange(2):
                solver.append_formula(clauses[start:end])
            else:
                for clause in clauses[start:end]:
                    solver.add_clause(clause)
            self.call(solver, end)
        self.added = clauses[: ends[-1]]
        written = self.path or solver.get_proof()
        if self.path:
            solver.delete()
        return written

    def call(self, solver, end):
        rng = self.rng
        copy = solver.copy() if rng.randrange(4) == 0 else None
        assumptions = [rng.choice([-1, 1]) * rng.randint(1, self.variables) for _ in range(rng.randrange(4))]
        kind = rng.randrange(4)
        if kind == 0:
            solver.interrupt()
            solver.solve_limited(assumptions)
            solver.clear_interrupt()
        elif kind == 1:
            solver.conf_budget(1 + rng.randrange(20))
            solver.solve_limited(assumptions)
            solver.conf_budget(-1)
        elif kind == 2:
            solver.propagate(assumptions)
        else:
            solver.solve(assumptions)
        answer = solver.solve()
        assert copy is None or copy.solve() == answer, "a copy's answer"
        if answer:
            model = set(solver.get_model())
            assert all(model.intersection(clause) for clause in self.clauses[:end]), "a model"
        else:
            self.refuted = True


class Product(unittest.TestCase):
    def test_every_proof_is_right(self):
        checked = 0
        with tempfile.TemporaryDirectory() as folder:
            for number in range(DRAWS):
                draw = Draw(f"{SEED}/{number}", folder)
                with self.subTest(number=number, kind=draw.kind, threads=draw.threads, path=draw.path):
                    proof = draw.run()
                    if draw.refuted or draw.kind == "lidrup":
                        checked += 1
                        format = draw.kind if draw.kind != "lidrup" or draw.path is None else None
                        gemsat.check_proof(draw.added, proof, format=format)
        self.assertGreater(checked, DRAWS // 4)

    def test_lrat_has_the_clauses_of_the_beginning(self):
        with gemsat.Solver([[1, 2]], with_proof="lrat") as solver:
            self.assertTrue(solver.solve())
            self.assertRaises(ValueError, solver.add_clause, [-1])
            self.assertRaises(ValueError, solver.append_formula, [[-1]])
            self.assertRaises(ValueError, list, solver.enum_models())
            self.assertTrue(solver.solve([1]))

    def test_two_threads_write_the_whole_proof(self):
        clauses = [[1, 2], [-1, 2], [1, -2], [-1, -2]]
        solver = gemsat.Solver(clauses, with_proof=True, threads=2)
        self.assertFalse(solver.solve())
        self.assertTrue(gemsat.check_proof(clauses, solver.get_proof()).startswith("DRAT"))

    def test_a_file_is_complete_without_delete(self):
        clauses = [[1, 2], [-1, 2], [1, -2], [-1, -2]]
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "p.lrat.txt")
            self.assertFalse(gemsat.Solver(clauses, proof_file=path).solve())
            self.assertEqual(gemsat.check_proof(clauses, path), "LRAT in text")
