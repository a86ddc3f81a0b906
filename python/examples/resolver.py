"""Versions of packages that go together, and which wishes do not: the twin of examples/resolver.rs."""

from itertools import combinations

from gemsat import Solver

RELEASES = {
    ("web", 2): {"json": [3], "tls": [1, 2]},
    ("web", 1): {"json": [1, 2]},
    ("cli", 1): {"json": [2, 3], "tls": [2]},
    ("old", 1): {"json": [1]},
    ("json", 3): {},
    ("json", 2): {},
    ("json", 1): {},
    ("tls", 2): {"json": [2]},
    ("tls", 1): {},
}


def main():
    installed = {release: number for number, release in enumerate(RELEASES, 1)}
    solver = Solver()
    for release, needs in RELEASES.items():
        for needed, good in needs.items():
            solver.add_clause([-installed[release]] + [installed[needed, version] for version in good])
    for one, other in combinations(RELEASES, 2):
        if one[0] == other[0]:
            solver.add_clause([-installed[one], -installed[other]])
    # Each wish behind a switch, so that a contradiction can be named.
    switches = {len(RELEASES) + number: name for number, name in enumerate(["web", "cli", "old"], 1)}
    for switch, name in switches.items():
        solver.add_clause([-switch] + [number for release, number in installed.items() if release[0] == name])
    assert solver.solve(assumptions=list(switches)) is False
    blamed = [switches[switch] for switch in solver.get_core()]
    print("not together:", blamed)
    assert sorted(blamed) == ["cli", "old"]
    web, cli, _ = switches
    assert solver.solve(assumptions=[web, cli])
    true = set(solver.get_model())
    print(sorted(release for release, number in installed.items() if number in true))
    assert installed["web", 1] in true and installed["json", 2] in true


if __name__ == "__main__":
    main()
