// Play by perfect play: as the opponent of the person who chose a side, or for
// both sides to the end.

import { announce, byId, element } from './dom.js';
import { draw } from './matrix.js';

const THINKS = 700; // ms before a reply, so that one sees what was played
const PACE = 650; // ms between the moves of a line played on
const LONGEST = 400; // plies that are played on at most

/**
 * Perfect play as a player. play makes a move of the position that position()
 * gives; repeated says whether that was met before.
 */
export function createPlay({ play, position, repeated }) {
  const side = byId('side');
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
    if (role() === null || pos.terminal || pos.mover !== 1 - role()) return;
    timer = setTimeout(() => {
      // In the browser's history the reply takes the place of the position
      // before it: back leads to where the person has a choice.
      play(pos.moves[0], 'replace')?.then(() => answer()); // who moves twice goes on
    }, THINKS);
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
    stop,
    /** The role that the person plays, or null for both. */
    role,
    /** Offers the sides of a game, of which one is chosen. */
    offer(roles, chosen) {
      stop();
      const sides = roles.length === 2 ? roles.map((name, i) => element('option', { value: String(i) }, `I play ${name}, against perfect play`)) : [];
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
    /** Where both choose at once: makes the person's move and draws the other's. */
    picker() {
      if (role() === null) return null;
      return (name) => {
        const pos = position();
        const other = draw(pos.matrix, 1 - role());
        const joint = role() === 0 ? `${name}+${other}` : `${other}+${name}`;
        announce(`The other side chose ${other}.`);
        play(pos.moves.find((move) => move.move === joint)).then(() => answer());
      };
    },
  };
}
