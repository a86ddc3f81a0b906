//! A second reader of DIMACS, as plain as can be, to compare with: it holds the whole text and looks at it line by
//! line.

/// The declared variables and the clauses, or `None` when the text is no DIMACS CNF by our rules.
pub fn read(text: &[u8]) -> Option<(usize, Vec<Vec<i32>>)> {
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    let lines: Vec<&[u8]> = text.split(|&byte| byte == b'\n').map(without_returns).collect();
    let mut header: Option<(u32, usize)> = None;
    let (mut clauses, mut clause) = (Vec::new(), Vec::new());
    for (index, line) in lines.iter().enumerate() {
        // A carriage return inside a line is a word of its own here, and no legal one.
        let words = words(line);
        if words.first().is_some_and(|word| word[0] == b'c') {
            continue;
        }
        let Some((vars, count)) = header else {
            if !words.is_empty() {
                header = Some(read_header(&words)?);
            }
            continue;
        };
        for (place, &word) in words.iter().enumerate() {
            let full = clauses.len() == count && clause.is_empty();
            if full && (word[0] == 0x1a || word == b"%" && place == 0) {
                let mut rest = words[place..].to_vec();
                rest.extend(lines[index + 1..].iter().flat_map(|line| self::words(line)));
                return ends(&rest).then_some((vars as usize, clauses));
            }
            if word == b"c" && clause.is_empty() {
                break;
            }
            let text = std::str::from_utf8(word).ok().filter(|_| !full)?;
            let digits = text.strip_prefix('-').unwrap_or(text);
            if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
                return None;
            }
            match text.parse::<i64>().ok()? {
                0 if text == "0" => clauses.push(std::mem::take(&mut clause)),
                0 => return None,
                lit if lit.unsigned_abs() > vars.into() => return None,
                lit => clause.push(lit as i32),
            }
        }
    }
    header.filter(|&(_, count)| clause.is_empty() && clauses.len() == count).map(|(vars, _)| (vars as usize, clauses))
}

/// Whether these words may end a text: end-of-file marks, or a `%`, a 0 or none, and then such.
fn ends(words: &[&[u8]]) -> bool {
    let (footer, words) = match words {
        [b"%", b"0", rest @ ..] | [b"%", rest @ ..] => (true, rest),
        all => (false, all),
    };
    let marks: Vec<u8> = words.concat();
    // After the first mark even stray carriage returns are nothing.
    marks.iter().all(|&byte| byte == 0x1a || byte == b'\r') && !(footer && marks.first() == Some(&b'\r'))
}

fn read_header(words: &[&[u8]]) -> Option<(u32, usize)> {
    let digits = |word: &[u8]| word.iter().all(u8::is_ascii_digit).then(|| String::from_utf8_lossy(word).into_owned());
    match words {
        [b"p", b"cnf", vars, count] => Some((digits(vars)?.parse().ok()?, digits(count)?.parse().ok()?)),
        _ => None,
    }
}

/// The words of a line; each carriage return is one of them.
fn words(line: &[u8]) -> Vec<&[u8]> {
    let blank = |byte: &u8| matches!(byte, b' ' | b'\t' | 0x0b | 0x0c);
    let pieces = line.split_inclusive(|&byte| byte == b'\r').flat_map(|piece| match piece {
        [front @ .., b'\r'] => [front, b"\r"],
        all => [all, b""],
    });
    pieces.flat_map(|piece| piece.split(blank)).filter(|word| !word.is_empty()).collect()
}

/// A line without the carriage returns at its end.
fn without_returns(line: &[u8]) -> &[u8] {
    let end = line.iter().rposition(|&byte| byte != b'\r').map_or(0, |last| last + 1);
    &line[..end]
}
