"""A proof that there is no model, checked by code that shares nothing with the solver: the twin of examples/proof.rs."""

from itertools import combinations

from gemsat import CNF, ProofError, Solver, check_proof


def main():
    # Six pigeons do not fit into five holes.
    pigeons, holes = range(6), range(5)
    formula = CNF()
    for pigeon in pigeons:
        formula.append([5 * pigeon + hole + 1 for hole in holes])
    for hole in holes:
        for one, other in combinations(pigeons, 2):
            formula.append([-(5 * one + hole + 1), -(5 * other + hole + 1)])

    # LRAT names the clauses from which each step follows; with `proof_file` it goes to a file instead.
    solver = Solver(formula, with_proof="lrat")
    assert solver.solve() is False
    proof = solver.get_proof()
    print(len(formula.clauses), "clauses,", len(proof), "steps, verified as", check_proof(formula, proof))

    # A proof with a hole is no proof.
    try:
        check_proof(formula, proof[: len(proof) // 2])
    except ProofError as error:
        print("half of it:", error)
    else:
        raise AssertionError("half a proof was accepted")


if __name__ == "__main__":
    main()
