// The score card: results against each opponent, and the share of good moves.

import { byId, tableOf } from './dom.js';
import { opponents } from './opponents.js';

const key = (table) => `card ${table}`;

function load(table) {
  try {
    return JSON.parse(localStorage.getItem(key(table))) ?? {};
  } catch {
    return {};
  }
}

function change(table, name, act) {
  const all = load(table);
  act(all[name] ??= { won: 0, drawn: 0, lost: 0, moves: 0, kept: 0 });
  localStorage.setItem(key(table), JSON.stringify(all));
  showCard(table);
}

/**
 * Records a game. result is won, drawn or lost, line the list of entries, own
 * the role of the person.
 */
export function addGame(table, name, result, line, own) {
  change(table, name, (row) => {
    row[result]++;
    const moves = line.filter(({ by }) => by === own);
    row.moves += moves.length;
    row.kept += moves.filter(({ keeps }) => keeps !== false).length;
  });
}

/** Records whether a puzzle was solved. */
export function addPuzzle(table, isSolved) {
  change(table, 'puzzles', (row) => row[isSolved ? 'won' : 'lost']++);
}

/** Shows the score card of a game, or nothing before the first game. */
export function showCard(table) {
  const rows = Object.entries(load(table)).map(([name, { won, drawn, lost, moves, kept }]) =>
    [opponents[name] ?? 'puzzles', String(won), String(drawn), String(lost), moves > 0 ? `${Math.round((100 * kept) / moves)} %` : '']);
  byId('card').replaceChildren(...(rows.length === 0 ? [] : [tableOf('Score card', ['', 'won', 'drawn', 'lost', 'right moves'], rows)]));
}
