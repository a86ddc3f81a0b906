//! Reading sudokus: the kinds of file that people keep, told apart by what stands in them.
//!
//! One puzzle a line (81 characters, also 16, 256, 625; 729 pencil marks), a grid of characters or words with any
//! frame, a grid of candidates, `.sdk` headers, the 8-line files of a course, killer cages, jigsaws with drawn borders,
//! samurais of 21 rows, and DIMACS givens `rcv 0`.

use crate::puzzle::SyntaxError;
use crate::puzzle::sudoku::{Cage, MAX_SIDE, Sudoku, box_shape};
use crate::puzzle::text::{Line, Word, lines};

/// What a reader is told beside the text.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// Rows and columns of a box; by default as square as the side allows.
    pub boxes: Option<(usize, usize)>,
    /// Whether the diagonals hold every digit once.
    pub diagonals: bool,
}

/// Reads one sudoku.
///
/// # Errors
/// Says where the text is not a sudoku, and what was expected.
pub fn read(text: &str, options: Options) -> Result<Sudoku, SyntaxError> {
    let mut all = read_many(text, options)?;
    match all.len() {
        1 => Ok(all.remove(0)),
        _ => Err(SyntaxError::at(1, 1, format!("expected one puzzle, found {}", all.len()))),
    }
}

/// Reads all sudokus of a text: many when there is one puzzle a line, else one.
///
/// # Errors
/// Says where the text is not a sudoku, and what was expected.
pub fn read_many(text: &str, options: Options) -> Result<Vec<Sudoku>, SyntaxError> {
    let mut lines: Vec<Line<'_>> = lines(text);
    for line in &mut lines {
        if let Some(comment) = line.text.find("//") {
            line.text = line.text[..comment].trim_end();
        }
    }
    let lines: Vec<Line<'_>> = lines.into_iter().filter(|line| !line.text.starts_with('#')).collect();
    let filled: Vec<Line<'_>> = lines.iter().copied().filter(|line| !line.is_blank()).collect();
    let Some(first) = filled.first() else { return Err(SyntaxError::at(1, 1, "expected a puzzle, found nothing")) };
    let mut puzzles = if filled.iter().any(|line| line.text.contains(';')) {
        vec![read_killer(&filled, options)?]
    } else if first.text.trim_start().starts_with("--- ---") {
        vec![read_jigsaw(&lines)?]
    } else if first.text.starts_with("p cnf") || first.text.starts_with("c ") || is_rcv(&filled) {
        vec![read_rcv(&filled, options)?]
    } else if is_samurai(&filled) {
        vec![read_samurai(&filled)?]
    } else if let Some(side) = line_side(&filled) {
        filled.iter().map(|&line| read_line(line, side, options)).collect::<Result<_, _>>()?
    } else {
        vec![read_grid(&filled, options)?]
    };
    if options.diagonals {
        puzzles.iter_mut().for_each(Sudoku::add_diagonals);
    }
    Ok(puzzles)
}

/// An empty sudoku of this side with the boxes asked for.
fn blank(side: usize, options: Options, line: usize) -> Result<Sudoku, SyntaxError> {
    let (rows, columns) = options.boxes.unwrap_or_else(|| box_shape(side));
    if rows.checked_mul(columns) != Some(side) {
        return Err(SyntaxError::at(
            line,
            1,
            format!("expected boxes that fit {side} digits, asked for {rows}x{columns}"),
        ));
    }
    Sudoku::with_boxes(rows, columns)
        .ok_or_else(|| SyntaxError::at(line, 1, format!("expected a side of 1 to {MAX_SIDE}, found {side}")))
}

