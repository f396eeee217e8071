// Values of general-sum games: the payoff that each role can secure, and the
// best total.

import { named, tableOf } from './dom.js';
import { short } from './values.js';

/**
 * Creates a table of these values, or nothing for zero-sum games and terminal
 * positions.
 */
export function generalTable({ value, roles, paints, terminal }) {
  const { security, pure_security: pure, best_joint: best, payoffs } = value;
  if (!security || terminal) return '';
  return tableOf('Payoffs', ['', 'equilibrium', 'secured alone', 'by pure moves', 'best joint outcome'], roles.map((name, i) =>
    [named(paints[i], name), payoffs ? short(payoffs[i]) : 'not solved', short(security[i]), short(pure[i]), short(best[i])]));
}
