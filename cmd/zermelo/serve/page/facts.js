// Facts about a game, its difficulty, and the link to its report.

import { measured, reportAddress } from './api.js';
import { byId, element } from './dom.js';
import { words } from './values.js';

let shown = ''; // table whose difficulty is shown or requested

/** Shows the facts about the game of a table. */
export function showFacts(table, hidden) {
  if (shown !== table.id) {
    shown = '';
    offerMeasures(table);
  }
  byId('reports').hidden = hidden;
  byId('hard').hidden = hidden || table.kind === 'proof';
  const states = table.kind === 'proof' ? 'by search' : `${table.states.toLocaleString('en')} positions`;
  const list = { Game: table.game, Solved: states, ...(hidden ? {} : { Value: words(table.value) }), Rules: table.rules };
  byId('facts').replaceChildren(...Object.entries(list).flatMap(([name, text]) => [element('dt', {}, name), element('dd', {}, text)]));
  byId('reports').replaceChildren(element('a', { href: reportAddress(table.id) }, 'Full report'));
}

/** Shows a button that requests the measures, because computing them takes a while. */
function offerMeasures(table) {
  const place = byId('hard');
  const ask = element('button', { type: 'button', onclick: async () => {
    shown = table.id;
    place.replaceChildren(element('p', { role: 'status' }, 'Measuring …'));
    const said = await measured(table.id).then(howHard, (error) => [element('p', { className: 'error' }, `${error.message} ${error.hint}`)]);
    if (shown === table.id) place.replaceChildren(element('h3', {}, 'Difficulty'), ...said);
  } }, 'Measure the difficulty');
  place.replaceChildren(ask);
}

const percent = (share) => `${Math.round(100 * share)} %`;

/** Describes the measures of a report in sentences. */
function howHard({ measures, not_measured: why }) {
  const { keeping_moves: keeping, random_errors: random, greedy_errors: greedy, typical_plies: plies, over_table: all } = measures ?? {};
  const said = [];
  if (keeping > 0) said.push(`Along perfect play ${percent(keeping)} of the moves keep the value.`);
  if (all) said.push(`Over all positions a random move is an error in ${percent(all.random_error_chance)}${all.greedy_error_chance === undefined ? '' : `, that of a greedy player in ${percent(all.greedy_error_chance)}`}.`);
  if (random !== undefined) said.push(`A random game has ${random.toFixed(1)} errors in ${plies.toFixed(1)} plies${greedy === undefined ? '' : `, a greedy one ${greedy.toFixed(1)}`}.`);
  return (said.length > 0 ? said : [`Not measured: ${why || 'the game is of another kind'}.`]).map((text) => element('p', {}, text));
}
