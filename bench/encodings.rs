//! What the encodings of counts are worth, and whether the automatic choice finds the best one: thirty problems of ten
//! kinds, each solved with every encoding.
//!
//! `cargo bench --bench encodings [KIND ...] [runs=3] [seconds=20] [whole=1]`
//!
//! With `whole=1` decisions go through `Builder::solve_whole`, as in the program `solver`, where symmetries are broken;
//! without it through a `Solver`, which takes more clauses afterwards.
//!
//! A time is the mean of the CPU seconds of several runs, which differ by the order of the variables and by the seed: a
//! single run of a solver says little. A run that meets the limit counts as the limit. The answers of all runs must be
//! the same.

#![allow(clippy::needless_range_loop, reason = "tables are walked by the numbers of their rows and columns")]

use gemsat::encode::cardinality::{AT_MOST_NAMES, AT_MOST_ONE_NAMES, AtMost, AtMostOne, binomial_clauses};
use gemsat::limits::{Limits, Stop, cpu_time};
use gemsat::reason::minimize::{Cheapest, minimize};
use gemsat::util::rng::Rng;
use gemsat::{Formula, Lit, Solver, Verdict};
use std::time::Duration;

/// A solver, and the encodings that the problem is to use.
struct Task {
    formula: Formula,
    order: Rng,
    one: AtMostOne,
    most: AtMost,
    /// The costs of a problem of optimisation.
    wishes: Vec<(u64, Lit)>,
    /// Whether the encoding has too many clauses.
    too_large: bool,
}

impl Task {
    /// New variables, in an order of this run.
    fn lits(&mut self, count: usize) -> Vec<Lit> {
        let mut vars = self.formula.new_vars(count);
        self.order.shuffle(&mut vars);
        vars.into_iter().map(Lit::from).collect()
    }

    /// New variables as a table.
    fn table(&mut self, rows: usize, columns: usize) -> Vec<Vec<Lit>> {
        self.lits(rows * columns).chunks(columns).map(<[Lit]>::to_vec).collect()
    }

    fn clause<'l>(&mut self, lits: impl IntoIterator<Item = &'l Lit>) {
        self.formula.add_clause(lits.into_iter().copied());
    }

    fn one(&mut self, lits: &[Lit]) {
        self.one.encode(&mut self.formula, lits);
    }

    fn exactly_one(&mut self, lits: &[Lit]) {
        self.one.exactly(&mut self.formula, lits);
    }

    fn most(&mut self, lits: &[Lit], k: usize) {
        if self.takes(lits.len(), k + 1) {
            self.most.at_most(&mut self.formula, lits, k);
        }
    }

    fn least(&mut self, lits: &[Lit], k: usize) {
        if self.takes(lits.len(), lits.len() + 1 - k) {
            self.most.at_least(&mut self.formula, lits, k);
        }
    }

    fn exactly(&mut self, lits: &[Lit], k: usize) {
        if self.takes(lits.len(), k + 1) && self.takes(lits.len(), lits.len() + 1 - k) {
            self.most.exactly(&mut self.formula, lits, k);
        }
    }

    /// Whether clauses of so many of the literals are few enough to be tried.
    fn takes(&mut self, n: usize, length: usize) -> bool {
        self.too_large |= self.most == AtMost::Binomial && binomial_clauses(n, length) > 1_000_000;
        !self.too_large
    }

    /// At least one of a few literals, and no two of them: the same clauses in every run.
    fn choice(&mut self, lits: &[Lit]) {
        AtMostOne::Pairwise.exactly(&mut self.formula, lits);
    }

    /// The least cost, `None` where there is no answer; an error at the limit.
    fn solve(&self, seconds: u64, seed: u64, whole: bool) -> Result<Option<u64>, Stop> {
        let limits = Limits { cpu: Some(cpu_time() + Duration::from_secs(seconds)), ..Limits::none() };
        let builder = Solver::builder().seed(seed).limits(limits.clone());
        if self.wishes.is_empty() && whole {
            return match builder.solve_whole(&self.formula).expect("a seed") {
                Verdict::Sat(_) => Ok(Some(0)),
                Verdict::Unsat => Ok(None),
                Verdict::Unknown(stop) => Err(stop),
            };
        }
        let mut solver = builder.build().expect("a seed");
        solver.load(&self.formula);
        match minimize(&mut solver, &self.wishes, &limits)? {
            None => Ok(None),
            Some(Cheapest { stopped: Some(stop), .. }) => Err(stop),
            Some(best) => Ok(Some(best.cost)),
        }
    }
}

fn column(table: &[Vec<Lit>], at: usize) -> Vec<Lit> {
    table.iter().map(|row| row[at]).collect()
}

