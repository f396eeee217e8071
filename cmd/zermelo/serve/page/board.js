// The board: its drawing, and on it a grid of cells that can be clicked, reached
// by arrow keys and read out.

import { drawing, pointed } from './drawing.js';
import { element, roving } from './dom.js';
import { badge } from './values.js';
import { endingAt, narrow, targets } from './targets.js';

/** The widest that a cell is shown, as a multiple of its size in the drawing. */
const LARGEST = 2.2;

/**
 * Draws a position into a place of the page. The options: previous is the
 * position before, whose differences are marked; hidden leaves values out; play
 * is called with a move, narrowed with the moves that remain after a click (all
 * of them when nothing is chosen). Returns what else can be done with the board.
 */
export function drawBoard(place, pos, { previous, hidden, play, narrowed }) {
  const { board } = pos;
  if (!board.width) {
    place.replaceChildren(element('ul', { className: 'notes' }, ...board.notes.map((note) => element('li', {}, note))));
    return { show() {}, clear() {}, focus: () => false };
  }
  const frame = element('div', { className: 'frame' });
  const svg = drawing(pos);
  frame.append(svg);
  const grid = element('div', { className: 'grid', role: 'grid', 'aria-label': 'Board' });
  frame.append(grid);

  const joint = pos.mover < 0;
  const aims = joint ? [] : targets(pos);
  const every = aims.map((_, i) => i);
  let left = every;
  const cells = board.cells.map((_, at) => element('button', { type: 'button', role: 'gridcell', className: 'cell', tabIndex: -1, 'data-name': cellName(board, at) }));
  for (let y = 0; y < board.height; y++) {
    grid.append(element('div', { role: 'row', className: 'row' }, ...cells.slice(y * board.width, (y + 1) * board.width)));
  }
  fit(frame, svg, grid, board, cells);
  cells[0].tabIndex = 0;
  roving(grid, cells, board.width);

  const paint = () => {
    cells.forEach((cell, at) => {
      const ends = endingAt(aims, left, at);
      const touched = left.filter((i) => aims[i].to < 0 && aims[i].all.includes(at));
      const begins = left.filter((i) => aims[i].from === at);
      const also = left.some((i) => aims[i].also?.includes(at));
      cell.className = 'cell';
      cell.replaceChildren();
      cell.classList.toggle('can', ends.length + begins.length + touched.length > 0 || also);
      cell.classList.toggle('begins', begins.length > 0 && !hidden);
      cell.classList.toggle('chosen', left !== every && begins.length > 0);
      cell.classList.toggle('last', Boolean(previous) && differs(board, previous.board, at));
      cell.classList.toggle('taken', ['piece', 'wall', 'blocked'].includes(board.cells[at].kind));
      const here = ends.length > 0 ? ends : touched;
      if (here.length > 0) cell.append(mark(pos, here, hidden));
      if (begins.length > 0 && !hidden) cell.classList.add(...badge(pos, pos.moves[begins[0]]).classes.map((c) => `edge-${c}`));
      cell.append(element('span', { className: 'unseen' }, label(pos, at, here, begins, hidden)));
    });
  };
  const choose = (at) => {
    let next = narrow(aims, left, at);
    if (next.left.length === 0 && left !== every) next = narrow(aims, every, at);
    if (next.play) {
      play(pos.moves[next.left[0]]);
      return;
    }
    left = next.left.length > 0 ? next.left : every;
    paint();
    narrowed(left.map((i) => pos.moves[i]), left === every);
  };
  cells.forEach((cell, at) => cell.addEventListener('click', () => choose(at)));
  paint();

  const lettered = board.cells.some((cell) => cell.figure === 'lettered' || pointed.includes(cell.figure) || (cell.kind === 'mark' && !cell.figure));
  const below = [...board.notes, lettered && board.legend.join(', ')].filter(Boolean);
  place.replaceChildren(frame, element('p', { className: 'sub legend' }, below.join('; ')));
  return {
    /** Marks the cells of a move, or of none. */
    show(move) {
      const aim = move && aims[pos.moves.indexOf(move)];
      cells.forEach((cell, at) => cell.classList.toggle('shown', Boolean(aim) && aim.all.includes(at)));
    },
    /** Forgets the chosen piece. */
    clear() {
      left = every;
      paint();
      narrowed(pos.moves, true);
    },
    /** Puts the focus on a cell; reports whether there is one. */
    focus(at) {
      if (!cells[at]) return false;
      cells.forEach((cell, i) => (cell.tabIndex = i === at ? 0 : -1));
      cells[at].focus();
      return true;
    },
    cells,
  };
}

