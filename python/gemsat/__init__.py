"""A SAT solver with the names and the behaviour of PySAT's solvers, and what belongs to it.

>>> from gemsat import Solver
>>> solver = Solver(bootstrap_with=[[1, 2], [-1, 2]])
>>> solver.solve(), solver.get_model()[1]
(True, 2)

Solver                         the solver: assumptions, cores, budgets, proofs, copies, threads
CNF                            formulas, and files of them in every format that gemsat's programs read
formula                        IDPool, and formulas of And, Or, Not, Implies, Equals, XOr, ITE
process                        Processor: simplifying, and the way back
at_most, at_least, exactly     cardinality constraints as clauses
check_proof                    checks proofs in DRAT, DSR and LRAT
count_models, sample_models, backbone, mus    questions about a formula
sudoku, gems, queens, coloring, tenner    puzzles: solve, count, check, draw as SVG
puzzles                        every kind of puzzle by its name: these, and encode, explain, generate
pysat                          register() makes the solver known to PySAT as 'gemsat'
"""

from . import _gemsat, coloring, formula, gems, process, pysat, queens, sudoku, tenner
from ._gemsat import (
    CNF,
    ProofError,
    Puzzles,
    Solver,
    at_least,
    at_most,
    backbone,
    check_proof,
    count_models,
    exactly,
    mus,
    puzzles,
    sample_models,
)

__version__ = _gemsat.__version__

__all__ = [
    "CNF",
    "ProofError",
    "Puzzles",
    "Solver",
    "at_least",
    "at_most",
    "backbone",
    "check_proof",
    "coloring",
    "count_models",
    "exactly",
    "formula",
    "gems",
    "mus",
    "process",
    "pysat",
    "queens",
    "sample_models",
    "sudoku",
    "tenner",
]
