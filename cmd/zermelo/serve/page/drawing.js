// The drawing of a board. It matches the drawings in reports (package picture),
// and shares their styles. Lengths are in units of about one pixel at full
// size.

import { byId, chip, shape } from './dom.js';

const SIDE = 40; // side of a cell
// Hexagons are pointy-topped and as wide as squares.
const RADIUS = SIDE / Math.sqrt(3);
const HEX_ROW = (SIDE * Math.sqrt(3)) / 2;

/**
 * Returns the geometry of a board's drawing: its size (wide, high), the box of
 * its cells (left, top, w, h), and a function at that returns the centre of a
 * cell.
 */
export function geometry(board) {
  const { width, height } = board;
  const hexagons = board.grid === 'hexagons';
  const space = board.edges ? 7 : 3; // around the board
  const w = (hexagons ? width + (height - 1) / 2 : width) * SIDE;
  const h = hexagons ? (height - 1) * HEX_ROW + 2 * RADIUS : height * SIDE;
  const middle = (x, y) => (hexagons
    ? [space + (x + y / 2 + 0.5) * SIDE, space + RADIUS + y * HEX_ROW]
    : [space + (x + 0.5) * SIDE, space + (y + 0.5) * SIDE]);
  return {
    left: space, top: space, w, h, at: (i) => middle(i % width, Math.floor(i / width)), cell: [SIDE, hexagons ? 2 * RADIUS : SIDE],
    wide: length(w + 2 * space), high: length(h + 2 * space),
  };
}

/**
 * Draws the board of a position as an SVG element that is hidden from screen
 * readers. turned flips the board.
 */
