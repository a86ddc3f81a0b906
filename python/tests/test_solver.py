"""The solver: answers against brute force, cores, budgets, interrupts, proofs, formats."""

import array
import copy
import doctest
import fractions
import itertools
import json
import os
import pickle
import random
import signal
import tempfile
import threading
import time
import unittest

import gemsat
from gemsat import CNF, Solver

CONTRADICTION = [[1, 2], [1, -2], [-1, 2], [-1, -2]]


# With symmetries broken, pigeons have an answer at once.
HARD = {"symmetry": False}


def holes(count):
    """Pigeons in too few holes."""
    var = lambda pigeon, hole: pigeon * count + hole + 1
    clauses = [[var(p, h) for h in range(count)] for p in range(count + 1)]
    pairs = itertools.combinations(range(count + 1), 2)
    return clauses + [[-var(p, h), -var(q, h)] for p, q in pairs for h in range(count)]


def models(clauses, variables):
    for values in itertools.product([False, True], repeat=variables):
        if all(any(values[abs(lit) - 1] == (lit > 0) for lit in clause) for clause in clauses):
            yield [var if value else -var for var, value in enumerate(values, 1)]


def random_clauses(rng, variables, count):
    clause = lambda: [rng.choice([-1, 1]) * var for var in rng.sample(range(1, variables + 1), rng.randint(1, 3))]
    return [clause() for _ in range(count)]


class Answers(unittest.TestCase):
    def test_models_and_cores_are_right(self):
        rng = random.Random(1)
        for _ in range(300):
            clauses = random_clauses(rng, 5, rng.randint(3, 14))
            assumptions = [rng.choice([-1, 1]) * var for var in rng.sample(range(1, 6), 2)]
            expected = [m for m in models(clauses, 5) if set(assumptions) <= set(m)]
            with Solver(clauses) as solver:
                self.assertEqual(solver.solve(assumptions), bool(expected))
                self.assertEqual(solver.get_status(), bool(expected))
                if expected:
                    model = set(solver.get_model())
                    self.assertTrue(all(model.intersection(clause) for clause in clauses))
                    self.assertLessEqual(set(assumptions), model)
                    self.assertIsNone(solver.get_core())
                else:
                    core = solver.get_core() or []
                    self.assertLessEqual(set(core), set(assumptions))
                    self.assertFalse([m for m in models(clauses, 5) if set(core) <= set(m)])
                    self.assertIsNone(solver.get_model())

    def test_models_are_enumerated(self):
        clauses = [[1, 2, 3], [-1, -2]]
        expected = sorted(models(clauses, 3))
        solver = Solver(clauses)
        self.assertEqual(sorted(solver.enum_models(keep=True)), expected)
        self.assertEqual(sorted(solver.enum_models(keep=True, projection=[1])), [[-1], [1]])
        self.assertEqual(len(list(solver.enum_models(None, [], keep=True))), len(list(solver.enum_models(keep=True))))
        self.assertTrue(solver.solve())
        for wrong in ([0], [-1], [1, 1], [9]):
            with self.subTest(wrong):
                self.assertRaises(ValueError, lambda: list(solver.enum_models(projection=wrong)))
        self.assertEqual(sorted(solver.enum_models([3])), [m for m in expected if 3 in m])
        self.assertEqual(len(list(solver.enum_models())), sum(3 not in m for m in expected))
        self.assertFalse(solver.solve())

    def test_unit_propagation(self):
        solver = Solver([[-1, 2], [-2, 3]])
        self.assertEqual(solver.propagate([1]), (True, [1, 2, 3]))
        self.assertFalse(solver.propagate([1, -3])[0])
        self.assertFalse(solver.add_clause([-3], no_return=False) and solver.add_clause([1], no_return=False))
        self.assertIs(solver.get_status(), False)

    def test_phases_are_preferred(self):
        for wanted in ([1, -2, 3], [-1, 2, -3]):
            solver = Solver([[1, 2, 3], [-1, -2, -3]], options={"lucky": False})
            solver.set_phases(wanted)
            solver.solve()
            self.assertEqual(solver.get_model(), wanted)

    def test_a_deleted_solver_answers_none(self):
        solver = Solver([[1]])
        solver.delete()
        self.assertIsNone(solver.solve())
        self.assertIsNone(solver.nof_vars())

    def test_several_threads_search(self):
        self.assertFalse(Solver(holes(8), threads=2).solve())

    def test_a_copy_goes_its_own_way(self):
        solver = Solver([[1, 2]])
        other = solver.copy()
        other.append_formula([[-1], [-2]])
        self.assertFalse(other.solve())
        self.assertTrue(solver.solve())


