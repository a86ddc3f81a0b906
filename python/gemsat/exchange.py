"""Formulas in other forms, with PySAT's names: what CNF.negate, weighted, to_alien and from_aiger do."""

from ._gemsat import CNF
from .formula import And, Atom, Formula, IDPool

__all__ = ["aiger", "negate", "to_alien", "weighted"]


def negate(cnf, topv=None):
    """The negation of a formula: a clause of several literals gets a variable that is true where the clause is false.

    The new variables come after topv and those of the formula. They are the attribute auxvars of the result, and the
    literals that stand for negated clauses its attribute enclits.
    """
    negated = CNF()
    top, negated.auxvars, negated.enclits = max(cnf.nv, topv or 0), [], []
    for clause in cnf.clauses:
        if len(clause) == 1:
            negated.enclits.append(-clause[0])
            continue
        top += 1
        negated.extend([[-lit, -top] for lit in clause] + [list(clause) + [top]])
        negated.auxvars.append(top)
        negated.enclits.append(top)
    negated.append(negated.enclits)
    negated.nv = max(top, negated.nv)
    return negated


def weighted(cnf):
    """PySAT's WCNF in which every clause is soft and weighs 1. ImportError without PySAT."""
    from pysat.formula import WCNF

    soft = WCNF()
    soft.extend([list(clause) for clause in cnf.clauses], weights=[1] * len(cnf))
    soft.nv = cnf.nv
    return soft


def _opb(cnf):
    yield f"* #variable= {cnf.nv} #constraint= {len(cnf)}"
    for clause in cnf.clauses:
        terms = " ".join(f"{'-' if lit < 0 else '+'}1 x{abs(lit)}" for lit in clause)
        yield f"{terms} >= {1 - sum(lit < 0 for lit in clause)} ;"


def _lp(cnf):
    yield from ("Minimize", "obj:", "Subject To")
    for number, clause in enumerate(cnf.clauses, 1):
        terms = " ".join(f"{'-' if lit < 0 else '+'} x{abs(lit)}" for lit in clause)
        yield f"c{number}: {terms} >= {1 - sum(lit < 0 for lit in clause)}"
    yield "Bounds"
    yield from (f"0 <= x{var} <= 1" for var in range(1, cnf.nv + 1))
    yield "Binary"
    yield from (f"x{var}" for var in range(1, cnf.nv + 1))
    yield "End"


def _smt(cnf):
    yield from (f"(declare-fun x{var} () Bool)" for var in range(1, cnf.nv + 1))
    for clause in cnf.clauses:
        terms = [f"x{lit}" if lit > 0 else f"(not x{-lit})" for lit in clause]
        yield f"(assert (or {' '.join(terms)}))" if terms else "(assert false)"
    yield from ("(check-sat)", "(exit)")


_ALIEN = {"opb": ("*", _opb), "lp": ("\\", _lp), "smt": (";", _smt)}


def to_alien(cnf, file_pointer, format="opb", comments=None):
    """Write the formula to an open file as OPB, LP or SMT-LIB, after these comments."""
    if format not in _ALIEN:
        raise ValueError(f"expected format 'opb', 'lp' or 'smt', found {format!r}")
    if format != "smt" and any(not clause for clause in cnf.clauses):
        raise ValueError(f"{format} has no empty clause")
    mark, lines = _ALIEN[format]
    for comment in comments or ():
        print(mark, comment, file=file_pointer)
    for line in lines(cnf):
        print(line, file=file_pointer)


def aiger(circuit, vpool=None):
    """The clauses of a combinational circuit: AIGER in text ("aag"), as a str or whatever str() makes it of.

    The attributes inps and outs of the result are the literals of its inputs and outputs, vpool is the pool in which
    their names stand for them.
    """
    lines = str(circuit).splitlines()
    header = lines[0].split() if lines else []
    if len(header) != 6 or header[0] != "aag":
        raise ValueError("expected AIGER in text, which begins with 'aag' and five numbers")
    _, inputs, latches, outputs, gates = map(int, header[1:])
    if latches:
        raise ValueError(f"expected a circuit without latches, found {latches}")
    first, pool = 1 + inputs, vpool or IDPool()
    symbols = (line for line in lines[first + outputs + gates :] if line[:1] in "io" and " " in line)
    names = dict(line.split(" ", 1) for line in symbols)
    literal = {0: Atom(False), 1: Atom(True)}

    def known(number):
        if number not in literal:
            raise ValueError(f"the literal {number} is not defined, or by itself")
        return literal[number]

    def define(text, form):
        number = int(text)
        if number < 2 or number % 2 or number in literal:
            raise ValueError(f"expected a new positive literal, found {number}")
        literal[number], literal[number + 1] = form, ~form

    for place, line in enumerate(lines[1:first]):
        define(line, Atom(names.get(f"i{place}", f"i{place}")))
    inner, missing = {}, {}
    for line in lines[first + outputs : first + outputs + gates]:
        own, left, right = map(int, line.split())
        inner[own] = (left, right)
    for gate in list(inner):
        stack = [gate]
        while stack:
            own = stack[-1]
            if own in literal:
                stack.pop()
                continue
            # Gates come in any order; one that is met again below itself is taken out, and not known.
            parts = inner.pop(own, None) or missing.pop(own, ())
            open_parts = [part & ~1 for part in parts if part not in literal and part & ~1 in inner]
            if open_parts:
                missing[own] = parts
                stack.extend(open_parts)
            else:
                define(own, And(*map(known, parts)))
    before = Formula.export_vpool()
    Formula.attach_vpool(pool)
    try:
        clauses, seen = [], set()
        inps = [literal[int(line)]._literal(clauses, seen) for line in lines[1:first]]
        outs = [known(int(line))._literal(clauses, seen) for line in lines[first : first + outputs]]
    finally:
        Formula.attach_vpool(before)
    cnf = CNF(from_clauses=clauses)
    cnf.nv = max(pool.top, cnf.nv)
    cnf.inps, cnf.outs, cnf.vpool = inps, outs, pool
    for place, lit in enumerate(outs):
        pool.obj2id.setdefault(names.get(f"o{place}", f"o{place}"), lit)
    return cnf
