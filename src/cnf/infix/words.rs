//! The words of a formula in infix notation.

/// An operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operator {
    Not,
    And,
    Xor,
    Or,
    Implies,
    Iff,
}

impl Operator {
    /// How tightly it binds.
    pub(super) fn strength(self) -> u8 {
        match self {
            Operator::Not => 6,
            Operator::And => 5,
            Operator::Xor => 4,
            Operator::Or => 3,
            Operator::Implies => 2,
            Operator::Iff => 1,
        }
    }
}

/// A word of a formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Word<'t> {
    Name(&'t str),
    Constant(bool),
    Operator(Operator),
    Open,
    Close,
}

/// Signs, the longest first.
const SIGNS: &[(&str, Operator)] = &[
    ("<->", Operator::Iff),
    ("<=>", Operator::Iff),
    ("->", Operator::Implies),
    ("=>", Operator::Implies),
    ("&&", Operator::And),
    ("||", Operator::Or),
    ("/\\", Operator::And),
    ("\\/", Operator::Or),
    ("&", Operator::And),
    ("|", Operator::Or),
    ("~", Operator::Not),
    ("!", Operator::Not),
    ("-", Operator::Not),
    ("\u{ac}", Operator::Not),
    ("\u{2227}", Operator::And),
    ("\u{2295}", Operator::Xor),
    ("\u{2228}", Operator::Or),
    ("\u{2192}", Operator::Implies),
    ("\u{21d2}", Operator::Implies),
    ("\u{2194}", Operator::Iff),
    ("\u{21d4}", Operator::Iff),
];

/// The word at the start of `text`, which begins with no blank, and its length; or what was expected there.
pub(super) fn word(text: &str) -> Result<(Word<'_>, usize), &'static str> {
    let proves = |rest: &str| rest.starts_with('=') || rest.strip_prefix('-').is_some_and(|rest| rest.starts_with(' '));
    if text.strip_prefix('|').is_some_and(proves) {
        return Err("'->' for implies, or '|' and '~' apart for or and not: this sign says what follows from what");
    }
    if let Some((sign, operator)) = SIGNS.iter().find(|(sign, _)| text.starts_with(sign)) {
        return Ok((Word::Operator(*operator), sign.len()));
    }
    let first = text.chars().next().unwrap_or(' ');
    match first {
        '(' => return Ok((Word::Open, 1)),
        ')' => return Ok((Word::Close, 1)),
        '^' => return Err("'&' for and, 'xor' for exclusive or: '^' is used for both"),
        '+' | '*' | '.' => return Err("'|' for or and '&' for and"),
        '=' | '<' => return Err("'<->' for if and only if, '->' for implies"),
        '\u{2212}' | '\u{2013}' => return Err("an ASCII '-' or '~' for not"),
        '0'..='9' => return Err("a name, which begins with a letter, or an operator"),
        first if !first.is_alphabetic() && first != '_' => return Err("a name, an operator or a parenthesis"),
        _ => {}
    }
    let inside = |c: char| c.is_alphanumeric() || c == '_';
    let name = &text[..text.find(|c| !inside(c)).unwrap_or(text.len())];
    if text[name.len()..].starts_with('\'') {
        return Err("'~' before a name for not, and names without apostrophes, which are used for both");
    }
    let word = match name.to_ascii_lowercase().as_str() {
        "not" => Word::Operator(Operator::Not),
        "and" => Word::Operator(Operator::And),
        "xor" => Word::Operator(Operator::Xor),
        "or" => Word::Operator(Operator::Or),
        "implies" => Word::Operator(Operator::Implies),
        "iff" => Word::Operator(Operator::Iff),
        "true" => Word::Constant(true),
        "false" => Word::Constant(false),
        "v" if name == "v" => Word::Operator(Operator::Or),
        _ => Word::Name(name),
    };
    Ok((word, name.len()))
}
