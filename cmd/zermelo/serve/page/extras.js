// Pieces in hand, scores and counters, which are shown next to the board.

import { figureOf } from './drawing.js';
import { chip, element } from './dom.js';

/** Maximum score that is drawn as a row of dots. */
const MAX_DOTS = 40;

/** Draws the scores and counters of a position as rows of dots or bars. */
export function tracks({ board, paints }) {
  return (board.tracks ?? []).map(({ name, role, value, most }) => {
    const paint = role < 0 ? 'even' : paints[role];
    const bar = element('span', { className: 'track', 'aria-hidden': 'true' });
    if (most <= MAX_DOTS) {
      bar.append(...Array.from({ length: most }, (_, i) => element('span', i < value ? { className: `c-${paint}` } : {})));
    } else {
      const filled = element('span', { className: `c-${paint}` });
      filled.style.flexGrow = value / most;
      const free = element('span');
      free.style.flexGrow = 1 - value / most;
      bar.append(filled, free);
    }
    return element('div', { className: 'score' }, element('span', {}, chip(paint), name), bar, element('b', {}, `${value} of ${most}`));
  });
}

/**
 * Returns the notes of a board, except for scores and the player to move, which
 * are shown elsewhere.
 */
export function notes({ board, roles }) {
  const isTurn = (note) => /^[^;,]* to (move|choose)( simultaneously)?$/.test(note) || (/^(control|turn): /.test(note) && roles.includes(note.split(': ')[1]));
  const counts = (board.tracks ?? []).map(({ name, value }) => `${name} ${value}`);
  const isScore = (note) => {
    const [head, list] = note.split(': ');
    return list?.split(', ').every((part) => counts.includes(part) || counts.includes(`${head} ${part}`));
  };
  return board.notes.flatMap((text) => text.split('; ')).filter((note) => !isTurn(note) && !isScore(note));
}

/**
 * Draws the pieces in a role's hand as buttons. click is called with the letter
 * of a piece.
 */
export function hand({ board, paints, roles }, role, turned, click) {
  const list = board.hands?.[role] ?? [];
  const buttons = list.map((cell) => {
    const made = element('button', { type: 'button', className: 'held', 'aria-label': `${cell.glyph} in the hand of ${roles[role]}`, 'data-letter': cell.glyph }, figureOf(cell, paints, turned));
    made.addEventListener('click', () => click(cell.glyph));
    return made;
  });
  return element('div', { className: 'hand', role: 'group', 'aria-label': `In the hand of ${roles[role]}` }, ...buttons);
}
