// Playing against opponents, and automatic play of best moves.

import { byId, element } from './dom.js';
import * as keep from './settings.js';
import { choose, chooseSide, opponents } from './opponents.js';

const REPLY_DELAY = 700; // delay in ms before a reply, so that the person's move is visible
const AUTO_INTERVAL = 650; // interval in ms of automatic play
const MAX_PLIES = 400; // maximum number of automatic plies

/**
 * Manages play against opponents, who have all roles but one. play makes a
 * move, position returns the current position, child returns the position after
 * a move, and repeated reports whether the position occurred before. over is
 * called when a game has ended, and changed when the opponents start to think.
 */
export function createPlay({ play, position, child, repeated, over, changed }) {
  const side = byId('side');
  const opponent = byId('opponent');
  opponent.replaceChildren(...Object.entries(opponents).map(([name, text]) => element('option', { value: name }, text)));
  opponent.value = keep.opponent() in opponents ? keep.opponent() : 'perfect';
  opponent.addEventListener('change', () => keep.setOpponent(opponent.value));
  let timer = 0;
  let thinking = null; // identifies the reply that the opponents think about
  let playing = false;

  const role = () => (side.value === '' ? null : Number(side.value));
  /** Whether only opponents are to move. */
  const isDue = () => {
    const { terminal, mover, movers } = position();
    return role() !== null && !terminal && mover !== role() && !movers.includes(role());
  };
  const stop = () => {
    clearTimeout(timer);
    thinking = null;
    playing = false;
    byId('auto').setAttribute('aria-pressed', 'false');
    byId('auto').querySelector('span').textContent = 'Play on';
  };
  /** Replies if only opponents are to move. */
  const answer = () => {
    stop();
    if (!isDue()) return;
    const mine = (thinking = {});
    timer = setTimeout(async () => {
      const pos = position();
      const move = await choose(opponent.value, pos, child).catch(() => pos.moves[0]);
      // The reply replaces the history entry of the person's move, so that the
      // back button returns to a position where the person has a choice.
      if (mine === thinking) played(play(move, 'replace')); // the opponent may move again
    }, REPLY_DELAY);
    changed();
  };
  const played = async (made) => {
    const pos = await made;
    if (!pos) return;
    stop();
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
    isDue,
    /** Whether a reply is under way. */
    isThinking: () => thinking !== null && isDue(),
    /** Returns the role that the person plays, or null for all. */
    role,
    /** Returns the name of the opponent. */
    opponent: () => opponent.value,
    /** Offers the sides of a game and selects one. */
    offer(roles, chosen) {
      stop();
      const sides = roles.length > 1 ? roles.map((name, i) => element('option', { value: String(i) }, `I play ${name}`)) : [];
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
    /** Adds the opponents' choices to the person's in a simultaneous choice. Returns the joint move. */
    join(name) {
      const pos = position();
      const joint = pos.movers.map((r) => (r === role() ? name : chooseSide(opponent.value, pos, r))).join('+');
      return pos.moves.find(({ move }) => move === joint);
    },
  };
}
