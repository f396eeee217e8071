// The cells where moves are made. The server lists the cells changed by a move.
// The cell to click follows from the cell names in the move's notation, such as
// "a2-b3", or else from the board: a move starts at a piece of the player.

/**
 * Returns for each move its cells: from and to (or -1), the cell to click, and
 * all changed cells.
 */
export function targets(pos) {
  const names = cellNames(pos.board);
  return pos.moves.map((move) => target(pos, move, names));
}

/**
 * Returns the index of each cell by name, for the usual ways to combine column
 * and row.
 */
function cellNames(board) {
  const names = new Map();
  for (let at = 0; at < board.cells.length; at++) {
    const column = board.columns[at % board.width];
    const row = board.rows[Math.floor(at / board.width)];
    if (!column || !row) continue;
    names.set(`${column}.${row}`, at);
    if (!(isDigits(column) && isDigits(row))) names.set(column + row, at);
  }
  return names;
}

const isDigits = (text) => /^\d+$/.test(text);

function target(pos, move, names) {
  const { board } = pos;
  const changed = move.cells ?? [];
  if (changed.length === 0) return { from: -1, to: -1, all: [] };
  const named = cellsIn(move.move, names);
  if (named.some((at) => changed.includes(at))) {
    const all = [...new Set([...changed, ...named])];
    return { from: named.length > 1 ? named[0] : -1, to: named.at(-1), all };
  }
  const isOwn = (at) => board.cells[at].kind === 'piece' && board.cells[at].role === pos.mover;
  const isPiece = (at) => board.cells[at].kind === 'piece';
  const taken = inRow(board, move.move, changed);
  if (taken >= 0) return { from: -1, to: taken, all: changed };
  let column = board.columns.indexOf(changed.length === 1 ? move.move.split('.').at(-1) : move.move);
  // Pits are numbered from the left of their owner.
  if (column >= 0 && pos.mover === 1 && board.cells.some(({ figure }) => figure === 'pit')) column = board.width - 1 - column;
  if (column >= 0) {
    const all = changed.filter((at) => at % board.width === column);
    const there = all.length > 1 ? all.filter(isOwn) : all; // of two pits, the emptied one
    const whole = board.cells.map((_, at) => at).filter((at) => at % board.width === column);
    if (there.length === 1) return { from: -1, to: there[0], all: changed, also: changed.length === 1 ? whole : [] };
  }
  if (board.width === 1 && changed.length > 1) return { from: -1, to: Math.max(...changed), all: changed };
  const from = changed.filter(isOwn);
  let to = changed.filter((at) => !isOwn(at));
  if (from.length === 0) to = to.filter((at) => !isPiece(at)); // flipped pieces are not clicked
  return { from: from.length === 1 ? from[0] : -1, to: to.length === 1 ? to[0] : -1, all: changed };
}

/** Returns the cells named in a move, as in a2-b3, mark.1.2 or move.wk.c.1.d.2. */
function cellsIn(move, names) {
  const parts = move.split('.');
  const found = (move.match(/[a-z]?\d+\.\d+|[a-z]\d+/g) ?? []).map((name) => names.get(name) ?? names.get(name.replace(/^[a-z]/, '')));
  const pairs = parts.map((part, i) => names.get(`${part}.${parts[i + 1]}`));
  return (found.some((at) => at !== undefined) ? found : pairs).filter((at) => at !== undefined);
}

/**
 * Groups moves that have the same cells by the words of their notation. Returns
 * the indexes of the moves by these words, or an empty map if cells identify
 * the moves. For example, place.rook.1.2 and place.king.1.2 are of two kinds.
 */
export function kinds({ board, moves }, aims) {
  const [ends, groups] = [new Set(), new Map()];
  aims.forEach(({ from, to }, i) => {
    if (to < 0 || !moves[i].move.includes('.')) return;
    const kind = moves[i].move.split('.').filter((part) => !board.columns.includes(part) && !board.rows.includes(part)).join(' ');
    ends.add(`${from} ${to}`);
    groups.set(kind, [...(groups.get(kind) ?? []), i]);
  });
  return ends.size < [...groups.values()].flat().length ? groups : new Map();
}

/**
 * Returns the last piece taken by a move from the end of a row, or -1. For
 * example, 5-3 takes three pieces from row 5, and reduce.a.3 leaves three in
 * row a.
 */
function inRow({ rows, columns, cells, width }, move, changed) {
  const [, row, count] = move.match(/(?:^|\.)(\w+)[-.](\d+)$/) ?? [];
  const y = rows.indexOf(row);
  const pieces = cells.map((_, at) => at).filter((at) => y >= 0 && Math.floor(at / width) === y && cells[at].figure);
  pieces.sort((a, b) => columns[a % width] - columns[b % width]);
  if (!move.includes('.')) return pieces.at(-count) ?? -1;
  return changed.every((at) => pieces.includes(at)) ? pieces.find((at) => changed.includes(at)) : -1;
}

/** Returns the indexes of the moves that end at a cell. */
export function endingAt(all, left, cell) {
  const isFirst = left.length === all.length;
  if (isFirst && left.some((i) => all[i].from === cell)) return [];
  return left.filter((i) => all[i].to === cell);
}

/**
 * Interprets a click on a cell. Returns the indexes of the moves that remain
 * and whether the click plays the only one. The first click selects the moves
 * that start in the cell, even if others end there, as in Quixo. Later clicks
 * select moves that end in the cell.
 */
export function narrow(all, left, cell) {
  const begins = left.filter((i) => all[i].from === cell);
  const isFirst = left.length === all.length;
  const ends = isFirst && begins.length > 0 ? [] : left.filter((i) => all[i].to === cell || all[i].also?.includes(cell));
  if (ends.length > 0) {
    return { left: ends, play: ends.length === 1 };
  }
  if (begins.length > 0) {
    const settled = begins.length === 1 && left.length < all.length && left.every((i) => all[i].to === all[begins[0]].to);
    return { left: begins, play: settled || (begins.length === 1 && all[begins[0]].to < 0) };
  }
  const touch = left.filter((i) => all[i].to < 0 && all[i].all.includes(cell));
  return { left: touch, play: touch.length === 1 };
}