/// One more pigeon than holes.
fn pigeons(task: &mut Task, [holes, ..]: [usize; 3]) {
    let sits = task.table(holes + 1, holes);
    sits.iter().for_each(|pigeon| task.clause(pigeon));
    (0..holes).for_each(|hole| task.one(&column(&sits, hole)));
}

/// Queens on a board of which some squares, drawn at random, are blocked.
fn queens(task: &mut Task, [size, blocked, seed]: [usize; 3]) {
    let board = task.table(size, size);
    let mut rng = Rng::new(seed as u64);
    (0..blocked).for_each(|_| task.clause(&[!board[rng.index(size)][rng.index(size)]]));
    for line in 0..size {
        task.exactly_one(&board[line]);
        task.exactly_one(&column(&board, line));
    }
    for line in 1..2 * size - 2 {
        let rows = (0..size).filter(|&row| line >= row && line - row < size);
        task.one(&rows.clone().map(|row| board[row][line - row]).collect::<Vec<_>>());
        task.one(&rows.map(|row| board[row][size - 1 - (line - row)]).collect::<Vec<_>>());
    }
}

/// Pentominoes: the twelve pieces cover a rectangle exactly.
fn cover(task: &mut Task, [height, width, _]: [usize; 3]) {
    const PIECES: [&str; 12] = [
        "#####",
        "####/#",
        "####/.#",
        "###/##",
        "###/#.#",
        "##./.###",
        "###/.#/.#",
        "###/#/#",
        "##/.##/..#",
        ".##/##/.#",
        ".#/###/.#",
        "##/.#/.##",
    ];
    let mut covering = vec![Vec::new(); height * width];
    for piece in PIECES {
        let mut cells: Vec<(usize, usize)> = (piece.split('/').enumerate())
            .flat_map(|(y, row)| row.char_indices().filter(|&(_, c)| c == '#').map(move |(x, _)| (y, x)))
            .collect();
        let mut shapes = std::collections::BTreeSet::new();
        for turn in 0..8 {
            let most = cells.iter().map(|cell| cell.0).max().unwrap_or(0);
            cells = cells.iter().map(|&(y, x)| if turn == 4 { (most - y, x) } else { (x, most - y) }).collect();
            cells.sort_unstable();
            shapes.insert(cells.clone());
        }
        let places: Vec<Vec<usize>> = (shapes.iter())
            .flat_map(|shape| (0..height * width).map(move |at| (shape, at / width, at % width)))
            .filter(|(shape, y, x)| shape.iter().all(|cell| y + cell.0 < height && x + cell.1 < width))
            .map(|(shape, y, x)| shape.iter().map(|cell| (y + cell.0) * width + x + cell.1).collect())
            .collect();
        let lits = task.lits(places.len());
        task.exactly_one(&lits);
        places.iter().zip(&lits).for_each(|(place, &lit)| place.iter().for_each(|&cell| covering[cell].push(lit)));
    }
    covering.iter().for_each(|lits| task.exactly_one(lits));
}

/// Lessons of classes with teachers, drawn at random; each has one of `slots` hours, in some of which the teacher is
/// away.
fn timetable(task: &mut Task, [groups, slots, seed]: [usize; 3]) {
    let mut rng = Rng::new(seed as u64);
    // Every class and every teacher has a lesson in all hours but two.
    let lessons: Vec<(usize, usize)> = (0..slots - 2)
        .flat_map(|_| {
            let mut teachers: Vec<usize> = (0..groups).collect();
            rng.shuffle(&mut teachers);
            teachers.into_iter().enumerate().collect::<Vec<_>>()
        })
        .collect();
    let takes = task.table(lessons.len(), slots);
    takes.iter().for_each(|lesson| task.exactly_one(lesson));
    for slot in 0..slots {
        for group in 0..groups {
            let of = |chosen: fn(&(usize, usize)) -> usize| -> Vec<Lit> {
                let those = lessons.iter().zip(&takes).filter(|(lesson, _)| chosen(lesson) == group);
                those.map(|(_, lesson)| lesson[slot]).collect()
            };
            let (class, teacher) = (of(|lesson| lesson.0), of(|lesson| lesson.1));
            task.one(&class);
            task.one(&teacher);
            if (slot + group) % (slots / 2) == 0 {
                teacher.iter().for_each(|&lit| task.clause(&[!lit]));
            }
        }
    }
}

