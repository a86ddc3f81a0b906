"""Patterns of lamps, whatever the switches: the twin of examples/projection.rs."""

from gemsat import CNF, Solver


def main():
    formula = CNF()
    switches, lamps = list(range(1, 17)), list(range(17, 21))
    for lamp, row in zip(lamps, range(1, 17, 4)):
        # The lamp burns where an odd number of the four switches of its row is on.
        wires = [row, row + 1, row + 2, row + 3, lamp]
        for signs in range(32):
            if bin(signs).count("1") % 2:
                formula.append([-wire if signs >> place & 1 else wire for place, wire in enumerate(wires)])
    formula.append(lamps)
    formula.add_at_most(switches, 5)
    patterns = set()
    for model in Solver(formula).enum_models(projection=lamps):
        patterns.add(tuple(lit > 0 for lit in model if abs(lit) in lamps))
    print(len(patterns), "patterns")
    assert len(patterns) == 15


if __name__ == "__main__":
    main()
