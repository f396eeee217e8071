// Playing against opponents, and automatic play of best moves.

import { byId, element } from './dom.js';
import { choose, chooseSearched, chooseSide, levels, roll } from './opponents.js';

const REPLY_DELAY = 700; // delay in ms before a reply, so that the person's move is visible
const AUTO_INTERVAL = 650; // interval in ms of automatic play
const MAX_PLIES = 400; // maximum number of automatic plies
const SPEEDS = { slow: 2.5, normal: 1, fast: 0.3 }; // factors of both times

/** Fills a select element, and keeps its value. */
function remembered(id, names, fallback) {
  const select = byId(id);
  select.replaceChildren(...names.map((name) => element('option', {}, name)));
  select.value = names.find((name) => name === localStorage.getItem(id)) ?? fallback;
  select.addEventListener('change', () => localStorage.setItem(id, select.value));
  return select;
}

/**
 * Manages play against opponents, who have all roles but one. play makes a
 * move, position returns the current position, isOver reports whether the game
 * has ended, and repeated whether the position occurred before. treeSearch
 * returns the result of a Monte Carlo tree search. over is called when a game has ended, and changed when the opponents start to think.
 */
export function createPlay({ play, position, isOver, repeated, treeSearch, over, changed }) {
  const side = byId('side');
  const level = remembered('level', levels, 'casual');
  const speed = remembered('speed', Object.keys(SPEEDS), 'normal');
  const pace = (ms) => ms * SPEEDS[speed.value];
  let own = null; // the role of the person, or null
  let timer = 0;
  let thinking = null; // identifies the reply that the opponents think about
  let playing = false;

  /** Whether only opponents are to move, or the next move is random. */
  const isDue = () => {
    const { terminal, mover, movers } = position();
    return own !== null && !terminal && !isOver() && mover !== own && !movers.includes(own);
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
      const move = await reply();
      // The reply replaces the history entry of the person's move, so that the
      // back button returns to a position where the person has a choice.
      if (mine === thinking) played(play(move, 'replace')); // the opponent may move again
    }, pace(REPLY_DELAY));
    changed();
  };
  /** Returns the opponents' move. If own is a move of the person, it is part of the move. */
  const reply = async (mine) => {
    const pos = position();
    if (pos.chance) return roll(pos);
    const roles = pos.mover < 0 ? pos.movers : [pos.mover];
    const found = level.value === 'mcts' ? await treeSearch(pos.position).catch(() => null) : null;
    if (!found && pos.mover >= 0) return choose(level.value, pos);
    const joint = roles.map((r) => (r === own && mine ? mine : found ? chooseSearched(found, pos.roles[r]) : chooseSide(level.value, pos, r))).join('+');
    return pos.moves.find(({ move }) => move === joint);
  };
  const played = async (made) => {
    const pos = await made;
    if (!pos) return;
    stop();
    if (pos.terminal && own !== null) over(pos);
    else answer();
  };
  const playOn = (left, record) => {
    const pos = position();
    if (!playing || pos.terminal || left === 0 || (repeated() && left < MAX_PLIES)) {
      stop();
      return;
    }
    play(pos.chance ? roll(pos) : pos.moves[0], record).then((made) => {
      if (made && playing) timer = setTimeout(() => playOn(left - 1, 'replace'), pace(AUTO_INTERVAL));
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
    /** Returns the role that the person plays, or null. */
    role: () => own,
    /** Returns the name of the level. */
    level: () => level.value,
    /** Offers the sides of a game, and Monte Carlo tree search if it is available. */
    offer({ roles, mcts }) {
      const option = [...level.options].find(({ value }) => value === 'mcts');
      option.hidden = !mcts;
      if (!mcts && option.selected) level.value = 'casual';
      side.replaceChildren(...roles.map((name, i) => element('option', { value: String(i) }, name)));
      for (const select of [side, level]) select.parentElement.hidden = roles.length < 2;
    },
    /** Gives the person a role, or none if it is null. */
    take(chosen) {
      stop();
      own = chosen;
      side.value = String(own ?? 0);
    },
    /** Starts or stops automatic play. */
    toggle() {
      const was = playing;
      stop();
      if (was) return;
      playing = true;
      byId('auto').setAttribute('aria-pressed', 'true');
      byId('auto').querySelector('span').textContent = 'Stop';
      playOn(MAX_PLIES, 'push');
    },
    /** Adds the opponents' choices to the person's in a simultaneous choice. Returns the joint move. */
    join: reply,
  };
}
