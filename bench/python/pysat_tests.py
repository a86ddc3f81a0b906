"""PySAT's own tests, or those of a program that uses PySAT, with gemsat in the place of every solver and of Processor.

    git clone https://github.com/pysathq/pysat
    python bench/python/pysat_tests.py pysat/tests

Needs python-sat[pb] and pytest. What fails is printed at the end, with its reason. With PEERS=1 in the environment, the
solvers stay PySAT's, for comparison.
"""

import os
import sys

import pytest
from pysat import process, solvers

import gemsat


def put_in_place():
    """Makes PySAT give gemsat for every name and every class."""
    gemsat.pysat.register()
    registered = solvers.Solver.new

    def new(self, name="m22", bootstrap_with=None, use_timer=False, **kwargs):
        return registered(self, "gemsat", bootstrap_with, use_timer, **kwargs)

    solvers.Solver.new = new
    for name, kind in list(vars(solvers).items()):
        if hasattr(kind, "solve_limited") and kind is not solvers.Solver and kind is not solvers.Gemsat:
            setattr(solvers, name, lambda *args, **kwargs: gemsat.Solver(*args, **kwargs))
    process.Processor = gemsat.process.Processor


if __name__ == "__main__":
    if not os.environ.get("PEERS"):
        put_in_place()
    sys.exit(pytest.main(["-q", "-rf", "--tb=line", "-p", "no:cacheprovider", *sys.argv[1:]]))
