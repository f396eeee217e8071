// Marks of moves in the style of chess notation: ? for a move that loses value,
// ?? for a move that turns a win into a loss, ! for the only move that keeps
// the value.

import { element } from './dom.js';
import { choices, shareOf } from './values.js';

const WORDS = { '?': 'a mistake', '??': 'a win given away', '!': 'the only move' };

/** The mover of a position where the next move is random. */
export const CHANCE = -2;

/** Returns the role to move, -1 if it is not one role, or CHANCE. */
export const moverOf = ({ chance, mover }) => (chance ? CHANCE : mover);

/** Returns the entry of a line for a move; see app.js. */
export function entryOf(pos, move) {
  const kept = (!pos.scores && { win: 'win', draw: 'draw' }[move.outcome]) || 'value';
  const gain = pos.scale && shareOf(pos, move.value) - shareOf(pos, pos.value);
  return { p: move.child, move: move.move, keeps: move.keeps, kept, was: pos.value.words, by: moverOf(pos), mark: markOf(pos, move), right: rightOf(pos, move), gain, cells: move.cells };
}

/**
 * Returns whether the choice of each role that moves was right: it keeps the
 * value, or has a positive probability in perfect play. It is null if unknown.
 */
function rightOf(pos, { move, keeps }) {
  if (pos.mover >= 0) return { [pos.mover]: keeps };
  return Object.fromEntries(pos.movers.map((role, i) => {
    const likely = choices(pos, role).filter((c) => c.probability > 0);
    return [role, likely.length > 0 ? likely.some((c) => c.name === move.split('+')[i]) : null];
  }));
}

/**
 * Returns the first n entries of a line. The last keeps the entries taken back,
 * which count in the score.
 */
export function cut(line, n) {
  const dropped = line.slice(n).flatMap(({ p, move, right, gain, hinted, dropped = [] }) => [{ p, move, right, gain, hinted }, ...dropped]);
  const kept = line.slice(0, n);
  return dropped.length === 0 ? kept : kept.with(-1, { ...kept.at(-1), dropped: [...(kept.at(-1).dropped ?? []), ...dropped] });
}

/** Returns the mark of a move, or ''. */
function markOf(pos, move) {
  if (pos.mover < 0) return '';
  if (move.keeps === false) return pos.moves[0].outcome === 'win' && move.outcome === 'loss' ? '??' : '?';
  const keep = pos.moves.filter((m) => m.keeps !== false).length;
  return move.keeps && keep === 1 && pos.moves.length > 1 ? '!' : '';
}

/** Returns the nodes of a mark: the symbol, and words for screen readers. */
export function markText(mark) {
  if (!mark) return [];
  return [element('span', { className: `mark ${mark === '!' ? 'good' : 'bad'}`, title: WORDS[mark], 'aria-hidden': 'true' }, mark),
    element('span', { className: 'unseen' }, `, ${WORDS[mark]}`)];
}
