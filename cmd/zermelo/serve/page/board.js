// The board: a drawing and, on top of it, a grid of cells that supports
// clicking, dragging, arrow keys and screen readers.

import { arrow } from './arrow.js';
import { hand, notes, tracks } from './extras.js';
import { drawing, geometry } from './drawing.js';
import { dragging } from './drag.js';
import { createJoint } from './joint.js';
import { element, roving, shape } from './dom.js';
import { traces } from './traces.js';
import { signal } from './values.js';
import { endingAt, kinds, narrow, targets } from './targets.js';

/** Maximum size of a cell, as a multiple of its size in the drawing. */
const MAX_SCALE = 6;

/**
 * Draws a position into an element of the page. Differences from the position
 * previous are marked; line holds the entries up to this position. hidden hides
 * values, locked disables all moves, and turned flips the board. play is called with a move, and narrowed
 * with the moves that remain after a click, or all moves if nothing is
 * selected. For simultaneous moves, role and pick are passed to createJoint.
 * Returns methods for controlling the board.
 */
export function drawBoard(place, shown, { previous, line = [], hidden, locked, turned, play, narrowed, role, pick }) {
  place.classList.toggle('bare', !shown.board.width);
  if (!shown.board.width) {
    place.replaceChildren(element('div', { className: 'notes' }, ...tracks(shown), element('ul', {}, ...notes(shown).map((note) => element('li', {}, note)))));
    return { show() {}, hint: () => false, clear() {}, focus: () => false };
  }
  const pos = turned ? turnedRound(shown) : shown;
  const before = previous && (turned ? turnedBoard(previous.board) : previous.board);
  const { board } = pos;
  const frame = element('div', { className: 'frame' });
  const where = geometry(board);
  const grid = element('div', { className: 'grid', role: 'grid', 'aria-label': 'Board' });
  const above = shape('svg', { class: 'arrows', viewBox: `0 0 ${where.wide} ${where.high}`, 'aria-hidden': 'true' });
  const last = board.cells.length - 1;
  frame.append(drawing(pos, { turned }), traces(pos, line, (at) => (turned ? last - at : at)), grid, above);

  const joint = pos.matrix && !locked ? createJoint(pos, { hidden, play: (move) => play(move), pick, role, changed: () => paint() }) : null;
  const aims = pos.mover < 0 || locked ? [] : targets(pos);
  const every = aims.map((_, i) => i);
  const groups = [...kinds(pos, aims)];
  const select = (list) => {
    left = list;
    paint();
    narrowed(left.map((i) => shown.moves[i]), left === every);
  };
  const shelf = groups.map(([kind, list]) => element('button', { type: 'button', className: 'held kind', onclick: () => select(left === list ? every : list) }, kind));
  let left = every;
  const cells = board.cells.map((_, at) => element('button', { type: 'button', role: 'gridcell', className: 'cell', tabIndex: -1, 'data-name': cellName(board, at) }));
  for (let y = 0; y < board.height; y++) {
    grid.append(element('div', { role: 'row', className: 'row' }, ...cells.slice(y * board.width, (y + 1) * board.width)));
  }
  fit(place, grid, board, cells, where);
  cells[0].tabIndex = 0;
  roving(grid, cells, board.width);

  const point = (i) => {
    above.replaceChildren();
    const aim = aims[i];
    if (!aim) return;
    const ends = aim.to >= 0 ? [aim.to] : aim.all.filter((at) => at !== aim.from);
    const style = hidden ? 'plain' : signal(pos, pos.moves[i]).classes.join(' ');
    for (const end of ends) above.append(arrow(aim.from >= 0 ? where.at(aim.from) : null, where.at(end), style));
  };
  const paint = () => {
    shelf.forEach((button, i) => button.setAttribute('aria-pressed', String(left === groups[i][1])));
    cells.forEach((cell, at) => {
      const ends = endingAt(aims, left, at);
      const touched = left.filter((i) => aims[i].to < 0 && aims[i].all.includes(at));
      const begins = left.filter((i) => aims[i].from === at);
      const also = left.some((i) => aims[i].also?.includes(at));
      cell.className = 'cell';
      cell.replaceChildren();
      cell.classList.toggle('can', ends.length + begins.length + touched.length > 0 || also || Boolean(joint?.can(at)));
      cell.classList.toggle('begins', begins.length > 0 && !hidden);
      cell.classList.toggle('chosen', left !== every && begins.length > 0);
      cell.classList.toggle('last', Boolean(before) && differs(board, before, at));
      cell.classList.toggle('taken', ['piece', 'wall', 'blocked'].includes(board.cells[at].kind));
      const here = ends.length > 0 ? ends : touched;
      if (here.length > 0) cell.append(mark(pos, here, hidden));
      if (joint) cell.append(element('span', { className: 'aims' }, ...joint.marks(at)));
      if (begins.length > 0 && !hidden) cell.classList.add(...signal(pos, pos.moves[begins[0]]).classes.map((c) => `edge-${c}`));
      cell.append(...names(board, at), element('span', { className: 'unseen' }, [label(pos, at, here, begins, hidden), ...(joint?.words(at) ?? [])].join(', ')));
    });
  };
  const choose = (at) => {
    if (joint) {
      joint.click(at);
      return;
    }
    let next = narrow(aims, left, at);
    if (next.left.length === 0 && left !== every) next = narrow(aims, every, at);
    if (next.play) {
      play(shown.moves[next.left[0]]);
      return;
    }
    select(next.left.length > 0 ? next.left : every);
  };
  const clear = () => {
    joint?.clear();
    select(every);
  };
  cells.forEach((cell, at) => {
    cell.addEventListener('click', () => choose(at));
    cell.addEventListener('mouseenter', () => point(left.find((i) => aims[i].to === at) ?? -1));
    cell.addEventListener('mouseleave', () => point(-1));
  });
  dragging(grid, cells, pos, {
    turned,
    begin(at) {
      const begins = aims.map((_, i) => i).filter((i) => aims[i].from === at);
      if (begins.length === 0) return false;
      select(begins);
      return true;
    },
    end(at) {
      const next = at < 0 ? { left: [] } : narrow(aims, left, at);
      if (next.left.length > 0) choose(at);
      else clear();
    },
  });
  paint();
  const hold = (whose) => hand(pos, whose, turned, (letter) => {
    const drops = every.filter((i) => pos.moves[i].move.startsWith(`${letter.toUpperCase()}@`));
    if (drops.length > 0 && whose === pos.mover) select(drops);
  });
  place.replaceChildren(...(board.hands ? [hold(turned ? 0 : 1), frame, hold(turned ? 1 : 0)] : [frame]));
  if (shelf.length > 0) place.append(element('div', { className: 'hand', role: 'group', 'aria-label': 'Kinds of moves' }, ...shelf));
  const inOrder = turned ? [...cells].reverse() : cells;
  return {
    /** Shows an arrow for a move; undefined removes it. */
    show(move) {
      point(move ? pos.moves.findIndex((m) => m.move === move.move) : -1);
    },
    /**
     * Marks the cell where a move starts. Reports whether that cell differs
     * from its end.
     */
    hint(move) {
      const aim = aims[pos.moves.findIndex((m) => m.move === move.move)];
      if (!aim || aim.from < 0) return false;
      cells[aim.from].classList.add('hinted');
      return true;
    },
    /** Deselects the piece. */
    clear,
    /** Focuses a cell of the position. Reports whether the cell exists. */
    focus(at) {
      if (!inOrder[at]) return false;
      cells.forEach((cell) => (cell.tabIndex = cell === inOrder[at] ? 0 : -1));
      inOrder[at].focus();
      return true;
    },
    /** The buttons, in the order of the position's cells. */
    cells: inOrder,
  };
}

