"""Variables for objects of any kind, and propositional formulas over them, with PySAT's names.

    >>> from gemsat.formula import Atom, IDPool, Implies
    >>> x, y = Atom("x"), Atom("y")
    >>> formula = (x | y) & Implies(x, y) & ~(x & y)
    >>> solver = gemsat.Solver(formula)
    >>> solver.solve(), [str(atom) for atom in formula.formulas(solver.get_model())]
    (True, ['~x', 'y'])

A formula is an iterable of clauses, so that a Solver and a CNF take it (Tseitin 1968): every part that is not a clause
by itself gets a variable of the pool. Formulas are equal when they are written alike, and have the same variable then.
"""

__all__ = ["And", "Atom", "Equals", "Formula", "IDPool", "ITE", "Implies", "Neg", "Not", "Or", "XOr"]


class IDPool:
    """Numbers of variables for objects, each the next one that is free.

    >>> pool = IDPool(occupied=[[2, 9]])
    >>> pool.id("x"), pool.id(("y", 3)), pool.id("x"), pool.id()
    (1, 10, 1, 11)
    >>> pool.obj(10), pool.top
    (('y', 3), 11)
    """

    def __init__(self, start_from=1, occupied=(), with_neg=False):
        self.restart(start_from, occupied, with_neg)

    def __repr__(self):
        return f"IDPool(start_from={self.top + 1}, occupied={self._occupied})"

    def restart(self, start_from=1, occupied=(), with_neg=False):
        """Forget all objects."""
        self.top = start_from - 1
        self.obj2id, self.id2obj = {}, {}
        self.with_neg = with_neg
        self._occupied = sorted([start, stop] for start, stop in occupied)

    def id(self, obj=None):
        """The variable of an object, a new one the first time; without an object always a new one."""
        if obj is None:
            return self._next()
        number = self.obj2id.get(obj)
        if number is None:
            number = self.obj2id[obj] = self._next()
            self.id2obj[number] = obj
            if self.with_neg and hasattr(obj, "__neg__"):
                self.obj2id[-obj], self.id2obj[-number] = -number, -obj
        return number

    def obj(self, vid):
        """The object of a variable, None without one."""
        return self.id2obj.get(vid)

    def occupy(self, start, stop):
        """Give no object a variable from start to stop, both included."""
        if stop >= start:
            self._occupied = sorted(self._occupied + [[start, stop]])

    def _next(self):
        self.top += 1
        for start, stop in self._occupied:
            if start <= self.top <= stop:
                self.top = stop + 1
        return self.top


class Formula:
    """A propositional formula: see the module. The operators are ~ & | >> (implies) @ (equals) ^ (exclusive or)."""

    __slots__ = ("parts", "_hash")
    _pool = IDPool()

    def __init__(self, *parts):
        self.parts = tuple(part if isinstance(part, Formula) else Atom(part) for part in parts)
        self._hash = hash((type(self), self.parts))

    @staticmethod
    def attach_vpool(vpool):
        """Take the variables of all formulas from this pool from now on."""
        Formula._pool = vpool

    @staticmethod
    def export_vpool():
        """The pool of all formulas."""
        return Formula._pool

    @staticmethod
    def cleanup():
        """Begin with a new pool."""
        Formula._pool = IDPool()

    @staticmethod
    def literals(forms):
        """The literals of atoms and of their negations, for assumptions."""
        return [form._literal([], set()) for form in forms]

    @staticmethod
    def formulas(lits, atoms_only=True):
        """The formulas that these literals stand for, of atoms alone or of all parts."""
        found = []
        for lit in lits:
            form = Formula._pool.obj(abs(lit))
            if isinstance(form, Atom if atoms_only else Formula):
                found.append(form if lit > 0 else ~form)
        return found

    def __eq__(self, other):
        if self is other:
            return True
        return type(self) is type(other) and self._hash == other._hash and self.parts == other.parts

    def __hash__(self):
        return self._hash

    def __invert__(self):
        return self.parts[0] if isinstance(self, Not) else Not(self)

    __neg__ = __invert__

    def _join(self, kind, other):
        return kind(*(self.parts if type(self) is kind else (self,)), other)

    def __and__(self, other):
        return self._join(And, other)

    def __or__(self, other):
        return self._join(Or, other)

    def __rshift__(self, other):
        return Implies(self, other)

    def __lshift__(self, other):
        return Implies(other, self)

    def __matmul__(self, other):
        return Equals(self, other)

    def __xor__(self, other):
        return self._join(XOr, other)

    def __iter__(self):
        return iter(self.clausify())

    def clausify(self):
        """The clauses that say that this formula is true."""
        clauses, seen, asserted = [], set(), [self]
        while asserted:
            form = asserted.pop()
            negated = form.parts[0] if isinstance(form, Not) else None
            if isinstance(form, And):
                asserted.extend(reversed(form.parts))
            elif isinstance(negated, Or):
                asserted.extend(~part for part in reversed(negated.parts))
            elif isinstance(negated, Not):
                asserted.append(negated.parts[0])
            elif isinstance(form, (Or, Implies)):
                parts = form.parts if isinstance(form, Or) else (~form.parts[0], form.parts[1])
                clauses.append([part._literal(clauses, seen) for part in parts])
            else:
                clauses.append([form._literal(clauses, seen)])
        return clauses

    def atoms(self):
        """The atoms, each once, as they come."""
        return [form for form in self._ordered() if isinstance(form, Atom) and not form.is_constant()]

    def satisfied(self, model):
        """Whether a list of literals makes the formula true; None when it leaves that open."""
        true = set(model)
        values = {}
        for form in self._ordered():
            if isinstance(form, Atom):
                values[form] = form._value_in(true)
            else:
                values[form] = form._value([values[part] for part in form.parts])
        return values[self]

    def _ordered(self):
        """All parts and the formula itself, parts first, each once. Formulas may be deeper than Python's stack."""
        seen, stack = set(), [(self, False)]
        while stack:
            form, ready = stack.pop()
            if ready:
                yield form
            elif form not in seen:
                seen.add(form)
                stack.append((form, True))
                stack.extend((part, False) for part in reversed(form.parts))

    def _literal(self, clauses, seen):
        """The literal of this formula; the clauses that define it and its parts are added unless they were seen."""
        if self in seen:
            return self._number()
        for form in self._ordered():
            if form not in seen:
                seen.add(form)
                form._define(clauses)
        return self._number()

    def _number(self):
        return Formula._pool.id(self)

    def _define(self, clauses):
        self._clauses(self._number(), [part._number() for part in self.parts], clauses.append)

    def __repr__(self):
        return f"{type(self).__name__}({', '.join(map(repr, self.parts))})"

    def __str__(self):
        return f"({self._sign.join(map(str, self.parts))})"


