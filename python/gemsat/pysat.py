"""Makes gemsat known to PySAT (the package python-sat) under the name 'gemsat'.

    import gemsat.pysat
    gemsat.pysat.register()
    from pysat.solvers import Solver
    solver = Solver(name='gemsat', bootstrap_with=[[1, 2], [-1]])

After that RC2(formula, solver='gemsat'), LBX, MCSls, MUSX, Hitman, FM and whatever else takes the name of a solver work.
"""

from ._gemsat import Solver as _Native

NAMES = ("gemsat", "gem")
"""The names under which PySAT finds the solver, in any case of letters."""

_original_new = None


def register():
    """Let PySAT find gemsat by its name. A second call does nothing.

    Raises ImportError when PySAT is not installed.
    """
    global _original_new
    from pysat import solvers

    if _original_new is not None:
        return
    original = solvers.Solver.new

    def new(self, name="m22", bootstrap_with=None, use_timer=False, **kwargs):
        if name.lower() not in NAMES:
            return original(self, name, bootstrap_with, use_timer, **kwargs)
        unknown = set(kwargs) - {"incr", "with_proof", "warm_start", "native_card", "sync_with"}
        if unknown:
            raise TypeError("Unexpected keyword argument '{}'".format(unknown.pop()))
        if not self.solver:
            known = {key: value for key, value in kwargs.items() if key not in ("native_card", "sync_with")}
            self.solver = _Native(bootstrap_with, use_timer, **known)
        return None

    new.__doc__ = original.__doc__
    solvers.Solver.new = new
    solvers.SolverNames.gemsat = NAMES
    solvers.Gemsat = _Native
    _original_new = original


def unregister():
    """Undo register()."""
    global _original_new
    if _original_new is None:
        return
    from pysat import solvers

    solvers.Solver.new = _original_new
    del solvers.SolverNames.gemsat
    del solvers.Gemsat
    _original_new = None
