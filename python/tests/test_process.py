"""Simplifying and the way back, and models drawn at random, against enumeration."""

import collections
import doctest
import itertools
import random
import unittest
import warnings

import gemsat
from gemsat import process as module
from gemsat.process import Processor


def projections(clauses, variables, shown):
    """The values of the shown variables in all models."""
    found = set()
    for signs in itertools.product([1, -1], repeat=variables):
        if all(any(signs[abs(lit) - 1] == (1 if lit > 0 else -1) for lit in clause) for clause in clauses):
            found.add(tuple(signs[var - 1] * var for var in shown))
    return found


def random_clauses(rng, variables):
    some = lambda: rng.sample(range(1, variables + 1), min(variables, rng.randint(1, 3)))
    return [[rng.choice([-1, 1]) * var for var in some()] for _ in range(rng.randint(0, 4 * variables))]


class Processing(unittest.TestCase):
    def test_models_come_back_and_frozen_variables_keep_theirs(self):
        rng, refuted = random.Random(3), 0
        for _ in range(400):
            variables = rng.randint(1, 8)
            clauses = random_clauses(rng, variables)
            frozen = sorted(rng.sample(range(1, variables + 1), min(variables, rng.randint(0, 2))))
            techniques = {name: rng.random() < 0.8 for name in ("decompose", "elim", "probe", "subsume", "vivify")}
            with Processor(clauses) as processor:
                signed = [rng.choice([-1, 1]) * var for var in frozen]
                processed = processor.process(rounds=rng.randint(1, 3), freeze=signed, **techniques)
                self.assertEqual(processed.status, processor.get_status())
                self.assertLessEqual(processed.nv, variables)
                expected = projections(clauses, variables, frozen)
                self.assertEqual(projections(processed.clauses, variables, frozen), expected)
                refuted += not processed.status
                for model in gemsat.Solver(processed).enum_models(projection=frozen or None):
                    solver = gemsat.Solver(processed)
                    self.assertTrue(solver.solve([lit for lit in model if abs(lit) in frozen]))
                    restored = set(processor.restore(solver.get_model()))
                    self.assertTrue(all(restored.intersection(clause) for clause in clauses))
                if not expected:
                    self.assertRaises(ValueError, Processor(clauses).restore, [])
        self.assertGreater(refuted, 20)

    def test_clauses_come_in_parts(self):
        processor = Processor()
        processor.append_formula([[-1, 2], [-2, 3]])
        processor.add_clause([1])
        self.assertEqual(processor.process().clauses, [])
        self.assertEqual(processor.restore([]), [1, 2, 3])
        processor.add_clause([-3])
        self.assertEqual((processor.process().clauses, processor.status), ([[]], False))
        self.assertRaises(ValueError, processor.restore, [])
        processor.delete()
        self.assertIsNone(processor.process())

    def test_what_is_asked_for_in_vain_is_said(self):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            Processor([[1, 2]]).process(block=True, condition=True)
        self.assertEqual(len(caught), 2)
        self.assertRaises(ValueError, Processor([[1, 2]]).process, time_limit=-1)
        self.assertTrue(Processor([[1, 2]]).process(time_limit=0).status)


class Sampling(unittest.TestCase):
    def test_every_model_is_as_likely(self):
        clauses = [[1, 2, 3], [-1, 4], [-2, -4]]
        for shown in (None, [2, 4]):
            expected = projections(clauses, 4, shown or [1, 2, 3, 4])
            drawn = gemsat.sample_models(clauses, 300 * len(expected), projection=shown, seed=5)
            times = collections.Counter(map(tuple, drawn))
            self.assertEqual(set(times), expected)
            self.assertTrue(all(220 < count < 380 for count in times.values()), times)
            self.assertEqual(gemsat.sample_models(clauses, len(drawn), projection=shown, seed=5), drawn)

    def test_other_answers(self):
        self.assertIsNone(gemsat.sample_models([[1], [-1]]))
        self.assertEqual(gemsat.sample_models([[1]], 2, projection=[1]), [[1], [1]])
        asked = gemsat.CNF(from_string="p cnf 2 1\nc p show 2 0\n2 0\n")
        self.assertEqual(gemsat.sample_models(asked), [[2]])
        weighted = gemsat.CNF(from_string="c t wmc\np cnf 1 0\nc p weight 1 0.3 0\nc p weight -1 0.7 0\n")
        self.assertRaises(ValueError, gemsat.sample_models, weighted)


def load_tests(loader, tests, pattern):
    tests.addTest(doctest.DocTestSuite(module, extraglobs={"gemsat": gemsat}))
    return tests