class Atom(Formula):
    """A variable for an object; Atom(True) and Atom(False) are constants."""

    __slots__ = ("object",)

    def __init__(self, object):
        self.object, self.parts = object, ()
        self._hash = hash((Atom, type(object), object))

    def __eq__(self, other):
        return isinstance(other, Atom) and type(self.object) is type(other.object) and self.object == other.object

    __hash__ = Formula.__hash__

    def is_constant(self):
        return self.object is True or self.object is False

    def _value_in(self, true):
        if self.is_constant():
            return self.object
        number = self._number()
        return True if number in true else False if -number in true else None

    def _define(self, clauses):
        if self.is_constant():
            clauses.append([self._number() if self.object else -self._number()])

    def __repr__(self):
        return f"Atom({self.object!r})"

    def __str__(self):
        return str(self.object)


class Not(Formula):
    """The negation of a formula."""

    __slots__ = ()

    def __init__(self, subformula):
        super().__init__(subformula)

    def _number(self):
        sign, form = -1, self.parts[0]
        while isinstance(form, Not):
            sign, form = -sign, form.parts[0]
        return sign * form._number()

    def _define(self, clauses):
        pass

    def _value(self, values):
        return None if values[0] is None else not values[0]

    def __str__(self):
        return f"~{self.parts[0]}"


Neg = Not


class And(Formula):
    """All of these."""

    __slots__ = ()
    _sign = " & "

    def _clauses(self, own, parts, add):
        for part in parts:
            add([-own, part])
        add([own] + [-part for part in parts])

    def _value(self, values):
        return False if False in values else None if None in values else True


class Or(Formula):
    """At least one of these."""

    __slots__ = ()
    _sign = " | "

    def _clauses(self, own, parts, add):
        for part in parts:
            add([own, -part])
        add([-own] + parts)

    def _value(self, values):
        return True if True in values else None if None in values else False


class Implies(Formula):
    """The second, if the first."""

    __slots__ = ()
    _sign = " >> "

    def __init__(self, left, right):
        super().__init__(left, right)

    def _clauses(self, own, parts, add):
        Or._clauses(self, own, [-parts[0], parts[1]], add)

    def _value(self, values):
        return Or._value(self, [Not._value(self, values[:1]), values[1]])


class Equals(Formula):
    """All of these or none."""

    __slots__ = ()
    _sign = " @ "

    def _clauses(self, own, parts, add):
        for part, following in zip(parts, parts[1:] + parts[:1]):
            add([-own, -part, following])
        add([own] + parts)
        add([own] + [-part for part in parts])

    def _value(self, values):
        if True in values and False in values:
            return False
        return None if None in values else True


class XOr(Formula):
    """An odd number of these."""

    __slots__ = ()
    _sign = " ^ "

    def _clauses(self, own, parts, add):
        if not parts:
            add([-own])
            return
        sum_so_far, *rest = parts
        for at, part in enumerate(rest, 1):
            result = own if at == len(rest) else Formula._pool.id((self, at))
            for a, b in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
                add([a * sum_so_far, b * part, -a * b * result])
            sum_so_far = result
        if not rest:
            add([-own, sum_so_far])
            add([own, -sum_so_far])

    def _value(self, values):
        return None if None in values else sum(values) % 2 == 1


class ITE(Formula):
    """The second if the first, and otherwise the third."""

    __slots__ = ()

    def __init__(self, cond, cons1, cons2):
        super().__init__(cond, cons1, cons2)

    def _clauses(self, own, parts, add):
        cond, then, other = parts
        for sign, branch in ((-cond, then), (cond, other)):
            add([-own, sign, branch])
            add([own, sign, -branch])

    def _value(self, values):
        cond, then, other = values
        return (then if then == other else None) if cond is None else then if cond else other

    def __str__(self):
        return "ITE({}, {}, {})".format(*self.parts)
