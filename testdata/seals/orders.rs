#![allow(dead_code)]
use std::fmt;

pub const MAX: usize = 50; /* a /* b */ c */
static NAME: &'static str = r#"raw "x" // text"#;

#[derive(Debug)]
pub struct Order<'a> {
    pub id: &'a str,
    pub(crate) lines: Vec<Line>,
}

pub enum State {
    Open,
    Paid { at: u64 },
}

impl<'a> Order<'a> {
    pub fn total(&self) -> [u8; 4] where Self: Sized {
        let quote = '"'; // "
        [0; 4]
    }
}

impl fmt::Display for Order<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}", self.id)
    }
}

macro_rules! square {
    ($x:expr) => { $x * $x };
}

mod tests {
    pub const fn total() -> u8 { 1 }
}
