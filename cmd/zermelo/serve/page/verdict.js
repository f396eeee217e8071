// The heading of a position: the side to move, the value, and a remark on the
// last move.

import { byId, element } from './dom.js';
import { pieceOf } from './drawing.js';
import { leader, sentence, words } from './values.js';

/**
 * Shows the verdict on a position and on the move of an entry. result is a
 * sentence about a finished game, or "", and lost the entry {at, move} where
 * the person lost it, or null. rolled is the random move that led here, or "".
 * If only opponents are to move or the next move is random, waiting is "thinking"
 * or "due". endless is the result if play repeats without end, or "".
 * takeBack, tryAgain, goOn and finish are called by the buttons offered.
 */
export function showVerdict(pos, entry, { hidden, rolled, isPuzzle, result, lost, waiting, endless, takeBack, tryAgain, goOn, finish }) {
  const who = pos.terminal ? leader(pos) ?? -1 : pos.mover;
  byId('value').replaceChildren(...(who < 0 ? [] : [pieceOf(pos, who)]), situation(pos, hidden));
  const remark = byId('remark');
  remark.className = `remark ${hidden ? '' : lost || entry.keeps === false ? 'bad' : entry.mark === '!' ? 'good' : ''}`;
  remark.textContent = rolled && `Random move: ${rolled}. `;
  if (result) {
    remark.append(result);
    if (lost) remark.append(` You lost the game at move ${lost.at}, ${lost.move}. `, button('Try again from there', tryAgain));
  } else if (isPuzzle) {
    remark.textContent = `Find the only move that ${pos.moves[0].outcome === 'win' ? 'wins' : 'draws'}.`;
  } else if (entry.by >= 0 && !hidden) {
    remark.append(remarkOn(entry, pos.roles));
    if (entry.keeps === false && waiting !== 'thinking') remark.append(' ', button('Take it back', takeBack));
  }
  if (endless) remark.append(` This position has occurred three times. Endless play is a ${endless}. `, button('End the game', finish));
  const opponents = pos.mover < 0 ? 'the others' : pos.roles[pos.mover];
  byId('waiting').replaceChildren(...{
    thinking: [pos.chance ? 'Rolling …' : `${sentence(opponents)} ${pos.mover < 0 ? 'are' : 'is'} thinking …`],
    due: [pos.chance ? Object.assign(button('Roll', goOn), { id: 'roll' }) : button(`Let ${opponents} move`, goOn)],
  }[waiting] ?? []);
}

/** Returns a remark on the move of an entry, or ''. */
function remarkOn({ move, by, keeps, kept, was, mark }, roles) {
  const whose = `${roles[by]}'s ${/^\d/.test(move) ? 'move ' : ''}${move}`; // a bare number would read as a number of moves
  if (mark === '!') return `${sentence(whose)} was the only move that kept the ${kept}.`;
  if (keeps === false) return `${sentence(whose)} was a mistake. Before it: ${words(was)}.`;
  return keeps === null ? `It is not known whether ${whose} kept the value.` : '';
}

/** Describes the roles to move and, unless values are hidden, the value. */
export function situation(pos, hidden) {
  const value = words(pos.value.words);
  if (pos.terminal) return `The game is over: ${value}.`;
  const movers = new Intl.ListFormat('en-GB').format(pos.movers.map((role) => pos.roles[role]));
  const who = pos.chance ? 'the next move is random' : pos.mover >= 0 ? `${pos.roles[pos.mover]} to move` : `${pos.roles.length === 2 ? 'both' : movers} move simultaneously`;
  return sentence(hidden ? `${who}.` : value.includes(':') ? `${who}. ${sentence(value)}.` : `${who}: ${value}.`);
}

/** Creates a button. */
export function button(text, act) {
  return element('button', { type: 'button', onclick: act }, text);
}
