// Marks of moves in the style of chess notation: ? for a move that loses value,
// ?? for a move that turns a win into a loss, ! for the only move that keeps
// the value.

import { element } from './dom.js';

const WORDS = { '?': 'a mistake', '??': 'a win given away', '!': 'the only move' };

/** Returns the entry of a line for a move; see app.js. */
export function entryOf(pos, move) {
  const kept = (!pos.scores && { win: 'win', draw: 'draw' }[move.outcome]) || 'value';
  return { p: move.child, move: move.move, keeps: move.keeps, kept, was: pos.value.words, by: pos.mover, mark: markOf(pos, move), cells: move.cells };
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