/// The side when every line is a whole puzzle: a character a cell, or 729 pencil marks, and perhaps the shape of the boxes.
///
/// Lines of 16, 25 and 36 characters can also be the rows of a grid of that side. They are puzzles if digits stand there
/// and all of them are digits of the small side; as many lines as characters are else one grid.
fn line_side(filled: &[Line<'_>]) -> Option<usize> {
    let bare: Vec<&str> = filled.iter().map(|&line| split_boxes(line).0.text.trim()).collect();
    if bare[0].contains('{') || bare.iter().any(|text| text.contains([' ', ',', '\t', '|'])) {
        return None;
    }
    let length = bare[0].chars().count();
    let characters = || bare.iter().flat_map(|text| text.chars());
    if length == 729 && !characters().any(|c| matches!(c.to_ascii_uppercase(), 'A'..='R')) {
        return Some(9);
    }
    let side = (4..=MOST_CHARACTERS).find(|side| side * side == length)?;
    let alphabet = Alphabet { side, letters_first: false, from_zero: false };
    let mut digits = characters().map(|c| alphabet.digit(c));
    let fits = digits.clone().all(|digit| digit.is_some()) && digits.any(|digit| digit > Some(0));
    let rows = length <= MOST_CHARACTERS && filled.len() > 1 && filled.len() + 1 >= length;
    (fits || !rows).then_some(side)
}

/// The most digits that single characters stand for.
const MOST_CHARACTERS: usize = 36;

/// A line, and the shape of the boxes that stands behind it.
fn split_boxes(line: Line<'_>) -> (Line<'_>, Option<(usize, usize)>) {
    let number = |text: &str| text.parse::<usize>().ok();
    let stated = line.text.rsplit_once(' ').and_then(|(before, shape)| {
        let (rows, columns) = shape.split_once('x')?;
        Some((Line { text: before.trim_end(), ..line }, Some((number(rows)?, number(columns)?))))
    });
    stated.unwrap_or((line, None))
}

/// The digit that a character stands for: 1-9 and then letters, from A = 10, or from A = 1 when `letters_first`, or from
/// 0 = 1 when `from_zero`.
#[derive(Clone, Copy)]
struct Alphabet {
    side: usize,
    letters_first: bool,
    from_zero: bool,
}

impl Alphabet {
    /// Finds out which alphabet these characters are written in.
    fn of(side: usize, characters: impl Iterator<Item = char> + Clone) -> Alphabet {
        let used = |c: char| characters.clone().any(|used| used == c);
        let other_blank = used('.') || used('_') || used('*');
        let any_digit = characters.clone().any(|c| c.is_ascii_digit() && c != '0');
        let letters_first = side > 9 && !any_digit && characters.clone().any(|c| c.is_ascii_alphabetic());
        let last = if side > 9 { char::from(b'A' + (side.min(36) - 10) as u8) } else { '9' };
        let from_zero = side > 9 && side <= 36 && any_digit && used('0') && other_blank && !used(last);
        Alphabet { side, letters_first, from_zero }
    }

    fn is_blank(&self, c: char) -> bool {
        match c {
            '.' | '_' | '*' | '?' | '-' => true,
            '0' => !self.from_zero,
            'x' | 'X' => self.side <= 9,
            _ => false,
        }
    }

    /// The digit, 0 for blank, `None` for anything else.
    fn digit(&self, c: char) -> Option<u16> {
        if self.is_blank(c) {
            return Some(0);
        }
        let value = if self.letters_first {
            c.to_ascii_uppercase()
                .is_ascii_uppercase()
                .then(|| u32::from(c.to_ascii_uppercase()) - u32::from('A') + 1)?
        } else {
            c.to_digit(36)? + u32::from(self.from_zero)
        };
        (1..=self.side as u32).contains(&value).then_some(value as u16)
    }

    fn expected(&self) -> String {
        format!("a digit up to {} or a blank (. 0 _ *)", self.side)
    }
}

fn read_line(line: Line<'_>, side: usize, options: Options) -> Result<Sudoku, SyntaxError> {
    let (line, boxes) = split_boxes(line);
    let mut sudoku = blank(side, Options { boxes: options.boxes.or(boxes), ..options }, line.number)?;
    let text = line.text.trim_start();
    let indent = line.text.chars().count() - text.chars().count();
    let alphabet = Alphabet::of(side, text.chars());
    let count = text.chars().count();
    let marks = side == 9 && count == 729;
    if !marks && count != side * side {
        let message = format!("expected {} characters, found {count}", side * side);
        return Err(SyntaxError::at(line.number, indent + count.min(side * side) + 1, message));
    }
    for (index, character) in text.chars().enumerate() {
        let error = || {
            let message = format!("expected {}, found '{character}'", alphabet.expected());
            SyntaxError::at(line.number, indent + index + 1, message)
        };
        let digit = alphabet.digit(character).ok_or_else(error)?;
        if !marks {
            sudoku.set(index, digit);
        } else if digit == 0 {
            sudoku.exclude(index / 9, (index % 9 + 1) as u16);
        } else if usize::from(digit) != index % 9 + 1 {
            return Err(error());
        }
    }
    Ok(sudoku)
}

/// A line that only frames: dashes or the like, and no cell. Lines of dashes alone may be blank rows.
fn frames(text: &str, dash_is_blank: bool) -> bool {
    let rule = text.contains("--") || text.contains("==") || text.contains("+-") || text.contains("__|");
    let only_rule = text.chars().all(|c| "-+*=|.':, ".contains(c));
    let only_dashes = text.chars().all(|c| c == '-' || c == ' ' || c == '|');
    rule && only_rule && !(dash_is_blank && only_dashes)
}

/// A grid, one row a line: words between blanks or commas, or characters.
fn read_grid(filled: &[Line<'_>], options: Options) -> Result<Sudoku, SyntaxError> {
    let has_digit = |text: &str| text.chars().any(|c| c.is_alphanumeric());
    let dash_is_blank = filled.iter().any(|line| has_digit(line.text) && line.text.contains('-'));
    let mut options = options;
    let separates = |c: char| c.is_whitespace() || "|,{}[]()\"':!".contains(c);
    let mut rows: Vec<Vec<Word<'_>>> = Vec::new();
    for line in filled.iter().filter(|line| !frames(line.text, dash_is_blank)) {
        let words = line.words(separates);
        if !words.is_empty() {
            rows.push(words);
        }
    }
    let Some(first) = rows.first() else {
        return Err(SyntaxError::at(filled[0].number, 1, "expected a row of digits, found only frames"));
    };
    let count = |row: &[Word<'_>]| row.len();
    let letters = |row: &[Word<'_>]| row.iter().map(|word| word.text.chars().count()).sum::<usize>();
    // A heading: the side, or the shape of the boxes, above rows that are wider.
    if rows.len() > 1 && first.len() <= 2 && letters(&rows[1]) >= 4 && letters(first) < letters(&rows[1]) {
        let figures: Vec<usize> = first.iter().filter_map(|word| word.text.parse().ok()).collect();
        let wide = count(&rows[1]).max(if rows[1].len() == 1 { letters(&rows[1]) } else { 0 });
        match figures[..] {
            [side] if side == wide => drop(rows.remove(0)),
            [rows_of_box, columns] if rows_of_box.checked_mul(columns) == Some(wide) => {
                options.boxes = options.boxes.or(Some((rows_of_box, columns)));
                rows.remove(0);
            }
            [side, again] if side == again && side == wide => drop(rows.remove(0)),
            _ => {}
        }
    }
    // Rows are written alike: the commonest width is the side, in words if it agrees with the number of rows.
    let by_words = commonest(rows.iter().map(|row| count(row)));
    let by_letters = commonest(rows.iter().map(|row| letters(row)));
    let height = rows.len();
    let words_fit = by_words.abs_diff(height);
    let letters_fit = by_letters.abs_diff(height);
    let characters = letters_fit < words_fit;
    let side = if characters { by_letters } else { by_words };
    let line = rows[0][0].line;
    let comma = filled.iter().any(|line| line.text.contains(','));
    options.boxes = options.boxes.or_else(|| drawn_boxes(filled, side, dash_is_blank, characters));
    let mut sudoku = blank(side, options, line)?;
    // The course's files leave the last row out, which is then blank.
    let short = height + 1 == side && !comma && side > 4;
    if let Some(row) = rows.get(side) {
        return Err(row[0].error(format!("the end after {side} rows of {side}")));
    }
    let mut given = Vec::new();
    for (r, row) in rows.iter().enumerate() {
        let cells: Vec<Word<'_>> =
            if characters { row.iter().flat_map(|word| split(word)).collect() } else { row.clone() };
        if cells.len() != side {
            let at = cells.get(side).copied().or(cells.last().copied());
            let (line, column) = at.map_or((line, 1), |word| (word.line, word.column));
            return Err(SyntaxError::at(
                line,
                column,
                format!("expected {side} cells in row {}, found {}", r + 1, cells.len()),
            ));
        }
        given.extend(cells);
    }
    if height != side && !short {
        let last = given.last().map_or(line, |word| word.line);
        return Err(SyntaxError::at(last, 1, format!("expected {side} rows, found {height}")));
    }
    let longer = given.iter().filter(|word| word.text.len() > 1 && ascending(word.text)).count();
    if side <= 9 && longer * 4 >= given.len() && longer * 4 >= side * side {
        for (cell, word) in given.iter().enumerate() {
            read_candidates(&mut sudoku, cell, word)?;
        }
        return Ok(sudoku);
    }
    let alphabet =
        Alphabet::of(side, given.iter().filter(|word| word.text.len() == 1).flat_map(|word| word.text.chars()));
    for (cell, word) in given.iter().enumerate() {
        sudoku.set(cell, read_word(word, &alphabet, characters)?);
    }
    Ok(sudoku)
}

/// The shape of the boxes that bars and rules draw, where both agree or only one of them is there.
fn drawn_boxes(filled: &[Line<'_>], side: usize, dash_is_blank: bool, characters: bool) -> Option<(usize, usize)> {
    let mut widths = Vec::new();
    let mut heights = vec![0];
    for line in filled {
        if frames(line.text, dash_is_blank) {
            heights.push(0);
            continue;
        }
        *heights.last_mut()? += 1;
        for part in line.text.split('|').filter(|part| !part.trim().is_empty()) {
            let cells = part.split([' ', '\t', ',']).filter(|cell| !cell.is_empty());
            widths.push(if characters { cells.map(|cell| cell.chars().count()).sum() } else { cells.count() });
        }
    }
    heights.retain(|&height| height > 0);
    // A division into equal parts, of more than one line and not all of them.
    let equal = |parts: &[usize]| {
        let first = *parts.first()?;
        (parts.iter().all(|&part| part == first) && (2..side).contains(&first)).then_some(first)
    };
    let shape = match (equal(&heights), equal(&widths)) {
        (Some(rows), Some(columns)) => (rows, columns),
        (Some(rows), None) => (rows, side / rows),
        (None, Some(columns)) => (side / columns, columns),
        (None, None) => return None,
    };
    (shape.0 * shape.1 == side).then_some(shape)
}

fn commonest(widths: impl Iterator<Item = usize>) -> usize {
    let mut widths: Vec<usize> = widths.collect();
    widths.sort_unstable();
    let runs = widths.chunk_by(|a, b| a == b);
    runs.max_by_key(|run| run.len()).map_or(0, |run| run[0])
}

/// The characters of a word as words.
fn split<'t>(word: &Word<'t>) -> Vec<Word<'t>> {
    let one = |(index, (at, c)): (usize, (usize, char))| Word {
        line: word.line,
        column: word.column + index,
        text: &word.text[at..at + c.len_utf8()],
    };
    word.text.char_indices().enumerate().map(one).collect()
}

fn ascending(text: &str) -> bool {
    text.bytes().all(|byte| (b'1'..=b'9').contains(&byte)) && text.as_bytes().is_sorted_by(|a, b| a < b)
}

fn read_word(word: &Word<'_>, alphabet: &Alphabet, characters: bool) -> Result<u16, SyntaxError> {
    let mut letters = word.text.chars();
    if let (Some(letter), None) = (letters.next(), letters.next())
        && (characters || !letter.is_ascii_digit() || alphabet.side <= 9)
    {
        return alphabet.digit(letter).ok_or_else(|| word.error(alphabet.expected()));
    }
    if word.text.chars().all(|c| "-_.*?0".contains(c)) || word.text == "-1" {
        return Ok(0);
    }
    match word.text.parse::<u16>() {
        Ok(digit) if usize::from(digit) <= alphabet.side => Ok(digit),
        _ => Err(word.error(alphabet.expected())),
    }
}

/// A cell of a grid of candidates: the digits that are still possible.
fn read_candidates(sudoku: &mut Sudoku, cell: usize, word: &Word<'_>) -> Result<(), SyntaxError> {
    let side = sudoku.side() as u16;
    if word.text.len() == 1 && !matches!(word.text.as_bytes()[0], b'1'..=b'9') {
        return Ok(());
    }
    if !ascending(word.text) || word.text.bytes().any(|byte| u16::from(byte - b'0') > side) {
        return Err(word.error(format!("the candidates of a cell, digits 1 to {side} ascending")));
    }
    for digit in (1..=side).filter(|digit| !word.text.contains(&digit.to_string())) {
        sudoku.exclude(cell, digit);
    }
    Ok(())
}

/// Whether every line is a given `rcv 0`.
fn is_rcv(filled: &[Line<'_>]) -> bool {
    filled.iter().all(|line| {
        let words = line.words(char::is_whitespace);
        words.len() == 2 && words[1].text == "0" && words[0].text.len() == 3 && words[0].text.parse::<u16>().is_ok()
    })
}

/// Givens as unit clauses of variables `rcv`, with or without the rules of the grid as longer clauses.
fn read_rcv(filled: &[Line<'_>], options: Options) -> Result<Sudoku, SyntaxError> {
    let mut side = 9;
    let mut units = Vec::new();
    let mut clauses = 0;
    for line in filled.iter().filter(|line| !line.text.starts_with('c')) {
        let words = line.words(char::is_whitespace);
        if line.text.starts_with('p') {
            let variables: usize = words.get(2).map_or(Ok(999), Word::number)?;
            if variables == 0 || !variables.is_multiple_of(111) || variables > 999 {
                return Err(
                    words[2].error("the 999 variables rcv of a sudoku (the command 'solver' reads other formulas)")
                );
            }
            side = variables / 111;
            continue;
        }
        let [first, .., last] = &words[..] else { return Err(words[0].error("a clause that ends in 0")) };
        if last.text != "0" {
            return Err(last.error("0 at the end of the clause"));
        }
        clauses += 1;
        for word in &words[..words.len() - 1] {
            let number = word.number::<i32>()?.unsigned_abs() as usize;
            let digits = [number / 100, number / 10 % 10, number % 10];
            if number > 999 || digits.iter().any(|&digit| digit == 0 || digit > side) {
                return Err(word.error(format!("a variable rcv with row, column and digit 1 to {side}")));
            }
            if words.len() == 2 {
                units.push((*first, digits));
            }
        }
    }
    if clauses > units.len() {
        let pairs = filled.iter().filter(|line| line.text.starts_with('-')).count();
        if pairs == 0 {
            return Err(SyntaxError::at(filled[0].number, 1, "expected givens 'rcv 0', found another formula"));
        }
    }
    let mut sudoku = blank(side, options, filled[0].number)?;
    for (word, [row, column, digit]) in units {
        let cell = (row - 1) * side + column - 1;
        if word.text.starts_with('-') {
            sudoku.exclude(cell, digit as u16);
        } else if sudoku.givens()[cell] != 0 && sudoku.givens()[cell] != digit as u16 {
            return Err(word.error(format!("one digit in row {row}, column {column}")));
        } else {
            sudoku.set(cell, digit as u16);
        }
    }
    Ok(sudoku)
}

/// Cages `sum;row,column;...` from 0 under a heading `side cages`.
fn read_killer(filled: &[Line<'_>], options: Options) -> Result<Sudoku, SyntaxError> {
    let heading = filled[0].words(char::is_whitespace);
    let headed = !filled[0].text.contains(';');
    let side = if headed { heading[0].number()? } else { 9 };
    let mut sudoku = blank(side, options, filled[0].number)?;
    let mut used = vec![false; sudoku.num_cells()];
    let mut cages = 0;
    for line in &filled[usize::from(headed)..] {
        let parts = line.words(|c| c == ';');
        let Some((sum, cells)) = parts.split_first().filter(|(_, cells)| !cells.is_empty()) else {
            return Err(SyntaxError::at(line.number, 1, "expected a cage 'sum;row,column;...'"));
        };
        let sum = Word { text: sum.text.trim(), ..*sum }.number()?;
        let mut cage = Cage { sum, cells: Vec::new() };
        for part in cells {
            let place = Line { number: line.number, text: part.text }.words(|c| c == ',' || c.is_whitespace());
            let [row, column] = &place[..] else { return Err(part.error("a cell 'row,column' from 0")) };
            let cell = sudoku.cell_at(row.number()?, column.number()?);
            let Some(cell) = cell else { return Err(part.error(format!("a row and column below {side}"))) };
            if std::mem::replace(&mut used[cell], true) {
                return Err(part.error("a cell that is in no other cage"));
            }
            cage.cells.push(cell);
        }
        sudoku.add_cage(cage);
        cages += 1;
    }
    if let (true, Some(count)) = (headed, heading.get(1))
        && count.number::<usize>()? != cages
    {
        return Err(count.error(format!("the number of cages, which is {cages}")));
    }
    Ok(sudoku)
}

/// A jigsaw with drawn borders: cells four characters wide, `|` between regions of a row and `---` between those of
/// two rows.
fn read_jigsaw(lines: &[Line<'_>]) -> Result<Sudoku, SyntaxError> {
    let first = lines.iter().position(|line| !line.is_blank()).unwrap_or(0);
    let lines = &lines[first..];
    let side = lines[0].text.split_whitespace().count();
    if side > MAX_SIDE || lines.len() < 2 * side {
        let last = lines.last().map_or(1, |line| line.number);
        return Err(SyntaxError::at(last, 1, format!("expected {side} rows with borders between them")));
    }
    let at = |line: usize, column: usize| lines.get(line).and_then(|line| line.text.chars().nth(column)).unwrap_or(' ');
    // Cells that no border divides are one region.
    let mut parent: Vec<usize> = (0..side * side).collect();
    fn root(parent: &mut [usize], mut cell: usize) -> usize {
        while parent[cell] != cell {
            parent[cell] = parent[parent[cell]];
            cell = parent[cell];
        }
        cell
    }
    let mut digits = Vec::new();
    for row in 0..side {
        for column in 0..side {
            let cell = row * side + column;
            let text: String = (1..4).map(|k| at(2 * row + 1, 4 * column + k)).collect();
            let text = text.trim();
            let (line, place) = (lines[2 * row + 1].number, 4 * column + 2);
            let digit = if text.is_empty() || text == "." || text == "0" {
                0
            } else {
                let parsed = text.parse::<u16>().ok().filter(|&digit| usize::from(digit) <= side);
                let error = || {
                    SyntaxError::at(line, place, format!("expected a digit up to {side} or a blank, found '{text}'"))
                };
                parsed.ok_or_else(error)?
            };
            digits.push(digit);
            if column + 1 < side && at(2 * row + 1, 4 * column + 4) != '|' {
                let (a, b) = (root(&mut parent, cell), root(&mut parent, cell + 1));
                parent[a.max(b)] = a.min(b);
            }
            if row + 1 < side && at(2 * row + 2, 4 * column + 2) != '-' {
                let (a, b) = (root(&mut parent, cell), root(&mut parent, cell + side));
                parent[a.max(b)] = a.min(b);
            }
        }
    }
    let mut names: Vec<usize> = Vec::new();
    let mut regions = Vec::new();
    for cell in 0..side * side {
        let found = root(&mut parent, cell);
        regions.push(names.iter().position(|&name| name == found).unwrap_or_else(|| {
            names.push(found);
            names.len() - 1
        }));
    }
    let odd = (0..names.len()).find(|&region| regions.iter().filter(|&&other| other == region).count() != side);
    if let Some(region) = odd {
        let cell = regions.iter().position(|&other| other == region).unwrap_or(0);
        let count = regions.iter().filter(|&&other| other == region).count();
        let (line, column) = (lines[2 * (cell / side) + 1].number, 4 * (cell % side) + 3);
        return Err(SyntaxError::at(line, column, format!("expected a region of {side} cells here, found {count}")));
    }
    let Some(mut sudoku) = Sudoku::with_regions(side, regions) else {
        return Err(SyntaxError::at(lines[0].number, 1, format!("expected {side} regions of {side} cells")));
    };
    digits.into_iter().enumerate().for_each(|(cell, digit)| sudoku.set(cell, digit));
    Ok(sudoku)
}

fn is_samurai(filled: &[Line<'_>]) -> bool {
    let lengths: Vec<usize> =
        filled.iter().map(|line| line.text.chars().filter(|c| !c.is_whitespace()).count()).collect();
    lengths.len() == 21 && lengths[0] == 18 && lengths[10] == 9 && lengths[7] == 21
}

fn read_samurai(filled: &[Line<'_>]) -> Result<Sudoku, SyntaxError> {
    let mut sudoku = Sudoku::samurai();
    let mut cell = 0;
    for (row, line) in filled.iter().enumerate() {
        let wanted = (0..21).filter(|&column| sudoku.cell_at(row, column).is_some()).count();
        let written: Vec<(usize, char)> = line.text.chars().enumerate().filter(|(_, c)| !c.is_whitespace()).collect();
        if written.len() != wanted {
            let message = format!("expected {wanted} cells in row {}, found {}", row + 1, written.len());
            return Err(SyntaxError::at(line.number, 1, message));
        }
        let alphabet = Alphabet { side: 9, letters_first: false, from_zero: false };
        for (column, c) in written {
            let error =
                || SyntaxError::at(line.number, column + 1, format!("expected {}, found '{c}'", alphabet.expected()));
            sudoku.set(cell, alphabet.digit(c).ok_or_else(error)?);
            cell += 1;
        }
    }
    Ok(sudoku)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::sudoku::Layout;

    fn shapes(text: &str) -> Vec<(usize, usize)> {
        let all = read_many(text, Options::default()).expect("sudokus");
        let shape = |sudoku: &Sudoku| match *sudoku.layout() {
            Layout::Boxes(rows, columns) => (rows, columns),
            _ => (0, 0),
        };
        all.iter().map(shape).collect()
    }

    #[test]
    fn lines_and_grids_are_told_apart() {
        let four = "1...............\n";
        assert_eq!(shapes(four), [(2, 2)]);
        assert_eq!(shapes(&four.repeat(15)), [(2, 2); 15]);
        assert_eq!(shapes(&four.repeat(16)), [(2, 2); 16]);
        assert_eq!(shapes(&"................\n".repeat(16)), [(4, 4)]);
        assert_eq!(shapes(&format!("...G............\n{}", four.repeat(15))), [(4, 4)]);
        let six = "1...................................\n";
        assert_eq!(shapes(&six.repeat(36)), [(2, 3); 36]);
        assert_eq!(shapes(&format!("A{}", six.repeat(36).replacen('1', "", 1))), [(6, 6)]);
        assert_eq!(shapes(&format!("1{}\n", ".".repeat(143)).repeat(2)), [(3, 4); 2]);
        assert_eq!(shapes(&format!("1{}\n", ".".repeat(63)).repeat(64)), [(2, 4); 64]);
        assert_eq!(shapes(&format!("1{}\n", ".".repeat(80)).repeat(81)), [(3, 3); 81]);
        assert_eq!(shapes(&format!("1R{}\n", ".".repeat(727))), [(3, 9)]);
        assert_eq!(shapes(&format!("1.{}\n", ".".repeat(727))), [(3, 3)]);
    }

    #[test]
    fn boxes_are_stated_or_drawn() {
        let blank = ".".repeat(36);
        assert_eq!(shapes(&format!("{blank} 3x2\n{blank}\n{blank} 1x6\n")), [(3, 2), (2, 3), (1, 6)]);
        let error = read(&format!("{blank} 4x2"), Options::default()).expect_err("8 is not 6").to_string();
        assert_eq!(error, "1:1: expected boxes that fit 6 digits, asked for 4x2");
        let row = |bar: &str| format!("0 0{bar} 0 0{bar} 0 0\n");
        let rule = "------+-----+----\n";
        assert_eq!(shapes(&row(" |").repeat(6)), [(3, 2)]);
        assert_eq!(shapes(&format!("{0}{rule}{0}", row(" |").repeat(3))), [(3, 2)]);
        assert_eq!(shapes(&format!("{0}{rule}{0}{rule}{0}", row("").repeat(2))), [(2, 3)]);
        // Bars and rules that contradict each other, and bars between all cells, draw nothing.
        assert_eq!(shapes(&format!("{0}{rule}{0}{rule}{0}", row(" |").repeat(2))), [(2, 3)]);
        assert_eq!(shapes(&"|0|0|0|0|0|0|\n".repeat(6)), [(2, 3)]);
    }
}