class Input(unittest.TestCase):
    def test_blocks_of_memory(self):
        flat = [1, 2, 0, -1, 0]
        for code in "ilq":
            self.assertEqual(CNF(from_clauses=array.array(code, flat)).clauses, [[1, 2], [-1]])
        rows = memoryview(array.array("i", [1, 2, -1, 0])).cast("B").cast("i", (2, 2))
        self.assertEqual(CNF(from_clauses=rows).clauses, [[1, 2], [-1]])
        self.assertEqual(CNF(from_clauses=b"p cnf 2 2\n1 2 0\n-1 0\n").clauses, [[1, 2], [-1]])

    def test_numpy_arrays(self):
        try:
            import numpy
        except ImportError:
            self.skipTest("numpy is not installed")
        for kind in (numpy.int32, numpy.int64):
            self.assertEqual(CNF(from_clauses=numpy.array([1, 2, 0, -1, 0], dtype=kind)).clauses, [[1, 2], [-1]])
            self.assertEqual(CNF(from_clauses=numpy.array([[1, 2], [-1, 0]], dtype=kind)[:, ::-1][:, ::-1]).nv, 2)
        self.assertRaises(TypeError, Solver, numpy.array([1.0, 0.0]))
        self.assertEqual(Solver([numpy.array([1, -2])]).nof_vars(), 2)

    def test_wrong_input_changes_nothing(self):
        solver = Solver([[1]])
        cases = [(ValueError, [0]), (ValueError, [2**40]), (ValueError, [-(2**31)]), (ValueError, [2**31 - 1])]
        cases += [(TypeError, ["1"]), (TypeError, None), (TypeError, 3), (TypeError, [1.5])]
        for error, clause in cases:
            self.assertRaises(error, solver.add_clause, clause)
            self.assertRaises(error, solver.append_formula, [[2], clause])
        self.assertRaises(ValueError, solver.append_formula, array.array("i", [1, 2]))
        self.assertRaises(ValueError, solver.append_formula, b"p cnf 1 1\n1 x 0\n")
        self.assertEqual((solver.nof_clauses(), solver.nof_vars()), (1, 1))

    def test_an_iterable_that_raises(self):
        def broken():
            yield 1
            raise KeyError("mine")

        self.assertRaises(KeyError, Solver().add_clause, broken())


