"""Formulas and pools of variables, against enumeration."""

import doctest
import io
import itertools
import pathlib
import random
import tempfile
import unittest

import gemsat
from gemsat.formula import ITE, And, Atom, Equals, Formula, IDPool, Not, Or, XOr
from gemsat import formula as module

NAMES = [Atom(name) for name in "abcd"]


def draw(rng, depth):
    if depth == 0 or rng.random() < 0.15:
        return rng.choice(NAMES + [Atom(True), Atom(False)] if rng.random() < 0.2 else NAMES)
    part = lambda: draw(rng, depth - 1)
    parts = [part() for _ in range(rng.randint(1, 3))]
    kind = rng.randrange(7)
    if kind < 4:
        return (And, Or, Equals, XOr)[kind](*parts)
    return (~parts[0], part() >> part(), ITE(part(), part(), part()))[kind - 4]


class Tseitin(unittest.TestCase):
    def tearDown(self):
        Formula.cleanup()

    def test_clauses_say_what_the_formula_says(self):
        rng = random.Random(1)
        for number in range(600):
            if number % 5 == 0:
                Formula.cleanup()
            formula = draw(rng, 4)
            variables = Formula.literals(NAMES)
            solver = gemsat.Solver(formula)
            for signs in itertools.product([1, -1], repeat=4):
                literals = [sign * variable for sign, variable in zip(signs, variables)]
                self.assertEqual(solver.solve(literals), formula.satisfied(literals), formula)

    def test_open_values(self):
        a, b = Formula.literals(NAMES[:2])
        self.assertIsNone((NAMES[0] & NAMES[1]).satisfied([a]))
        self.assertTrue((NAMES[0] | NAMES[1]).satisfied([a]))
        self.assertFalse(Equals(*NAMES[:3]).satisfied([a, -b]))
        self.assertIsNone(ITE(*NAMES[:3]).satisfied([b]))

    def test_a_deep_formula(self):
        formula = Atom(0)
        for number in range(1, 5000):
            formula = Atom(number) >> formula
        self.assertEqual(len(formula.atoms()), 5000)
        self.assertTrue(gemsat.Solver(formula).solve())

    def test_models_are_formulas(self):
        formula = (NAMES[0] & ~NAMES[1]) @ (NAMES[2] ^ True)
        cnf = gemsat.CNF(from_clauses=formula)
        with gemsat.Solver(cnf) as solver:
            self.assertTrue(solver.solve(Formula.literals([NAMES[0], ~NAMES[1]])))
            named = Formula.formulas(solver.get_model())
            self.assertLessEqual({NAMES[0], Not(NAMES[1]), ~NAMES[2]}, set(named))
        pool = IDPool(start_from=10)
        Formula.attach_vpool(pool)
        self.assertEqual((list(NAMES[0] | NAMES[1]), pool.obj(11)), ([[10, 11]], NAMES[1]))

    def test_occupied_numbers_are_skipped(self):
        pool = IDPool(occupied=[[3, 4], [2, 3]])
        pool.occupy(6, 7)
        self.assertEqual([pool.id(name) for name in "xyzx"], [1, 5, 8, 1])
        signed = IDPool(with_neg=True)
        self.assertEqual((signed.id(5), signed.id(-5)), (1, -1))