/** Returns a board rotated by 180 degrees. */
function turnedBoard(board) {
  const last = board.cells.length - 1;
  const { edges } = board;
  return {
    ...board, cells: [...board.cells].reverse(), columns: [...board.columns].reverse(), rows: [...board.rows].reverse(),
    lines: board.lines.map((line) => line.map((at) => last - at)), edges: edges && [edges[1], edges[0], edges[3], edges[2]],
  };
}

/** Returns a position with its board rotated by 180 degrees. */
function turnedRound(pos) {
  const last = pos.board.cells.length - 1;
  return { ...pos, board: turnedBoard(pos.board), moves: pos.moves.map((move) => ({ ...move, cells: (move.cells ?? []).map((at) => last - at) })) };
}

/** Aligns the grid with the drawing, at any size. */
function fit(place, grid, board, cells, where) {
  const { wide, high } = where;
  const lay = (node, left, top, w, h) => {
    node.style.left = `${(100 * left) / wide}%`;
    node.style.top = `${(100 * top) / high}%`;
    node.style.width = `${(100 * w) / wide}%`;
    node.style.height = `${(100 * h) / high}%`;
  };
  if (board.grid === 'hexagons') {
    const [w, h] = where.cell;
    lay(grid, 0, 0, wide, high);
    grid.classList.add('hexagons');
    cells.forEach((cell, i) => {
      const [x, y] = where.at(i);
      lay(cell, x - w / 2, y - h / 2, w, h);
    });
  } else {
    lay(grid, where.left, where.top, where.w, where.h);
  }
  grid.style.setProperty('--columns', (board.grid === 'hexagons' ? wide : where.w) / where.cell[0]);
  grid.style.setProperty('--rows', board.height);
  grid.classList.toggle('holes', board.grid === 'holes');
  place.style.setProperty('--widest', `${MAX_SCALE * wide}px`);
  place.style.setProperty('--shape', wide / high);
}