/// The roster of the example, of other sizes.
fn roster(task: &mut Task, [nurses, days, most]: [usize; 3]) {
    let works: Vec<Vec<Vec<Lit>>> = (0..nurses).map(|_| task.table(days, 3)).collect();
    for day in 0..days {
        for (shift, needed) in [nurses / 4, nurses / 6, nurses / 6].into_iter().enumerate() {
            let staff: Vec<Lit> = works.iter().map(|nurse| nurse[day][shift]).collect();
            task.exactly(&staff, needed);
        }
    }
    for nurse in &works {
        nurse.iter().for_each(|day| AtMostOne::Pairwise.encode(&mut task.formula, day));
        for pair in nurse.windows(2) {
            for (before, after) in [(2, 0), (2, 1), (1, 0)] {
                task.clause(&[!pair[0][before], !pair[1][after]]);
            }
        }
        task.most(&nurse.concat(), most);
        task.most(&column(nurse, 2), 3);
    }
    for wish in 0..nurses * 6 {
        let (nurse, day) = (wish % nurses, wish * 5 % days);
        let free = task.lits(1)[0];
        works[nurse][day].iter().for_each(|&shift| task.clause(&[!free, !shift]));
        task.wishes.push((if day % 7 >= 5 { 3 } else { 1 }, free));
    }
}

/// A random graph with so many edges for a hundred vertices is coloured so that no colour is used more often than it
/// must be.
fn coloring(task: &mut Task, [vertices, colors, edges]: [usize; 3]) {
    let mut rng = Rng::new(edges as u64);
    let has = task.table(vertices, colors);
    has.iter().for_each(|vertex| task.choice(vertex));
    for _ in 0..vertices * edges / 100 {
        let (a, b) = (rng.index(vertices), rng.index(vertices));
        if a != b {
            (0..colors).for_each(|color| task.clause(&[!has[a][color], !has[b][color]]));
        }
    }
    (0..colors).for_each(|color| task.most(&column(&has, color), vertices.div_ceil(colors)));
}

/// Jobs of one to five hours, some of which wait for others; at most four run at a time, and all end in time.
fn scheduling(task: &mut Task, [jobs, hours, seed]: [usize; 3]) {
    let mut rng = Rng::new(seed as u64);
    let starts = task.table(jobs, hours);
    let runs = task.table(jobs, hours);
    let lengths: Vec<usize> = (0..jobs).map(|_| 1 + rng.index(5)).collect();
    for job in 0..jobs {
        task.choice(&starts[job]);
        for hour in 0..hours {
            let end = hour + lengths[job];
            if end > hours {
                task.clause(&[!starts[job][hour]]);
            }
            (hour..end.min(hours)).for_each(|later| task.clause(&[!starts[job][hour], runs[job][later]]));
        }
        if job >= 4 && rng.coin() {
            let before = rng.index(job);
            for hour in 0..hours {
                let early = (hour + 1).saturating_sub(lengths[before]);
                task.clause(starts[before][..early].iter().chain([&!starts[job][hour]]));
            }
        }
    }
    (0..hours).for_each(|hour| task.most(&column(&runs, hour), 4));
}

/// Random sets, of each of which about half are chosen.
fn counts(task: &mut Task, [items, sets, seed]: [usize; 3]) {
    let mut rng = Rng::new(seed as u64);
    let mut lits = task.lits(items);
    for _ in 0..sets {
        rng.shuffle(&mut lits);
        let size = items / 3 + rng.index(items / 3);
        let set: Vec<Lit> = lits[..size].iter().map(|&lit| if rng.coin() { lit } else { !lit }).collect();
        task.least(&set, size / 2 - 1);
        task.most(&set, size / 2 + 1);
    }
}

/// As few sets of `size` numbers below `points` that all pairs are in one: at most `most` of them.
fn covering(task: &mut Task, [points, size, most]: [usize; 3]) {
    let sets: Vec<u32> = (0..1u32 << points).filter(|set| set.count_ones() as usize == size).collect();
    let lits = task.lits(sets.len());
    for (a, b) in (0..points).flat_map(|b| (0..b).map(move |a| (a, b))) {
        let having = sets.iter().zip(&lits).filter(|(set, _)| *set >> a & *set >> b & 1 == 1);
        task.clause(having.map(|(_, lit)| lit));
    }
    task.most(&lits, most);
}

/// A robot crosses a field of rocks in so many steps with few turns.
fn robot(task: &mut Task, [size, steps, turns]: [usize; 3]) {
    let mut rng = Rng::new(size as u64);
    let rocks: Vec<bool> = (0..size * size).map(|_| rng.index(100) < 30).collect();
    let free = |y: usize, x: usize| y < size && x < size && (!rocks[y * size + x] || y + x < 2 || y + x > 2 * size - 4);
    let at = task.table(steps + 1, size * size);
    let heads = task.table(steps, 4);
    let turned = task.lits(steps - 1);
    task.clause(&[at[0][0]]);
    task.clause(&[at[steps][size * size - 1]]);
    for step in 0..steps {
        task.choice(&heads[step]);
        for (y, x) in (0..size * size).map(|cell| (cell / size, cell % size)) {
            let here = at[step][y * size + x];
            for (head, (down, right)) in [(0, 1), (1, 0), (0, usize::MAX), (usize::MAX, 0)].into_iter().enumerate() {
                let (y, x) = (y.wrapping_add(down), x.wrapping_add(right));
                let there = if free(y, x) { Some(at[step + 1][y * size + x]) } else { None };
                task.clause([!here, !heads[step][head]].iter().chain(&there));
            }
            // Elsewhere it is not.
            let others: Vec<Lit> = at[step].iter().copied().filter(|&other| other > here).collect();
            others.iter().for_each(|&other| task.clause(&[!here, !other]));
        }
    }
    for step in 1..steps {
        (0..4).for_each(|h| task.clause(&[!heads[step - 1][h], heads[step][h], turned[step - 1]]));
    }
    task.most(&turned, turns);
}