class Formulas(unittest.TestCase):
    def test_the_clauses_are_a_live_list(self):
        cnf = CNF(from_clauses=[[1]])
        cnf.clauses.append([-1])
        self.assertEqual((len(cnf), Solver(cnf).solve()), (2, False))
        cnf.clauses.extend([[2], (-2, 5)])
        self.assertEqual((len(cnf), cnf.nv, cnf[3]), (4, 5, [-2, 5]))
        held = cnf.clauses
        held[0].append(7)
        del held[1]
        self.assertEqual(cnf.to_dimacs(), "p cnf 7 3\n1 7 0\n2 0\n-2 5 0\n")
        cnf.append([3])
        cnf.extend([[4], [-4, 6]])
        self.assertEqual(held[-3:], [[3], [4], [-4, 6]])
        cnf.add_at_most([1, 2], 1)
        self.assertEqual(held[-1], [-1, -2])
        self.assertIs(cnf.clauses, held)
        cnf.clauses = [[1], [-1]]
        self.assertFalse(Solver(cnf).solve())
        held.append([0])
        self.assertEqual(len(cnf), 2)
        cnf.clauses.append(iter([2, 3]))
        self.assertEqual([cnf.clauses[-1] for _ in range(2) if cnf.nv], [[2, 3], [2, 3]])

    def test_wrong_clauses_in_the_list_are_named(self):
        cnf = CNF(from_clauses=[[1]])
        cnf.clauses.append([0])
        self.assertRaises(ValueError, Solver, cnf)
        self.assertRaises(ValueError, cnf.to_dimacs)
        cnf.clauses[-1] = ["1"]
        self.assertRaises(TypeError, gemsat.count_models, cnf)
        cnf.clauses.pop()
        self.assertEqual(gemsat.count_models(cnf), 1)
        with self.assertRaises(TypeError):
            cnf.clauses = [3]
        self.assertEqual(len(cnf), 1)

    def test_a_formula_extends_itself(self):
        cnf = CNF(from_clauses=[[1, 2]])
        cnf.extend(cnf)
        self.assertEqual(cnf.clauses, [[1, 2], [1, 2]])
        self.assertEqual(cnf, cnf)

    def test_constraints_do_not_collide(self):
        constraints = [((1, 3, 5), 1), ((1, 2, 4), 1), ((2, 4, 6), 2)]
        count = lambda m, lits: sum(lit in m for lit in lits)
        expected = [m for m in models([], 6) if all(count(m, lits) == k for lits, k in constraints)]
        self.assertEqual(len(expected), 4)
        for encoding in ("auto", "binomial", "sequential", "totalizer", "kmodulo", "network"):
            for listed in (False, True):
                cnf = CNF()
                for lits, k in constraints:
                    cnf.add_exactly(lits, k, encoding=encoding)
                    if listed:
                        cnf.clauses.append([lits[0], -lits[0]])
                found = Solver(cnf).enum_models(projection=range(1, 7))
                self.assertEqual(sorted(m[:6] for m in found), sorted(expected), encoding)

    def test_bounds(self):
        for function in (gemsat.at_most, gemsat.exactly, CNF().add_at_most, CNF().add_exactly):
            self.assertRaisesRegex(ValueError, "a bound of 0 or more, found -1", function, [1, 2], -1)
            self.assertRaises(ValueError, function, [1, 2], -(2**70))
            self.assertRaises(TypeError, function, [1, 2], "1")
        self.assertEqual(gemsat.at_most([1, 2], 0).clauses, [[-1], [-2]])
        self.assertEqual(gemsat.at_least([1, 2], -1).clauses, [])
        self.assertRaises(TypeError, gemsat.at_least, [1, 2], "1")
        self.assertFalse(Solver(gemsat.at_least([1, 2], 3)).solve())

    def test_questions_are_carried_along(self):
        text = "c p show 1 2 0\np cnf 4 3\n1 2 0\n-1 3 0\n-3 4 0\n"
        cnf = CNF(from_string=text)
        self.assertEqual(gemsat.count_models(cnf), 3)
        self.assertEqual(gemsat.count_models(cnf, projection=[4]), 2)
        self.assertEqual(cnf.to_dimacs(), text)
        behind = CNF(from_string="p cnf 4 3\n1 2 0 c p show 1 2 0\n-1 3 0\n-3 4 0\n")
        self.assertEqual(behind.to_dimacs(), text)
        copies = [cnf.copy(), copy.copy(cnf), copy.deepcopy(cnf), pickle.loads(pickle.dumps(cnf)), CNF(from_clauses=cnf)]
        with tempfile.TemporaryDirectory() as folder:
            for name in ("show.cnf", "show.cnf.gz"):
                path = os.path.join(folder, name)
                cnf.to_file(path, ["a comment"])
                copies.append(CNF(from_file=path))
        for other in copies:
            self.assertEqual((other.to_dimacs(), gemsat.count_models(other)), (text, 3))
        weighted = CNF(from_string="c p weight 1 1/4 0\nc p weight -1 3/4 0\np cnf 2 1\n1 2 0\n")
        self.assertEqual(gemsat.count_models(weighted), fractions.Fraction(5, 4))
        with self.assertWarnsRegex(UserWarning, "literal -1 has no weight"):
            gemsat.count_models(CNF(from_string="c p weight 1 1/4 0\np cnf 1 0\n"))
        wrong = CNF(from_string="c p weight 1 0,5 0\np cnf 1 1\n1 0\n")
        self.assertTrue(Solver(wrong).solve())
        self.assertRaisesRegex(ValueError, "CNF:1:14", gemsat.count_models, wrong)
        wrong = pickle.loads(pickle.dumps(CNF(from_string="p cnf 1 1\n1 0 c p weight 1 0,5 0\n")))
        self.assertRaisesRegex(ValueError, "CNF:2:18", gemsat.count_models, wrong)

    def test_formulas_are_pickled(self):
        cnf = CNF(from_string="rain sun\n-rain wet_1\nc p show rain 0\n-sun rain\n")
        cnf.nv = 9
        cnf.clauses.append([9])
        again = pickle.loads(pickle.dumps(cnf))
        self.assertEqual(again, cnf)
        self.assertEqual((again.nv, again.names, again.warnings), (9, cnf.names, cnf.warnings))
        self.assertEqual(again.to_symbolic(), "c p show rain 0\nrain sun\n-rain wet_1\n-sun rain\nx9\n")

    def test_forms_of_text(self):
        infix = CNF(from_string="a -> b\na | b\n~b\n", input="infix")
        self.assertFalse(Solver(infix).solve())
        self.assertIn("read as 3 formulas", infix.warnings[0])
        self.assertRaisesRegex(ValueError, "an operator", CNF, from_string="a OR b\n-a\n")
        self.assertRaisesRegex(ValueError, "a program that failed", CNF, from_string="Segmentation fault\n")
        self.assertTrue(Solver(CNF(from_string="two words\n", input="names")).solve())
        self.assertRaises(ValueError, CNF, from_string="a\n", input="latin")


