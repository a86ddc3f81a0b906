//! `gems draw`: a picture of a board, of a solution, or of the chances of its cells.

use super::args::{BoardArgs, formula, no_solution};
use clap::Args;
use gemsat::command::backend::EngineArgs;
use gemsat::command::exit::{Exit, Failure};
use gemsat::command::output::Output;
use gemsat::command::picture::PictureArgs;
use gemsat::command::scene::Scene;
use gemsat::command::tool;
use gemsat::engine::Verdict;
use gemsat::puzzle::gems::chances::{ChancesError, chances};
use gemsat::puzzle::gems::count::{CountError, DEFAULT_STATES, count};
use gemsat::puzzle::gems::draw;
use gemsat::puzzle::gems::encode::Numbering;
use gemsat::puzzle::gems::{Cell, certain};
use gemsat::reason::Incremental;
use std::io::Write;

#[derive(Args)]
pub struct Draw {
    #[command(flatten)]
    board: BoardArgs,
    /// Show the probability of a trap in each unknown cell.
    #[arg(long)]
    probabilities: bool,
    /// Solve it first and show the solution; what is not certain is drawn faintly.
    #[arg(long, conflicts_with = "probabilities")]
    solve: bool,
    /// Coloured text for a terminal in place of SVG; what a terminal gets where no file is named.
    #[arg(long)]
    text: bool,
    #[command(flatten)]
    picture: PictureArgs,
    #[command(flatten)]
    engine: EngineArgs,
}

impl Draw {
    pub fn run(&self, out: &mut Output) -> Result<Exit, Failure> {
        self.picture.check()?;
        let mut board = self.board.read()?;
        let (mines, limits) = (board.mines, self.engine.limits());
        let mut guessed = Vec::new();
        if self.solve {
            let formula = formula(&board)?.formula;
            let model = match self.engine.solve(&formula, &limits, &Scene::unseen())? {
                Verdict::Sat(model) => model,
                Verdict::Unsat => return no_solution(&board, out).map(|_| Exit::Done),
                Verdict::Unknown(stop) => return tool::unknown(out, stop),
            };
            let certain = match count(&board, mines, DEFAULT_STATES, &limits) {
                Ok(counts) => Some(certain::counted(&board, &counts)),
                Err(CountError::Stopped(stop)) => return tool::unknown(out, stop),
                Err(CountError::TooEntangled) => {
                    match certain::asked(&board, &mut Incremental::new(&formula), &limits) {
                        Ok(certain) => certain,
                        Err(stop) => return tool::unknown(out, stop),
                    }
                }
            };
            guessed = certain.into_iter().flat_map(|board| board.cells).map(|cell| cell == Cell::Unknown).collect();
            board = Numbering::Unknown.fill(&board, &model);
        }
        let shown = match self.probabilities {
            true => match chances(&board, mines, &limits) {
                Ok(chances) => Some(chances),
                Err(ChancesError::Stopped(stop)) => return tool::unknown(out, stop),
                Err(error) => return Err(Failure::input(error)),
            },
            false => None,
        };
        if self.text || self.picture.on_terminal() {
            out.write_all(draw::coloured(&board, &guessed).as_bytes())?;
        } else {
            self.picture.write(&draw::svg(&board, shown.as_ref(), &guessed), out)?;
        }
        Ok(Exit::Done)
    }
}