/** Lays the grid over the cells of the drawing, whatever size that is shown in. */
function fit(frame, svg, grid, board, cells) {
  const { width, height } = svg.viewBox.baseVal;
  const place = (node, left, top, w, h) => {
    node.style.left = `${(100 * left) / width}%`;
    node.style.top = `${(100 * top) / height}%`;
    node.style.width = `${(100 * w) / width}%`;
    node.style.height = `${(100 * h) / height}%`;
  };
  const grounds = [...svg.querySelectorAll('.f-board')];
  let columns = board.width;
  if (board.grid === 'hexagons') {
    place(grid, 0, 0, width, height);
    grid.classList.add('hexagons');
    cells.forEach((cell, at) => {
      const box = corners(grounds[at]);
      place(cell, box.left, box.top, box.right - box.left, box.bottom - box.top);
      columns = width / (box.right - box.left);
    });
  } else {
    const [x, y, w, h] = ['x', 'y', 'width', 'height'].map((name) => Number(grounds[0].getAttribute(name)));
    place(grid, x, y, w, h);
  }
  grid.style.setProperty('--columns', columns);
  grid.style.setProperty('--rows', board.height);
  frame.style.setProperty('--widest', `${LARGEST * width}px`);
  frame.style.setProperty('--shape', width / height);
}

/** The box around a path of straight lines. */
function corners(path) {
  const numbers = path.getAttribute('d').match(/-?[\d.]+/g).map(Number);
  const [xs, ys] = [0, 1].map((odd) => numbers.filter((_, i) => i % 2 === odd));
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
}

function differs(board, before, at) {
  if (before?.width !== board.width || before.height !== board.height) return false;
  const [a, b] = [board.cells[at], before.cells[at]];
  return a.kind !== b.kind || a.role !== b.role || a.glyph !== b.glyph;
}

/** The badge of the best of some moves that end in a cell. */
function mark(pos, moves, hidden) {
  if (hidden) return element('span', { className: 'spot', 'aria-hidden': 'true' });
  const { text, classes } = badge(pos, pos.moves[moves[0]]);
  const made = element('span', { className: `badge ${classes.join(' ')}`, 'aria-hidden': 'true' }, text);
  if (moves.length > 1) made.append(element('sub', {}, `×${moves.length}`));
  return made;
}

/** The name of a cell by the labels of its column and row, or their numbers. */
function cellName(board, at) {
  const [x, y] = [at % board.width, Math.floor(at / board.width)];
  const [column, row] = [board.columns[x], board.rows[y]];
  if (!column || !row) return `column ${x + 1}, row ${y + 1}`;
  return /\d$/.test(column) ? `${column}.${row}` : column + row;
}

/** What a cell is called, what stands there, and what can be done with it. */
function label(pos, at, ends, begins, hidden) {
  const parts = [cellName(pos.board, at), content(pos.board, at)];
  for (const i of ends.slice(0, 3)) {
    const move = pos.moves[i];
    parts.push(hidden ? `move ${move.move}` : `move ${move.move}: ${move.value.words}`);
  }
  if (begins.length > 0) parts.push(begins.length === 1 ? '1 move from here' : `${begins.length} moves from here`);
  return parts.filter(Boolean).join(', ');
}

/** What stands in a cell, in the words of the legend. */
function content(board, at) {
  const { glyph, kind } = board.cells[at];
  const entry = board.legend.find((line) => line.startsWith(`${glyph} `));
  return entry ? entry.slice(glyph.length + 1) : kind === 'empty' ? 'empty' : glyph;
}