class Exchange(unittest.TestCase):
    """CNF.negate, weighted, from_fp, to_fp, to_alien and from_aiger."""

    def test_the_negation_has_the_other_models(self):
        rng = random.Random(2)
        for _ in range(200):
            literal = lambda: rng.choice([-1, 1]) * rng.randint(1, 4)
            length = lambda: rng.randint(0 if rng.random() < 0.05 else 1, 3)
            clauses = [[literal() for _ in range(length())] for _ in range(rng.randrange(6))]
            cnf = gemsat.CNF(from_clauses=clauses)
            cnf.nv = max(cnf.nv, 4)
            negated = cnf.negate(topv=6)
            self.assertTrue(all(variable > 6 for variable in negated.auxvars))
            with gemsat.Solver(cnf) as one, gemsat.Solver(negated) as other:
                for signs in itertools.product([1, -1], repeat=4):
                    literals = [sign * variable for sign, variable in zip(signs, range(1, 5))]
                    self.assertNotEqual(one.solve(literals), other.solve(literals), clauses)

    def test_open_files(self):
        cnf = gemsat.CNF(from_clauses=[[1, -2], [3]])
        text = io.StringIO()
        cnf.to_fp(text, comments=["hello"])
        self.assertEqual(text.getvalue(), "c hello\np cnf 3 2\n1 -2 0\n3 0\n")
        self.assertEqual(gemsat.CNF(from_fp=io.StringIO(text.getvalue())), cnf)
        other = gemsat.CNF()
        other.from_fp(io.BytesIO(text.getvalue().encode()))
        self.assertEqual(other, cnf)
        self.assertRaises(TypeError, gemsat.CNF, from_fp=text, from_string="")

    def test_other_formats(self):
        cnf, written = gemsat.CNF(from_clauses=[[1, -2]]), {}
        for name in ("opb", "lp", "smt"):
            text = io.StringIO()
            cnf.to_alien(text, format=name)
            written[name] = text.getvalue()
        self.assertIn("+1 x1 -1 x2 >= 0 ;\n", written["opb"])
        self.assertIn("c1: + x1 - x2 >= 0\n", written["lp"])
        self.assertIn("(assert (or x1 (not x2)))\n", written["smt"])
        self.assertRaises(ValueError, cnf.to_alien, io.StringIO(), format="xml")
        self.assertRaises(ValueError, gemsat.CNF(from_clauses=[[]]).to_alien, io.StringIO())

    def test_circuits(self):
        # Gates come in any order: the output is (x or y) and not both.
        text = "aag 5 2 0 1 3\n2\n4\n10\n10 7 9\n6 3 5\n8 2 4\ni0 x\ni1 y\no0 sum\n"
        cnf = gemsat.CNF.from_aiger(text)
        (x, y), (out,) = cnf.inps, cnf.outs
        self.assertEqual((cnf.vpool.obj(x), cnf.vpool.id("sum")), (Atom("x"), out))
        with gemsat.Solver(cnf) as solver:
            for a, b in itertools.product([1, -1], repeat=2):
                self.assertTrue(solver.solve([a * x, b * y]))
                self.assertEqual(out in solver.get_model(), a != b)
        looped, unknown = "aag 2 1 0 1 1\n2\n4\n4 4 2\n", text.replace("10 7 9", "10 7 19")
        short, beyond, comment = text[:9], text.replace("10 7 9", "10 7 12"), text + "input x\n"
        for wrong in ("", "aag 1 0 1 0 0\n2 2\n", looped, unknown, short, beyond, comment):
            self.assertRaises(ValueError, gemsat.CNF.from_aiger, wrong)

    def test_binary_circuits(self):
        # The gates of 6 = 2 and 4, 8 = not 2 and not 4, 10 = not 6 and not 8, as differences.
        binary = b"aig 5 2 0 1 3\n10\n" + bytes([2, 2, 3, 2, 1, 2]) + b"i1 y\no0 sum\nc\ninput x\n"
        cnf = gemsat.CNF.from_aiger(binary)
        (x, y), (out,) = cnf.inps, cnf.outs
        self.assertEqual((cnf.vpool.obj(x), cnf.vpool.obj(y), cnf.vpool.id("sum")), (Atom("i0"), Atom("y"), out))
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "a.aig"
            path.write_bytes(binary)
            Formula.cleanup()
            self.assertEqual(gemsat.CNF.from_aiger(path, vpool=IDPool()), cnf)
        with gemsat.Solver(cnf) as solver:
            for a, b in itertools.product([1, -1], repeat=2):
                self.assertTrue(solver.solve([a * x, b * y]))
                self.assertEqual(out in solver.get_model(), a != b)
        # A chain of 200 gates, whose last inputs are far below: differences of two bytes.
        chain = b"aig 201 1 0 1 200\n402\n"
        for gate in range(4, 404, 2):
            chain += bytes([2, gate - 4]) if gate - 4 < 128 else bytes([2, gate - 4 & 127 | 128, gate - 4 >> 7])
        cnf = gemsat.CNF.from_aiger(chain)
        self.assertEqual(gemsat.backbone(cnf.clauses + [[cnf.outs[0]]])[0], cnf.inps[0])
        for wrong in (binary[:20], binary[:14], b"aig 4" + binary[5:], b"aig 6" + binary[5:], b"aig 1 1 0 0 0 0\n"):
            self.assertRaises(ValueError, gemsat.CNF.from_aiger, wrong)

    def test_soft_clauses(self):
        try:
            import pysat
        except ImportError:
            self.skipTest("python-sat is not installed")
        soft = gemsat.CNF(from_clauses=[[1, -2], [3]]).weighted()
        self.assertEqual((soft.hard, soft.soft, soft.wght, soft.nv), ([], [[1, -2], [3]], [1, 1], 3))


def load_tests(loader, tests, pattern):
    tests.addTest(doctest.DocTestSuite(module, extraglobs={"gemsat": gemsat}))
    return tests
