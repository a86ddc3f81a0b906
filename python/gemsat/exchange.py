"""Formulas in other forms, with PySAT's names: what CNF.negate, weighted, to_alien and from_aiger do."""

from os import PathLike
from pathlib import Path

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


def _bytes_of(circuit):
    if isinstance(circuit, PathLike):
        return Path(circuit).read_bytes()
    return bytes(circuit) if isinstance(circuit, (bytes, bytearray, memoryview)) else str(circuit).encode()


def _read_aiger(data):
    """The literals of inputs and outputs, the gates, and the names of a circuit in AIGER (Biere, 2007)."""
    place = 0

    def line():
        nonlocal place
        start, end = place, data.find(b"\n", place)
        place = len(data) if end < 0 else end + 1
        return data[start:end] if end >= 0 else data[start:]

    def numbers(words, count, expected):
        if len(words) != count or not all(map(bytes.isdigit, words)):
            raise ValueError(f"expected {expected}, found {b' '.join(words)[:40]!r}")
        return list(map(int, words))

    def difference():
        nonlocal place
        number, shift = 0, 0
        while place < len(data):
            byte = data[place]
            number, shift, place = number | (byte & 127) << shift, shift + 7, place + 1
            if byte < 128:
                return number
        raise ValueError("expected more gates, found the end of the circuit")

    form, *words = line().split() or [b""]
    if form not in (b"aag", b"aig"):
        raise ValueError("expected a circuit in AIGER, which begins with 'aag' or 'aig'")
    most, count_in, latches, count_out, count_gates = numbers(words, 5, "five numbers in the first line")
    if latches:
        raise ValueError(f"expected a circuit without latches, found {latches}")
    binary = form == b"aig"
    if most < count_in + count_gates or binary and most > count_in + count_gates:
        raise ValueError(f"expected {count_in + count_gates} variables in the first line, found {most}")
    if binary:
        inputs = [2 * number for number in range(1, count_in + 1)]
    else:
        inputs = [numbers(line().split(), 1, "an input")[0] for _ in range(count_in)]
    outputs = [numbers(line().split(), 1, "an output")[0] for _ in range(count_out)]
    gates = []
    for number in range(count_gates):
        if binary:
            own = 2 * (count_in + number + 1)
            left = own - difference()
            gates.append((own, left, left - difference()))
            if not own > left >= gates[-1][2] >= 0:
                raise ValueError(f"expected gate {own} to have smaller inputs")
        else:
            gates.append(tuple(numbers(line().split(), 3, "a gate")))
    largest = max([0, *inputs, *outputs, *(lit for gate in gates for lit in gate)])
    if largest > 2 * most + 1:
        raise ValueError(f"expected literals up to {2 * most + 1}, found {largest}")
    names = {}
    while place < len(data):
        text = line()
        if text.rstrip() == b"c":
            break
        symbol, _, name = text.decode().partition(" ")
        if not name or symbol[:1] not in ("i", "o") or not symbol[1:].isdigit():
            raise ValueError(f"expected the name of an input or output, found {text[:40]!r}")
        names[symbol] = name
    return inputs, outputs, gates, names


def aiger(circuit, vpool=None):
    """The clauses of a combinational circuit in AIGER, text or binary: bytes, a path, a str, or what str() makes one.

    The attributes inps and outs of the result are the literals of its inputs and outputs, vpool is the pool in which
    their names stand for them.
    """
    inputs, outputs, gates, names = _read_aiger(_bytes_of(circuit))
    pool = vpool or IDPool()
    literal = {0: Atom(False), 1: Atom(True)}

    def known(number):
        if number not in literal:
            raise ValueError(f"the literal {number} is not defined, or by itself")
        return literal[number]

    def define(number, form):
        if number < 2 or number % 2 or number in literal:
            raise ValueError(f"expected a new positive literal, found {number}")
        literal[number], literal[number + 1] = form, ~form

    for place, number in enumerate(inputs):
        define(number, Atom(names.get(f"i{place}", f"i{place}")))
    inner, missing = {}, {}
    for own, left, right in gates:
        if own in inner:
            raise ValueError(f"expected a new positive literal, found {own}")
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
        inps = [literal[number]._literal(clauses, seen) for number in inputs]
        outs = [known(number)._literal(clauses, seen) for number in outputs]
    finally:
        Formula.attach_vpool(before)
    cnf = CNF(from_clauses=clauses)
    cnf.nv = max(pool.top, cnf.nv)
    cnf.inps, cnf.outs, cnf.vpool = inps, outs, pool
    for place, lit in enumerate(outs):
        pool.obj2id.setdefault(names.get(f"o{place}", f"o{place}"), lit)
    return cnf