export function drawing({ paints, board }, { turned = false } = {}) {
  const { width, height, cells } = board;
  const hexagons = board.grid === 'hexagons';
  const onLines = hasLines(board);
  const holes = board.grid === 'holes';
  const { left, top, w, h, at, wide, high } = geometry(board);
  const [right, bottom] = [left + w, top + h].map(length);
  const svg = shape('svg', { class: 'pic', viewBox: `0 0 ${wide} ${high}`, width: wide, height: high, 'aria-hidden': 'true' });
  const add = (name, attributes, style, text) => svg.append(shape(name, { ...attributes, ...style }, text));

  /** The outline of a cell, without its border. */
  const tile = (i, border, style) => {
    const [x, y] = at(i);
    if (holes) add('circle', { cx: length(x), cy: length(y), r: 16.5 - border }, style);
    else if (hexagons) add('path', { d: `${path(corners(x, y, RADIUS - border))}Z` }, style);
    else add('rect', box(x, y, SIDE / 2 - border), style);
  };
  const glyph = (x, y, cell, fill) => add('text', { x: length(x), y: length(y), 'font-size': 18, class: `f-${fill} b` }, {}, cell.glyph);

  if (hexagons) {
    for (const [d, owner] of edges(board, at)) {
      add('path', { d }, paint('', paints[owner - 1], 9));
      if (hasMark(paints[owner - 1])) add('path', { d }, paint('', `on-${paints[owner - 1]}`, 6));
    }
    cells.forEach((_, i) => tile(i, 0, paint('board', 'grid', 1.5)));
  } else {
    if (holes) add('rect', { x: left, y: top, width: length(w), height: length(h), rx: 5 }, paint('stand'));
    else add('rect', { x: left, y: top, width: length(w), height: length(h) }, paint('board', 'grid', 2));
    cells.forEach((_, i) => {
      if (holes) tile(i, 0, paint('board'));
      const [x, y] = [i % width, Math.floor(i / width)];
      if (board.grid === 'chequered' && (x + height - 1 - y) % 2 === 0) tile(i, 0, paint('chequer'));
    });
    const between = onLines ? neighbours(board).map(([i, j]) => path([at(i), at(j)])) : [];
    for (let x = 1; x < width && !onLines && !holes; x++) between.push(`M${left + x * SIDE} ${top}L${left + x * SIDE} ${bottom}`);
    for (let y = 1; y < height && !onLines && !holes; y++) between.push(`M${left} ${top + y * SIDE}L${right} ${top + y * SIDE}`);
    if (between.length > 0) add('path', { d: between.join('') }, onLines ? paint('', 'line', 4) : paint('', 'grid'));
  }

  /** Draws the content of a cell. */
  const stands = (cell, i) => {
    const [x, y] = at(i);
    const own = cell.kind === 'piece' ? paints[cell.role] : cell.figure ? 'even' : paints[cell.role];
    const round = (r, style) => add('circle', { cx: length(x), cy: length(y), r }, style);
    if (cell.figure === 'pit') {
      round(17, paint('blocked', own, 2.5));
      for (let n = 0; n < (cell.count ?? 0); n++) {
        const far = Math.min(3.6, 13 / Math.sqrt(cell.count)) * Math.sqrt(n + 0.5);
        add('circle', { cx: length(x + far * Math.cos(2.39996 * n)), cy: length(y + far * Math.sin(2.39996 * n)), r: 2.4 }, paint('ink'));
      }
      if (cell.count) add('text', { x: length(x + 15), y: length(y - 15), 'font-size': 8, class: 'f-ink b' }, {}, String(cell.count));
    } else if (cell.figure === 'slab') {
      const half = (SIDE * cell.count) / 200;
      add('rect', { x: length(x - half), y: length(y - 13), width: length(2 * half), height: 26, rx: 6 }, paint(own, own === 'black' ? 'muted' : 'ink', 1.2));
      glyph(x, y, cell, `on-${own}`);
    } else if (cell.figure) {
      const upsideDown = pointed.includes(cell.figure) && (cell.role === 1) !== turned ? { transform: `rotate(180 ${length(x)} ${length(y)})` } : {};
      add('use', { href: `#z-${cell.figure}`, x: length(x), y: length(y), class: `p-${own}` }, upsideDown);
      if (cell.figure === 'lettered' || pointed.includes(cell.figure)) glyph(x, y, cell, `on-${own}`);
      if (isRound(cell.figure)) svg.append(...diamond(x, y, own));
    } else if (cell.kind === 'wall' && !onLines) {
      tile(i, 1, paint('wall'));
    } else if (cell.kind === 'wall') {
      const [dx, dy] = { '-': [SIDE, 0], '|': [0, SIDE] }[cell.glyph] ?? [];
      if (dx !== undefined) add('path', { d: path([[x - dx, y - dy], [x + dx, y + dy]]) }, paint('', 'line', 4));
    } else if (cell.kind === 'blocked') {
      if (hexagons || holes) tile(i, 1, paint('blocked'));
      else add('rect', { ...box(x, y, SIDE / 2 - 3), rx: 5 }, paint('blocked', 'grid'));
    } else if (cell.kind === 'mark' && onLines) {
      round(6, paint('ink'));
    } else if (cell.kind === 'mark') {
      // White and black need an outline, because one of them is hard to see in
      // each theme.
      add('rect', { ...box(x, y, SIDE / 2 - 6), rx: 6 }, paint('', own === 'white' || own === 'black' ? 'muted' : own, 2));
      glyph(x, y, cell, 'ink');
    } else if (cell.glyph === '.' && onLines) {
      round(4, paint('grid'));
    } else if (cell.glyph !== '.' && cell.glyph !== ' ') {
      glyph(x, y, cell, 'muted');
    }
  };
  // Lines come first, so that pieces cover them.
  const isLine = (cell) => onLines && cell.kind === 'wall' && '-|'.includes(cell.glyph);
  for (const pass of [true, false]) cells.forEach((cell, i) => isLine(cell) === pass && stands(cell, i));
  for (const i of board.won ?? []) add('circle', { cx: length(at(i)[0]), cy: length(at(i)[1]), r: 18 }, paint('', 'won', 3));
  return svg;
}

const hasSymbol = ({ figure }) => Boolean(figure && byId(`z-${figure}`));