/** The labels of a row and a column, drawn in their first cells. */
function names(board, at) {
  const [x, y] = [at % board.width, Math.floor(at / board.width)];
  const name = (text, where) => (text ? [element('span', { className: `label ${where}`, 'aria-hidden': 'true' }, text)] : []);
  return [...(x === 0 ? name(board.rows[y], 'of-row') : []), ...(y === board.height - 1 ? name(board.columns[x], 'of-column') : [])];
}

function differs(board, before, at) {
  if (before?.width !== board.width || before.height !== board.height) return false;
  const [a, b] = [board.cells[at], before.cells[at]];
  return a.kind !== b.kind || a.role !== b.role || a.glyph !== b.glyph;
}

/** Draws the signal of the best move that ends in a cell. */
function mark(pos, moves, hidden) {
  if (hidden) return element('span', { className: 'spot', 'aria-hidden': 'true' });
  const { sign, number, classes } = signal(pos, pos.moves[moves[0]]);
  return element('span', { className: `badge ${classes.join(' ')}`, 'aria-hidden': 'true' }, /^[+−=]/.test(number) ? number : sign + number.replace(' %', '%'));
}

/** Returns the name of a cell: the labels or numbers of its column and row. */
function cellName(board, at) {
  const [x, y] = [at % board.width, Math.floor(at / board.width)];
  const [column, row] = [board.columns[x], board.rows[y]];
  if (column && board.height === 1) return column;
  if (!column || !row) return `column ${x + 1}, row ${y + 1}`;
  return /\d$/.test(column) ? `${column}.${row}` : column + row;
}

/** Returns the accessible label of a cell: its name, content and moves. */
function label(pos, at, ends, begins, hidden) {
  const parts = [cellName(pos.board, at), content(pos.board, at)];
  for (const i of ends.slice(0, 3)) {
    const move = pos.moves[i];
    parts.push(hidden ? `move ${move.move}` : `move ${move.move}: ${move.value.words}`);
  }
  if (begins.length > 0) parts.push(begins.length === 1 ? '1 move from here' : `${begins.length} moves from here`);
  return parts.filter(Boolean).join(', ');
}

/** Describes the content of a cell, using the legend. */
function content(board, at) {
  const { glyph, kind } = board.cells[at];
  const entry = board.legend.find((line) => line.startsWith(`${glyph} `));
  return entry ? entry.slice(glyph.length + 1) : kind === 'empty' ? 'empty' : glyph;
}
