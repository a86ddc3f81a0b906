"""Makes gemsat known to PySAT (the package python-sat) under the name 'gemsat'.

    import gemsat.pysat
    gemsat.pysat.register()
    from pysat.solvers import Solver
    solver = Solver(name='gemsat', bootstrap_with=[[1, 2], [-1]])

After that RC2(formula, solver='gemsat'), LBX, MCSls, MUSX, Hitman, FM and whatever else takes the name of a solver work.
"""

from itertools import count as _count

from ._gemsat import Solver as _Native

NAMES = ("gemsat", "gem")
"""The names under which PySAT finds the solver, in any case of letters."""

_OWN = ("threads", "options", "proof_file", "with_proof")
"""What gemsat's solver takes by name, beside what PySAT's solvers do."""

_originals = None
_defaults = {}


def register(*, threads=1, options=None, proof_file=None):
    """Let PySAT find gemsat by its name.

    Every solver that PySAT makes by the name gets these threads and options, and writes its proof to a file of its own:
    proof_file has {} where the number of the solver comes, from 1 on. Solver(name='gemsat', threads=2) says it for one.
    A second call changes what the solvers to come get.

    Raises ImportError when PySAT is not installed.
    """
    global _originals
    from pysat import solvers

    if proof_file is not None and "{}" not in str(proof_file):
        raise ValueError(f"expected {{}} in proof_file, for the number of the solver, found {str(proof_file)!r}")
    numbers = _count(1)
    _defaults.clear()
    _defaults.update(threads=threads, options=options)
    _defaults["proof_file"] = lambda: None if proof_file is None else str(proof_file).replace("{}", str(next(numbers)))
    if _originals is not None:
        return
    original, configure = solvers.Solver.new, solvers.Solver.configure

    def new(self, name="m22", bootstrap_with=None, use_timer=False, **kwargs):
        if name.lower() not in NAMES:
            return original(self, name, bootstrap_with, use_timer, **kwargs)
        unknown = set(kwargs) - {"incr", "warm_start", "native_card", "sync_with", *_OWN}
        if unknown:
            raise TypeError("Unexpected keyword argument '{}'".format(unknown.pop()))
        if not self.solver:
            known = {key: value for key, value in kwargs.items() if key not in ("native_card", "sync_with")}
            for key, value in _defaults.items():
                if key not in known:
                    known[key] = value() if callable(value) else value
            self.solver = _Native(bootstrap_with, use_timer, **known)
        return None

    def configure_any(self, parameters):
        if isinstance(self.solver, _Native):
            return self.solver.configure(parameters)
        return configure(self, parameters)

    new.__doc__, configure_any.__doc__ = original.__doc__, configure.__doc__
    solvers.Solver.new, solvers.Solver.configure = new, configure_any
    solvers.SolverNames.gemsat = NAMES
    solvers.Gemsat = _Native
    _originals = original, configure


def unregister():
    """Undo register()."""
    global _originals
    if _originals is None:
        return
    from pysat import solvers

    solvers.Solver.new, solvers.Solver.configure = _originals
    del solvers.SolverNames.gemsat
    del solvers.Gemsat
    _originals = None