/** Draws the figure of a cell as a separate picture, or returns '' if it has none of fixed size. */
export function figureOf(cell, paints, turned = false) {
  if (!cell || !hasSymbol(cell)) return '';
  const svg = shape('svg', { class: 'pic', viewBox: '-20 -20 40 40', 'aria-hidden': 'true' });
  const points = pointed.includes(cell.figure);
  const paint = cell.kind === 'piece' ? paints[cell.role] : 'even';
  svg.append(shape('use', { href: `#z-${cell.figure}`, class: `p-${paint}`, transform: points && (cell.role === 1) !== turned ? 'rotate(180)' : '' }));
  if (isRound(cell.figure)) svg.append(...diamond(0, 0, paint));
  if (points || cell.figure === 'lettered') svg.append(shape('text', { 'font-size': 18, class: `b f-on-${paint}` }, cell.glyph));
  return svg;
}

const shown = new Map(); // a cell with a piece of each role, by game and role

/** Draws the piece of a role, or a dot in its colour if no piece was shown yet. */
export function pieceOf({ game, board, paints }, role) {
  const key = `${game} ${role}`;
  const cell = board.cells.find((c) => c.kind === 'piece' && c.role === role && hasSymbol(c)) ?? shown.get(key);
  shown.set(key, cell);
  return cell ? figureOf(cell, paints) : chip(paints[role]);
}

const isRound = (figure) => figure === 'disc' || figure === 'head';

/**
 * Whether the pieces and lines of a paint have a light core. Without it, the
 * paint would differ from those of other roles only by its hue.
 */
export const hasMark = (paint) => paint === 'blue' || paint === 'second';

/** Returns the core of a piece as a list of at most one element. */
export function diamond(x, y, paint) {
  return hasMark(paint) ? [shape('path', { class: `f-on-${paint}`, d: `${path([[x, y - 10], [x + 10, y], [x, y + 10], [x - 10, y]])}Z` })] : [];
}

/** Figures with a letter that point in their owner's direction. */
const pointed = ['chick', 'hen', 'elephant', 'giraffe', 'lion'];

/**
 * Returns the edges of a hexagonal board that belong to a role, as paths with
 * the role.
 */
function edges({ edges: owners = [], width, height }, at) {
  const sides = [
    { count: width, cell: (i) => i, of: [3, 4, 5] },
    { count: width, cell: (i) => (height - 1) * width + i, of: [2, 1, 0] },
    { count: height, cell: (i) => i * width, of: [3, 2] },
    { count: height, cell: (i) => (i + 1) * width - 1, of: [5, 0] },
  ];
  return sides.map(({ count, cell, of }, side) => [
    path(Array.from({ length: count }, (_, i) => corners(...at(cell(i)), RADIUS)).flatMap((all) => of.map((k) => all[k]))), owners[side],
  ]).filter(([, owner]) => owner);
}

/** Whether the cells are points connected by lines instead of squares. */
function hasLines({ lines, cells }) {
  return lines.length > 0 || cells.some(({ kind, glyph }) => (kind === 'wall' || kind === 'empty') && '-| '.includes(glyph));
}

/** Returns the pairs of connected points: the listed pairs, or else all neighbours. */
function neighbours({ lines, cells, width }) {
  if (lines.length > 0) return lines;
  const isPoint = (i) => cells[i]?.kind === 'piece' || (cells[i]?.kind === 'empty' && cells[i].glyph !== ' ');
  return cells.flatMap((_, i) => [(i + 1) % width > 0 && i + 1, i + width].filter((j) => j && isPoint(i) && isPoint(j)).map((j) => [i, j]));
}

const box = (x, y, half) => ({ x: length(x - half), y: length(y - half), width: 2 * half, height: 2 * half });

function corners(x, y, radius) {
  return [0, 1, 2, 3, 4, 5].map((i) => [x + radius * Math.cos(((i + 0.5) * Math.PI) / 3), y + radius * Math.sin(((i + 0.5) * Math.PI) / 3)]);
}

const path = (points) => points.map(([x, y], i) => `${i === 0 ? 'M' : 'L'}${length(x)} ${length(y)}`).join('');

/** Returns the attributes of a fill and a stroke. */
function paint(fill, stroke, width = 1) {
  const style = { class: [fill && `f-${fill}`, stroke && `s-${stroke}`].filter(Boolean).join(' ') };
  return width === 1 ? style : { ...style, 'stroke-width': width };
}

/** Rounds a length to two decimal places. */
const length = (x) => Number(x.toFixed(2));
