// The rules of a game: the goal, the rules in words, and the options.

import { rules } from './api.js';
import { byId, element } from './dom.js';

/** Shows the rules of a table below the verdict and in their tab. */
export async function showRules(table) {
  const fill = (found) => {
    for (const id of ['how', 'rules']) byId(id).replaceChildren(...described(table, found));
    byId('rules').append(element('p', { className: 'sub' }, 'Name: ', element('code', {}, table.game)));
    if (found.source) byId('rules').append(element('details', {}, element('summary', {}, 'File with the rules'), element('pre', { tabIndex: 0 }, found.source)));
  };
  byId('how').parentElement.open = false;
  byId('rules').dataset.table = table.id;
  fill({});
  const found = await rules(table.id).catch(() => ({}));
  if (byId('rules').dataset.table === table.id) fill(found);
}

/** Returns the goal, the paragraphs of the rules, and the options in words. */
function described(table, { rules = [], options = [] }) {
  return [element('p', { className: 'goal' }, table.goal),
    ...rules.filter((text) => text !== table.goal).map((text) => element('p', {}, text)),
    ...(options.length > 0 ? [element('h3', {}, 'This variant'), element('dl', { className: 'options' },
      ...options.flatMap(({ words, help }) => [element('dt', {}, words), element('dd', {}, help)]))] : [])];
}