class Limits(unittest.TestCase):
    def test_budgets(self):
        solver = Solver(holes(10), options=HARD)
        solver.conf_budget(100)
        self.assertIsNone(solver.solve_limited())
        self.assertLess(solver.accum_stats()["conflicts"], 200)
        solver.conf_budget(-1)
        solver.time_budget(0.1)
        start = time.monotonic()
        self.assertIsNone(solver.solve_limited())
        self.assertLess(time.monotonic() - start, 5)
        self.assertRaises(ValueError, solver.conf_budget, -7)
        self.assertRaises(ValueError, solver.time_budget, -1)

    def test_an_interrupt_from_another_thread(self):
        solver = Solver(holes(12), options=HARD)
        timer = threading.Timer(0.2, solver.interrupt)
        timer.start()
        self.assertIsNone(solver.solve_limited(expect_interrupt=True))
        timer.join()
        self.assertIsNone(solver.solve_limited())
        solver.clear_interrupt()
        solver.conf_budget(10)
        solver.solve_limited()
        self.assertGreater(solver.accum_stats()['conflicts'], 0)

    @unittest.skipUnless(hasattr(signal, "raise_signal") and os.name == "posix", "needs signals")
    def test_ctrl_c_ends_a_call(self):
        # Whoever started the tests may have made them ignore the signal, or hold it back.
        self.addCleanup(signal.signal, signal.SIGINT, signal.signal(signal.SIGINT, signal.default_int_handler))
        mask = signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])
        self.addCleanup(signal.pthread_sigmask, signal.SIG_SETMASK, mask)
        solver = Solver(holes(12), options=HARD)
        timer = threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))
        timer.start()
        start = time.monotonic()
        self.assertRaises(KeyboardInterrupt, solver.solve)
        self.assertLess(time.monotonic() - start, 10)
        solver.conf_budget(10)
        self.assertIsNone(solver.solve_limited())

    def test_one_thread_at_a_time(self):
        solver = Solver(holes(12), options=HARD)
        thread = threading.Thread(target=solver.solve_limited)
        thread.start()
        time.sleep(0.2)
        self.assertRaises(RuntimeError, solver.solve)
        solver.interrupt()
        thread.join()


