// Playing against an opponent, and automatic play of best moves.

import { announce, byId, element } from './dom.js';
import * as keep from './settings.js';
import { choose, chooseSide, opponents } from './opponents.js';

const REPLY_DELAY = 700; // delay in ms before a reply, so that the person's move is visible
const AUTO_INTERVAL = 650; // interval in ms of automatic play
const MAX_PLIES = 400; // maximum number of automatic plies

/**
 * Manages play against an opponent. play makes a move, position returns the
 * current position, child returns the position after a move, repeated reports
 * whether the position occurred before, and over is called when a game has
 * ended.
 */
export function createPlay({ play, position, child, repeated, over }) {
  const side = byId('side');
  const opponent = byId('opponent');
  opponent.replaceChildren(...Object.entries(opponents).map(([name, text]) => element('option', { value: name }, text)));
  opponent.value = keep.opponent() in opponents ? keep.opponent() : 'perfect';
  opponent.addEventListener('change', () => keep.setOpponent(opponent.value));
  let timer = 0;
  let playing = false;

  const role = () => (side.value === '' ? null : Number(side.value));
  const stop = () => {
    clearTimeout(timer);
    playing = false;
    byId('auto').setAttribute('aria-pressed', 'false');
    byId('auto').querySelector('span').textContent = 'Play on';
  };
  /** Replies if the other side is to move. */
  const answer = () => {
    clearTimeout(timer);
    const pos = position();
    if (role() === null || pos.mover < 0 || pos.mover === role() || pos.terminal) return;
    timer = setTimeout(async () => {
      const move = await choose(opponent.value, pos, child);
      // The reply replaces the history entry of the person's move, so that the
      // back button returns to a position where the person has a choice.
      if (position() === pos && role() !== null) played(play(move, 'replace')); // the opponent may move again
    }, REPLY_DELAY);
  };
  const played = async (made) => {
    const pos = await made;
    if (!pos) return;
    if (pos.terminal && role() !== null) over(pos);
    else answer();
  };
  const playOn = (left, record) => {
    const pos = position();
    if (!playing || pos.terminal || left === 0 || (repeated() && left < MAX_PLIES)) {
      stop();
      return;
    }
    play(pos.moves[0], record).then((made) => {
      if (made && playing) timer = setTimeout(() => playOn(left - 1, 'replace'), AUTO_INTERVAL);
      else stop();
    });
  };

  return {
    answer,
    played,
    stop,
    /** Returns the role that the person plays, or null for both. */
    role,
    /** Returns the name of the opponent. */
    opponent: () => opponent.value,
    /** Offers the sides of a game and selects one. */
    offer(roles, chosen) {
      stop();
      const sides = roles.length === 2 ? roles.map((name, i) => element('option', { value: String(i) }, `I play ${name}`)) : [];
      side.replaceChildren(element('option', { value: '' }, 'Explore: move for all sides'), ...sides);
      side.disabled = sides.length === 0;
      side.value = sides[chosen] ? chosen : '';
    },
    /** Starts or stops automatic play. */
    toggle() {
      if (playing) {
        stop();
        return;
      }
      stop();
      playing = true;
      byId('auto').setAttribute('aria-pressed', 'true');
      byId('auto').querySelector('span').textContent = 'Stop';
      playOn(MAX_PLIES, 'push');
    },
    /** Returns a function that makes the person's choice and draws the opponent's. */
    picker() {
      if (role() === null) return null;
      return (name) => {
        const pos = position();
        const other = chooseSide(opponent.value, pos, 1 - role());
        const joint = role() === 0 ? `${name}+${other}` : `${other}+${name}`;
        announce(`The other side chose ${other}.`);
        played(play(pos.moves.find((move) => move.move === joint)));
      };
    },
  };
}
