"""Simplifying without a search, with PySAT's names.

    >>> from gemsat.process import Processor
    >>> processor = Processor([[1, 2], [3, 2], [-1, 4, -2], [3, -2], [3, 4]])
    >>> processed = processor.process()
    >>> with gemsat.Solver(processed) as solver:
    ...     solver.solve(), sorted(processor.restore(solver.get_model()), key=abs)[2]
    (True, 3)
"""

from warnings import warn

from ._gemsat import CNF, reconstruct, simplify

__all__ = ["Processor"]


class Processor:
    """Makes a formula smaller, and models of it models of the formula that was given.

    bootstrap_with: clauses to begin with, anything that Solver.append_formula() takes.
    """

    def __init__(self, bootstrap_with=None):
        self.status = True
        self._given, self._removed = CNF(), None
        if bootstrap_with is not None:
            self.append_formula(bootstrap_with)

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self.delete()

    def delete(self):
        """Forget the formula; every method answers None afterwards."""
        self._given = self._removed = None

    def add_clause(self, clause):
        """Add a clause."""
        if self._given is not None:
            self._given.append(clause)

    def append_formula(self, formula):
        """Add clauses: anything that Solver.append_formula() takes."""
        if self._given is not None:
            self._given.extend(formula)

    def process(
        self,
        rounds=1,
        block=False,
        cover=False,
        condition=False,
        decompose=True,
        elim=True,
        probe=True,
        probehbr=True,
        subsume=True,
        vivify=True,
        freeze=(),
        *,
        time_limit=None,
    ):
        """The formula that is left after so many rounds of all techniques of the solver without those set to False.

        Variables keep their numbers, and there are no new ones. The frozen variables, given as such or as literals, can
        take the same combinations of values as before. The attribute status of the result is False when a contradiction
        was found. After time_limit seconds the result is what is left then; ValueError for an impossible limit.

        gemsat has no clause elimination for block, cover and condition: a UserWarning says so. probehbr is accepted for
        PySAT.
        """
        if self._given is None:
            return None
        for name, wanted in (("block", block), ("cover", cover), ("condition", condition)):
            if wanted:
                warn(f"{name} has no effect: the solver removes no clauses in this way", stacklevel=2)
        options = {"decompose": decompose, "eliminate": elim, "probe": probe, "subsume": subsume, "vivify": vivify}
        options = {name: bool(wanted) for name, wanted in options.items()}
        result, self._removed, self.status = simplify(self._given, freeze, rounds, options, time_limit)
        result.status = self.status
        return result

    def get_status(self):
        """Whether the last process() found no contradiction."""
        return self.status

    def restore(self, model):
        """A model of the given formula, from a model of what process() has left.

        ValueError before process(), and when it has found a contradiction.
        """
        if self._given is None:
            return None
        if self._removed is None or not self.status:
            raise ValueError("expected a formula that was processed and has no contradiction")
        return reconstruct(model, self._removed)