class Proofs(unittest.TestCase):
    def test_a_proof_is_checked(self):
        solver = Solver(holes(5), with_proof=True)
        self.assertFalse(solver.solve())
        self.assertTrue(gemsat.check_proof(holes(5), solver.get_proof()).startswith("DRAT"))
        self.assertRaises(gemsat.ProofError, gemsat.check_proof, [[1, 2]], ["0"])
        self.assertIsNone(Solver().get_proof())


def load_tests(loader, tests, pattern):
    parser = doctest.DocTestParser()
    puzzles = (gemsat.sudoku, gemsat.gems, gemsat.queens, gemsat.coloring, gemsat.tenner)
    shown = [gemsat, *(getattr(gemsat, name) for name in gemsat.__all__)]
    for item in shown + [getattr(puzzle, name) for puzzle in puzzles for name in puzzle.__all__]:
        examples = parser.get_doctest(item.__doc__ or "", {"gemsat": gemsat}, item.__name__, None, 0)
        tests.addTest(doctest.DocTestCase(examples))
    return tests


class Graphs(unittest.TestCase):
    """What `gemsat.coloring` takes for a graph."""

    AUSTRALIA = {
        "WA": ["NT", "SA"], "NT": ["WA", "SA", "Q"], "SA": ["WA", "NT", "Q", "NSW", "V"], "Q": ["NT", "SA", "NSW"],
        "NSW": ["Q", "SA", "V"], "V": ["SA", "NSW"], "T": [],
    }

    def test_every_form_is_the_same_graph(self):
        lists = self.AUSTRALIA
        pairs = [(a, b) for a, others in lists.items() for b in others]
        forms = [
            lists, {a: set(others) for a, others in lists.items()}, {a: tuple(others) for a, others in lists.items()},
            {a: {b: {"weight": 1} for b in others} for a, others in lists.items()},
            str(lists), str({a: set(others) for a, others in lists.items()}), json.dumps(lists), json.dumps(lists, indent=2),
        ]
        for form in forms:
            self.assertEqual(gemsat.coloring.count(form, 3), 18, form)
            self.assertIsNone(gemsat.coloring.solve(form, 2))
            colors = gemsat.coloring.solve(form)
            self.assertEqual((set(colors), len(set(colors.values()))), (set(lists), 3))
            self.assertIsNone(gemsat.coloring.check(form, colors))
        for form in [pairs, set(pairs), {frozenset(pair) for pair in pairs}, [list(pair) for pair in pairs], str(pairs)]:
            self.assertEqual(gemsat.coloring.count(form, 3), 6, form)

    def test_vertices_stay_objects(self):
        self.assertEqual(set(gemsat.coloring.solve({0: [1], 1: []})), {0, 1})
        grid = {(x, y): [(x + 1, y)] if x == 0 else [] for x in range(2) for y in range(2)}
        self.assertEqual(set(gemsat.coloring.solve(grid)), set(grid))
        self.assertEqual(len(gemsat.coloring.solve([(1, "1")])), 2)

    def test_what_is_no_graph_is_refused(self):
        refused = [
            {"A": ["A"]}, [("A", "A")], "p edge 2 1\ne 1 1\n", {"A": "BC"}, ["AB", "BC"], {"A": 3}, {"A": [("B", 5)]}, {"A": {"B": 1}},
            [("A", "B", 3)], [("A",)], {"A": [None]}, {"A": [True]}, {"A\x1b": []}, 7, None, "p edge 3 9\ne 1 2\n", b"A B",
        ]
        for graph in refused:
            with self.assertRaises(ValueError, msg=repr(graph)):
                gemsat.coloring.solve(graph)
        for coloring in [{"A": 0}, {"A": 0, "B": 1, "C": 2}]:
            with self.assertRaises(ValueError):
                gemsat.coloring.check({"A": ["B"]}, coloring)
        with self.assertWarns(UserWarning):
            self.assertEqual(set(gemsat.coloring.solve("p edge 2 2\ne 1 1\ne 1 2\n", relaxed=True)), {"1", "2"})

    def test_warnings_say_how_a_graph_was_read(self):
        for graph in ["4 3\n0 1\n1 2\n1 3\n", {"A": ["B", "C"], "B": ["A"], "C": []}]:
            with self.assertWarns(UserWarning):
                gemsat.coloring.solve(graph)

    def test_graphs_of_networkx(self):
        try:
            import networkx
        except ImportError:
            self.skipTest("networkx is not installed")
        graph = networkx.petersen_graph()
        forms = [
            graph, networkx.to_dict_of_lists(graph), networkx.to_dict_of_dicts(graph), dict(graph.adjacency()), graph.edges,
            graph.adj, list(graph.edges(data=True)), networkx.DiGraph(list(graph.edges)), networkx.MultiGraph(graph),
            str(networkx.to_dict_of_lists(graph)), json.dumps(networkx.node_link_data(graph, edges="edges")),
            json.dumps(networkx.node_link_data(graph, edges="links")), json.dumps(networkx.adjacency_data(graph)),
            "\n".join(networkx.generate_edgelist(graph, data=False)),
        ]
        for form in forms:
            self.assertEqual(gemsat.coloring.count(form, 3), 120, form)


