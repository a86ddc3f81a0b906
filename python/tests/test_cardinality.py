"""Encodings of counts over variables that the formula has not seen: exact numbers of models."""

import itertools
import math
import random
import unittest

import gemsat

OF_ONE = ["pairwise", "product", "commander", "bitwise", "ladder"]
OF_ANY = ["auto", "binomial", "sequential", "totalizer", "kmodulo", "network"]
KINDS = {
    "at_most": lambda true, k: true <= k,
    "at_least": lambda true, k: true >= k,
    "exactly": lambda true, k: true == k,
}


def encodings(k):
    return OF_ANY + (OF_ONE if k == 1 else [])


class Cardinality(unittest.TestCase):
    def test_every_count_of_up_to_ten(self):
        for n in range(1, 11):
            # Variables with gaps, of which every third is negated.
            lits = [(3 * place + 2) * (-1 if place % 3 == 1 else 1) for place in range(n)]
            for k in range(n + 2):
                for kind, holds in KINDS.items():
                    expected = sum(math.comb(n, true) for true in range(n + 1) if holds(true, k))
                    for encoding in encodings(k):
                        method, function = gemsat.CNF(), getattr(gemsat, kind)
                        getattr(method, "add_" + kind)(lits, k, encoding=encoding)
                        for formula in (method, function(lits, k, encoding=encoding)):
                            found = gemsat.count_models(formula, projection=map(abs, lits))
                            self.assertEqual(found, expected, (kind, encoding, n, k))

    def test_variables_before_between_and_after(self):
        rng = random.Random(58)
        for number in range(300):
            variables = rng.sample(range(1, 30), 9)
            pick = lambda most: [v * rng.choice((1, -1)) for v in rng.sample(variables, rng.randint(1, most))]
            formula, demands = gemsat.CNF(), []
            for _ in range(rng.randint(2, 5)):
                if rng.random() < 0.4:
                    # A clause may be the first to name a variable, whose number an auxiliary variable may have.
                    clause = pick(4)
                    formula.append(clause)
                    demands.append((clause, KINDS["at_least"], 1))
                    continue
                lits, kind = pick(9), rng.choice(sorted(KINDS))
                k = rng.randint(0, len(lits))
                getattr(formula, "add_" + kind)(lits, k, encoding=rng.choice(encodings(k)))
                demands.append((lits, KINDS[kind], k))
            # A number that nobody has named may belong to an auxiliary variable.
            named = sorted({abs(lit) for lits, _, _ in demands for lit in lits})
            expected = 0
            for values in itertools.product([False, True], repeat=len(named)):
                value = dict(zip(named, values))
                counts = [(sum(value[abs(lit)] == (lit > 0) for lit in lits), holds, k) for lits, holds, k in demands]
                expected += all(holds(true, k) for true, holds, k in counts)
            self.assertEqual(gemsat.count_models(formula, projection=named), expected, number)
            with gemsat.Solver(formula) as solver:
                self.assertEqual(solver.solve(), expected > 0, number)


if __name__ == "__main__":
    unittest.main()
