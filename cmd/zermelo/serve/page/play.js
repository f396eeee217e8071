// Playing against an opponent, and best moves for both sides to the end.

import { announce, byId, element } from './dom.js';
import * as keep from './keep.js';
import { choose, chooseSide, opponents } from './opponents.js';

const THINKS = 700; // ms before a reply, so that one sees what was played
const PACE = 650; // ms between the moves of a line played on
const LONGEST = 400; // plies that are played on at most

/**
 * The opponent of the person who chose a side. play makes a move of the position
 * that position() gives, child gives the position after a move; repeated says
 * whether the position was met before, over is called when a game has ended.
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
  /** Replies if it is the other side's turn. */
  const answer = () => {
    clearTimeout(timer);
    const pos = position();
    if (role() === null || pos.mover < 0 || pos.mover === role() || pos.terminal) return;
    timer = setTimeout(async () => {
      const move = await choose(opponent.value, pos, child);
      // In the browser's history the reply takes the place of the position
      // before it: back leads to where the person has a choice.
      if (position() === pos && role() !== null) played(play(move, 'replace')); // who moves twice goes on
    }, THINKS);
  };
  const played = async (made) => {
    const pos = await made;
    if (!pos) return;
    if (pos.terminal && role() !== null) over(pos);
    else answer();
  };
  const playOn = (left, record) => {
    const pos = position();
    if (!playing || pos.terminal || left === 0 || (repeated() && left < LONGEST)) {
      stop();
      return;
    }
    play(pos.moves[0], record).then((made) => {
      if (made && playing) timer = setTimeout(() => playOn(left - 1, 'replace'), PACE);
      else stop();
    });
  };

  return {
    answer,
    played,
    stop,
    /** The role that the person plays, or null for both. */
    role,
    /** The name of the opponent. */
    opponent: () => opponent.value,
    /** Offers the sides of a game, of which one is chosen. */
    offer(roles, chosen) {
      stop();
      const sides = roles.length === 2 ? roles.map((name, i) => element('option', { value: String(i) }, `I play ${name}`)) : [];
      side.replaceChildren(element('option', { value: '' }, 'Explore: I move for all'), ...sides);
      side.disabled = sides.length === 0;
      side.value = sides[chosen] ? chosen : '';
    },
    /** Starts or stops playing on with best moves. */
    toggle() {
      if (playing) {
        stop();
        return;
      }
      stop();
      playing = true;
      byId('auto').setAttribute('aria-pressed', 'true');
      byId('auto').querySelector('span').textContent = 'Stop';
      playOn(LONGEST, 'push');
    },
    /** Where both choose at once: makes the person's move and lets the other side choose. */
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