class Notebook(unittest.TestCase):
    def test_its_cells_run(self):
        path = os.path.join(os.path.dirname(__file__), "..", "examples", "puzzles.ipynb")
        with open(path, encoding="utf-8") as file:
            cells = json.load(file)["cells"]
        pictures = []
        names = {"SVG": pictures.append}
        for cell in cells:
            if cell["cell_type"] == "code":
                lines = [line for line in cell["source"] if "IPython" not in line]
                exec("".join(lines), names)
        self.assertEqual(len(pictures), 4)
        self.assertTrue(all(picture.startswith("<svg") for picture in pictures))


class Calls(unittest.TestCase):
    """Proofs of all calls, and functions that are called during one."""

    def session(self, seed, **options):
        rng = random.Random(seed)
        solver = Solver(**options)
        added, answers = [], [0, 0]
        for _ in range(20):
            for clause in random_clauses(rng, 8, 3):
                solver.add_clause(clause)
                added.append(clause)
            answers[solver.solve([rng.choice([-1, 1]) * var for var in rng.sample(range(1, 9), 3)])] += 1
        return solver, added, answers

    def test_every_answer_is_in_the_proof(self):
        for seed in range(20):
            solver, added, (cores, found) = self.session(seed, with_proof="lidrup")
            lines = solver.get_proof()
            expected = f"LIDRUP: {found} answers with a model, {cores} without, 0 open"
            self.assertEqual(gemsat.check_proof(added, lines), expected)
            self.assertEqual(lines, solver.get_proof())
            self.assertRaises(gemsat.ProofError, gemsat.check_proof, added[1:], lines)
            index = next(i for i, line in enumerate(lines) if line == "s UNSATISFIABLE")
            wrong = lines[:index] + ["s SATISFIABLE", "m 1 2 3 4 5 6 7 8 0"] + lines[index + 2 :]
            self.assertRaises(gemsat.ProofError, gemsat.check_proof, added, wrong, format="lidrup")

    def test_a_proof_of_all_calls_in_a_file(self):
        with tempfile.TemporaryDirectory() as folder:
            for name in ("calls.lidrup", "calls.lidrup.gz"):
                path = os.path.join(folder, name)
                solver, added, _ = self.session(3, proof_file=path)
                solver.delete()
                self.assertIn("LIDRUP", gemsat.check_proof(added, path))
        self.assertRaises(ValueError, Solver, with_proof="lidrup", threads=2)
        self.assertRaises(ValueError, Solver, with_proof="lrup")

    def test_learned_clauses_follow(self):
        clauses, learned = holes(5), []
        with Solver(clauses) as solver:
            solver.on_learned(learned.append, max_length=3)
            self.assertFalse(solver.solve())
            count = len(learned)
            self.assertTrue(count and all(0 < len(clause) <= 3 for clause in learned))
            solver.on_learned(None)
            solver.solve()
            self.assertEqual(len(learned), count)
        for clause in learned:
            self.assertFalse(Solver(clauses + [[-lit] for lit in clause]).solve())

    def test_progress_is_reported(self):
        events = []
        with Solver(holes(8), options={**HARD, "report_interval": 100}) as solver:
            solver.on_progress(events.append)
            solver.conf_budget(2000)
            solver.solve_limited()
        self.assertGreater(len(events), 5)
        self.assertTrue(all({"event", "conflicts", "irredundant"} <= set(event) for event in events))
        conflicts = [event["conflicts"] for event in events]
        self.assertEqual(conflicts, sorted(conflicts))

    def test_an_exception_ends_the_call(self):
        def fail(_):
            raise KeyError("enough")

        for listen in ("on_learned", "on_progress"):
            with Solver(holes(10), options={**HARD, "report_interval": 100}) as solver:
                getattr(solver, listen)(fail)
                self.assertRaises(KeyError, solver.solve)
                solver.conf_budget(10)
                if listen == "on_learned":
                    solver.on_learned(None)
                    self.assertIsNone(solver.solve_limited())


