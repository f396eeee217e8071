// The heading of a position: whose turn it is, what comes of it, and what there is to
// say about the move that led to it.

import { byId, chip, element } from './dom.js';
import { leader, sentence, words } from './values.js';

/**
 * Shows the verdict on a position and on its entry of the line. lost is the entry where
 * a person lost the game, {at, move}, or null; takeBack and tryAgain are offered where
 * they make sense.
 */
export function showVerdict(pos, { move, keeps, was, mark }, { hidden, isPuzzle, isAfterMatrix, lost, takeBack, tryAgain }) {
  const who = leader(pos);
  byId('value').replaceChildren(hidden || who === null ? '' : chip(who < 0 ? 'even' : pos.paints[who]), situation(pos, hidden));
  const remark = byId('remark');
  remark.className = `remark${mark === '!' ? ' good' : ''}`;
  remark.textContent = '';
  if (lost) {
    remark.append(`You lost it at move ${lost.at}, ${lost.move}. `, button('Try again from there', tryAgain));
  } else if (isPuzzle) {
    remark.textContent = `Find the only move that ${pos.moves[0].outcome === 'win' ? 'wins' : 'draws'}.`;
  } else if (move && !hidden && !isAfterMatrix) {
    remark.textContent = remarkOn(move, keeps, words(was), mark);
    if (keeps === false) remark.append(' ', button('Take it back', takeBack));
  }
}

/** What there is to say about a move: keeps is true, false, or null where that is not known. */
function remarkOn(move, keeps, was, mark) {
  const name = /^\d/.test(move) ? `Move ${move}` : move; // a number alone reads as a number of moves
  if (mark === '!') return `${name} is the only move that keeps the value.`;
  if (keeps === false) return `${name} gave something away: before it, ${was}.`;
  return keeps === null ? `Whether ${move} keeps the value is not known.` : '';
}

/** Whose turn it is, and what comes of it unless values are hidden. */
export function situation(pos, hidden) {
  if (pos.terminal) return `The game is over: ${words(pos.value.words)}.`;
  const who = pos.mover >= 0 ? `${sentence(pos.roles[pos.mover])} to move` : 'Both choose at once';
  return hidden ? `${who}.` : `${who}: ${words(pos.value.words)}.`;
}

/** A button that does something. */
export function button(text, act) {
  return element('button', { type: 'button', onclick: act }, text);
}