type Kind = (&'static str, bool, fn(&mut Task, [usize; 3]), [[usize; 3]; 3]);

/// The name, whether it is about at most one, what makes it, and the three sizes.
const KINDS: &[Kind] = &[
    ("pigeons", true, pigeons, [[7, 0, 0], [8, 0, 0], [9, 0, 0]]),
    ("queens", true, queens, [[40, 1100, 1], [60, 2700, 2], [90, 6500, 3]]),
    ("exact cover", true, cover, [[6, 10, 0], [5, 12, 0], [3, 20, 0]]),
    ("timetable", true, timetable, [[8, 20, 1], [8, 22, 2], [9, 24, 3]]),
    ("roster", false, roster, [[12, 14, 9], [20, 14, 9], [14, 21, 11]]),
    ("coloring", false, coloring, [[100, 4, 440], [100, 5, 650], [120, 5, 620]]),
    ("scheduling", false, scheduling, [[40, 31, 3], [40, 32, 2], [60, 47, 3]]),
    ("counts", false, counts, [[30, 36, 1], [30, 40, 2], [36, 30, 3]]),
    ("covering", false, covering, [[8, 3, 10], [11, 4, 10], [10, 3, 17]]),
    ("model checking", false, robot, [[12, 40, 9], [14, 40, 9], [16, 60, 12]]),
];

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let number = |name: &str, default| {
        let given = arguments.iter().find_map(|argument| argument.strip_prefix(name)?.strip_prefix('='));
        given.map_or(default, |value| value.parse::<u64>().expect("a number"))
    };
    let (runs, seconds, whole) = (number("runs", 3), number("seconds", 20), number("whole", 0) == 1);
    let wanted: Vec<&String> = arguments.iter().filter(|argument| !argument.contains('=')).collect();
    let (mut all_auto, mut all_best) = (0.0, 0.0);
    for &(kind, about_one, make, sizes) in KINDS {
        if !wanted.is_empty() && !wanted.iter().any(|name| kind.starts_with(name.as_str())) {
            continue;
        }
        let schemes: Vec<(&str, AtMostOne, AtMost)> = if about_one {
            AT_MOST_ONE_NAMES.iter().map(|&(name, one)| (name, one, AtMost::Auto)).collect()
        } else {
            AT_MOST_NAMES.iter().map(|&(name, most)| (name, AtMostOne::Auto, most)).collect()
        };
        println!("\n{kind:24} | {}", schemes.iter().map(|scheme| format!("{:>11}", scheme.0)).collect::<String>());
        let mut sums = vec![0.0; schemes.len()];
        for size in sizes {
            let mut answers = Vec::new();
            let mut row = String::new();
            for (sum, &(_, one, most)) in sums.iter_mut().zip(&schemes) {
                let mut time = 0.0;
                for run in 0..runs {
                    let formula = Formula::new();
                    let mut task =
                        Task { formula, order: Rng::new(run), one, most, wishes: Vec::new(), too_large: false };
                    let before = cpu_time();
                    make(&mut task, size);
                    let answer = if task.too_large { None } else { task.solve(seconds, run, whole).ok() };
                    let took = (cpu_time() - before).as_secs_f64();
                    time += if answer.is_none() { seconds as f64 } else { took } / runs as f64;
                    answers.extend(answer);
                }
                row += &format!("{time:11.2}");
                *sum += time;
            }
            answers.dedup();
            assert!(answers.len() < 2, "{kind} {size:?} has several answers: {answers:?}");
            let answer = match answers.first() {
                None => "?".to_owned(),
                Some(None) => "unsat".to_owned(),
                Some(Some(0)) => "sat".to_owned(),
                Some(Some(cost)) => format!("cost {cost}"),
            };
            println!("{:24} | {row}", format!("  {size:?} {answer}"));
        }
        println!("{:24} | {}", "  sum", sums.iter().map(|sum| format!("{sum:11.2}")).collect::<String>());
        all_auto += sums[0];
        all_best += sums[1..].iter().copied().fold(f64::MAX, f64::min);
    }
    println!("\nauto {all_auto:.2}, best of each kind {all_best:.2}: {:.2}", all_auto / all_best);
}
