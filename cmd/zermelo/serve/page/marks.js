// Marks of moves, as chess players write them: ? for a move that gives something
// away, ?? for one that turns a win into a loss, ! for the only move that keeps
// the value.

import { element } from './dom.js';

const WORDS = { '?': 'a mistake', '??': 'a win given away', '!': 'the only move' };

/** The mark of a move of a position; '' for none. */
export function markOf(pos, move) {
  if (pos.mover < 0) return '';
  if (move.keeps === false) return pos.moves[0].outcome === 'win' && move.outcome === 'loss' ? '??' : '?';
  const keep = pos.moves.filter((m) => m.keeps !== false).length;
  return move.keeps && keep === 1 && pos.moves.length > 1 ? '!' : '';
}

/** A mark as nodes: for the eye, and in words. */
export function markText(mark) {
  if (!mark) return [];
  return [element('span', { className: `mark ${mark === '!' ? 'good' : 'bad'}`, title: WORDS[mark], 'aria-hidden': 'true' }, mark),
    element('span', { className: 'unseen' }, `, ${WORDS[mark]}`)];
}
