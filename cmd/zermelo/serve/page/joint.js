// Simultaneous moves on the board. The cells of each side's moves are
// clickable; a click for each side makes the joint move.

import { element } from './dom.js';
import { chance } from './values.js';

/**
 * Returns, for each role, the cells of its moves by name. Moves without a
 * unique cell are omitted.
 */
function jointTargets(pos) {
  const shared = (moves) => moves.map((move) => new Set(move.cells ?? [])).reduce((a, b) => new Set([...a].filter((at) => b.has(at))));
  const always = shared(pos.moves);
  return [pos.matrix.rows, pos.matrix.columns].map((names, role) => {
    const found = new Map();
    for (const name of names) {
      const own = pos.moves.filter((move) => move.move.split('+')[role] === name);
      const cells = [...shared(own)].filter((at) => !always.has(at));
      if (cells.length === 1) found.set(name, cells[0]);
    }
    return found;
  });
}

/**
 * Handles the choices of both sides on the board. play is called with the joint
 * move. If the person plays one role, pick is called with that role's move
 * instead. changed is called after the first of two choices.
 */
export function createJoint(pos, { hidden, play, pick, role, changed }) {
  const targets = jointTargets(pos);
  const chosen = [null, null];
  const open = (r) => !pick || r === role;
  const at = (r, cell) => (open(r) ? [...targets[r]].find(([, there]) => there === cell)?.[0] : undefined);
  return {
    /** Whether a click on a cell chooses a move. */
    can: (cell) => [0, 1].some((r) => at(r, cell)),
    /**
     * Chooses the move of a cell. If both sides have a move there, the side
     * without a choice is preferred.
     */
    click(cell) {
      const roles = [0, 1].filter((r) => at(r, cell));
      if (roles.length === 0) return;
      const r = roles.find((each) => chosen[each] === null) ?? roles[0];
      const name = at(r, cell);
      if (pick) {
        pick(name);
        return;
      }
      chosen[r] = name;
      if (chosen[0] !== null && chosen[1] !== null) play(pos.moves.find((move) => move.move === chosen.join('+')));
      else changed();
    },
    /** Returns the marks of a cell: the probability of each side's move there. */
    marks: (cell) => [0, 1].filter((r) => at(r, cell)).map((r) => {
      const name = at(r, cell);
      const { probability = '0' } = pos.matrix.strategies[r].find((c) => c.move === name) ?? {};
      const text = chosen[r] === name ? '✓' : hidden ? '·' : chance(probability).replace(/^.*\((.*)\)$/, '$1');
      return element('span', { className: `aim c-${pos.paints[r]}${chosen[r] === name ? ' taken-up' : probability === '0' && !hidden ? ' never' : ''}`, 'aria-hidden': 'true' }, text);
    }),
    /** Describes the choices in a cell. */
    words: (cell) => [0, 1].filter((r) => at(r, cell)).map((r) => `${pos.roles[r]}: ${at(r, cell)}${chosen[r] === at(r, cell) ? ', chosen' : ''}`),
    clear: () => chosen.fill(null),
  };
}