class WithPySAT(unittest.TestCase):
    def test_registered_and_not(self):
        try:
            from pysat import solvers
            from pysat.examples.rc2 import RC2
            from pysat.formula import WCNF
        except ImportError:
            self.skipTest("python-sat is not installed")
        gemsat.pysat.register()
        formula = WCNF()
        formula.extend([[-1, -2], [-1, -3]])
        formula.extend([[1], [2], [3]], weights=[5, 2, 2])
        with RC2(formula, solver="gemsat") as search:
            search.compute()
            self.assertEqual(search.cost, 4)
        gemsat.pysat.unregister()
        self.assertRaises(solvers.NoSuchSolverError, solvers.Solver, name="gemsat")

    def test_threads_options_and_proofs(self):
        try:
            from pysat import solvers
        except ImportError:
            self.skipTest("python-sat is not installed")
        with tempfile.TemporaryDirectory() as folder:
            self.assertRaises(ValueError, gemsat.pysat.register, proof_file=os.path.join(folder, "p.drat"))
            gemsat.pysat.register(threads=2, options={"seed": 7}, proof_file=os.path.join(folder, "p{}.drat"))
            try:
                for number in (1, 2):
                    with solvers.Solver(name="gemsat", bootstrap_with=CONTRADICTION) as solver:
                        self.assertEqual(solver.solver.options()["seed"][0], "7")
                        self.assertFalse(solver.solve())
                    path = os.path.join(folder, f"p{number}.drat")
                    self.assertIn("DRAT", gemsat.check_proof(CONTRADICTION, path))
                with solvers.Solver(name="gemsat", threads=1, proof_file=None, options={}) as solver:
                    self.assertEqual(solver.solver.options()["seed"][0], "0")
                    solver.configure({"seed": 3})
                    self.assertEqual(solver.solver.options()["seed"][0], "3")
                    self.assertRaises(ValueError, solver.configure, {"no_such_option": 1})
                with solvers.Solver(name="g3") as solver:
                    solver.configure({})
            finally:
                gemsat.pysat.unregister()
            self.assertRaises(TypeError, gemsat.pysat.register, 2)


class WithoutEffect(unittest.TestCase):
    """What the crate's table says does not go together, as Python says it."""

    def test_it_is_said(self):
        for given in (
            {"options": {"gauss": True}, "with_proof": "drat"},
            {"options": {"gauss": True}, "with_proof": "lidrup"},
            {"options": {"symmetry": True}, "with_proof": "lrat"},
            {"options": {"factor": True}},
        ):
            with self.subTest(given), self.assertWarnsRegex(UserWarning, "has no effect"):
                Solver(**given)
        with self.assertWarnsRegex(UserWarning, "option 'factor' has no effect"):
            Solver().configure({"factor": True})
        self.assertRaisesRegex(ValueError, "one thread", Solver, with_proof="lidrup", threads=2)

    def test_names_of_solvers(self):
        self.assertTrue(Solver([[1]], name="gemsat").solve())
        for wrong in ({"name": "g4"}, {"bootstrap_with": "g4"}):
            self.assertRaisesRegex(TypeError, r"write gemsat.Solver\(", Solver, **wrong)
        self.assertRaisesRegex(TypeError, r"write gemsat.Solver\(", Solver, "g4", [[1]])
