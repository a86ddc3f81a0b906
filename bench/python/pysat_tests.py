"""PySAT's own tests with gemsat in the place of every solver that they name.

    git clone https://github.com/pysathq/pysat
    python bench/python/pysat_tests.py pysat/tests

Needs python-sat and pytest. What fails is printed at the end, with its reason.
"""

import sys

import pytest
from pysat import solvers

import gemsat


def put_in_place():
    """Makes PySAT give gemsat for every name."""
    gemsat.pysat.register()
    registered = solvers.Solver.new

    def new(self, name="m22", bootstrap_with=None, use_timer=False, **kwargs):
        return registered(self, "gemsat", bootstrap_with, use_timer, **kwargs)

    solvers.Solver.new = new


if __name__ == "__main__":
    put_in_place()
    sys.exit(pytest.main(["-q", "-rf", "--tb=line", "-p", "no:cacheprovider", *sys.argv[1:]]))
