"""Five people, four chairs, and a proof that they do not fit, checked by code that shares nothing with the solver."""

from gemsat import CNF, Solver, check_proof


def main():
    people, chairs = range(5), range(4)
    formula = CNF()
    for person in people:
        formula.append([4 * person + chair + 1 for chair in chairs])
    for chair in chairs:
        formula.add_at_most([4 * person + chair + 1 for person in people], 1)
    solver = Solver(formula, with_proof=True)
    assert solver.solve() is False
    proof = solver.get_proof()
    print(len(proof), "steps")
    print("format:", check_proof(formula, proof))


if __name__ == "__main__":
    main()
