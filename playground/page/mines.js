// A game of mines: cells are opened and flagged, and the board's own buttons help with chances and explanations.
"use strict";

const Mines = (() => {
  let game = null;

  const around = cell => {
    const {rows, columns} = game, row = Math.floor(cell / columns), column = cell % columns;
    const near = [];
    for (let r = Math.max(0, row - 1); r <= Math.min(rows - 1, row + 1); r++) {
      for (let c = Math.max(0, column - 1); c <= Math.min(columns - 1, column + 1); c++) if (r !== row || c !== column) near.push(r * columns + c);
    }
    return near;
  };
  const number = cell => around(cell).filter(near => game.mines[near]).length;

  // The board as text, as the page reads it: only what is open and, at the end, where the mines were.
  function text() {
    const sign = cell => game.open.has(cell) ? number(cell) : game.ended && game.mines[cell] ? "X" : "-";
    const row = at => Array.from({length: game.columns}, (_, column) => sign(at * game.columns + column)).join(" ");
    return `${game.rows}x${game.columns}x${game.mines.filter(Boolean).length}\n${Array.from({length: game.rows}, (_, at) => row(at)).join("\n")}\n`;
  }

  function reveal(cell) {
    const queue = [cell];
    while (queue.length) {
      const at = queue.pop();
      if (game.open.has(at)) continue;
      game.open.add(at);
      game.flags.delete(at);
      if (number(at) === 0) queue.push(...around(at));
    }
  }

  return {
    // Begins with what is open at the start of the dealt board.
    begin(shape, solution, opened) {
      const [, rows, columns] = shape.match(/(\d+)x(\d+)$/).map(Number);
      game = {rows, columns, mines: solution.map(value => value === 1), open: new Set(opened), flags: new Set(), ended: null};
    },
    end() { game = null; },
    on: () => game !== null && !game.ended,
    flags: () => game && !game.ended ? [...game.flags] : [],
    text,
    // Opens a cell or, where a number is open and has all its flags, the cells around it; whether the board has changed.
    open(cell) {
      const known = game.open.has(cell);
      const wanted = known ? around(cell).filter(near => !game.open.has(near) && !game.flags.has(near)) : game.flags.has(cell) ? [] : [cell];
      if (known && around(cell).filter(near => game.flags.has(near)).length !== number(cell)) return false;
      if (wanted.some(near => game.mines[near])) game.ended = "lost";
      wanted.filter(near => !game.mines[near]).forEach(reveal);
      if (!game.ended && game.open.size === game.mines.filter(mine => !mine).length) game.ended = "won";
      return wanted.length > 0;
    },
    flag(cell) {
      if (game.open.has(cell)) return;
      if (!game.flags.delete(cell)) game.flags.add(cell);
    },
    says() {
      if (!game) return "";
      const left = game.mines.filter(Boolean).length - game.flags.size;
      return {won: "You have found all mines.", lost: "That was a mine. The board shows where they all were."}[game.ended]
        ?? `${count(Math.max(0, left))} of ${count(game.mines.filter(Boolean).length)} mines without a flag.`;
    },
  };
})();
