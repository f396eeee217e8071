// The score card: results against each opponent, and the share of good moves.

import { byId, element } from './dom.js';
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
  const rows = Object.entries(load(table));
  const head = ['', 'won', 'drawn', 'lost', 'right moves'];
  byId('card').replaceChildren(...(rows.length === 0 ? [] : [element('table', { className: 'general' },
    element('caption', {}, 'Score card'),
    element('thead', {}, element('tr', {}, ...head.map((text, i) => (i === 0 ? element('td') : element('th', { scope: 'col' }, text))))),
    element('tbody', {}, ...rows.map(([name, row]) => element('tr', {}, element('th', { scope: 'row' }, opponents[name] ?? 'puzzles'),
      ...[row.won, row.drawn, row.lost].map((n) => element('td', {}, String(n))),
      element('td', {}, row.moves > 0 ? `${Math.round((100 * row.kept) / row.moves)} %` : ''))))) ]));
}
