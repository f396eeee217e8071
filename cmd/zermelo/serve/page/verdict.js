// The heading of a position: the side to move, the value, and a remark on the
// last move.

import { byId, chip, element } from './dom.js';
import { leader, sentence, words } from './values.js';

/**
 * Shows the verdict on a position and its entry. lost is the entry {at, move}
 * where the person lost the game, or null. takeBack and tryAgain are called by
 * the buttons offered.
 */
export function showVerdict(pos, { move, keeps, was, mark }, { hidden, isPuzzle, isAfterMatrix, lost, takeBack, tryAgain }) {
  const who = leader(pos);
  byId('value').replaceChildren(hidden || who === null ? '' : chip(who < 0 ? 'even' : pos.paints[who]), situation(pos, hidden));
  const remark = byId('remark');
  remark.className = `remark${mark === '!' ? ' good' : ''}`;
  remark.textContent = '';
  if (lost) {
    remark.append(`You lost the game at move ${lost.at}, ${lost.move}. `, button('Try again from there', tryAgain));
  } else if (isPuzzle) {
    remark.textContent = `Find the only move that ${pos.moves[0].outcome === 'win' ? 'wins' : 'draws'}.`;
  } else if (move && !hidden && !isAfterMatrix) {
    remark.textContent = remarkOn(move, keeps, words(was), mark);
    if (keeps === false) remark.append(' ', button('Take it back', takeBack));
  }
}

/** Returns a remark on a move. keeps is true, false, or null if unknown. */
function remarkOn(move, keeps, was, mark) {
  const name = /^\d/.test(move) ? `Move ${move}` : move; // a bare number would read as a number of moves
  if (mark === '!') return `${name} is the only move that keeps the value.`;
  if (keeps === false) return `${name} was a mistake. Before it: ${was}.`;
  return keeps === null ? `It is not known whether ${move} keeps the value.` : '';
}

/** Describes the side to move and, unless values are hidden, the value. */
export function situation(pos, hidden) {
  if (pos.terminal) return `The game is over: ${words(pos.value.words)}.`;
  const who = pos.mover >= 0 ? `${sentence(pos.roles[pos.mover])} to move` : 'Both move simultaneously';
  return hidden ? `${who}.` : `${who}: ${words(pos.value.words)}.`;
}

/** Creates a button. */
export function button(text, act) {
  return element('button', { type: 'button', onclick: act }, text);
}
