// The list of solved games: a card per game, with its variants.

import * as api from './api.js';
import { byId, element } from './dom.js';
import { drawing } from './drawing.js';
import { notes } from './extras.js';
import { sentence, words } from './values.js';

const RESULTS = { Wins: ({ value }) => / (wins(?! with prob)|has won|gets(?!.* on average))/.test(value), Draws: ({ value }) => /^(draw|even)/.test(value) };
const KINDS = { 'Simultaneous moves': (table) => table.simultaneous, 'Chance': (table) => table.stochastic, 'Puzzles': ({ roles }) => roles.length === 1, 'Your own': ({ game }) => game.includes('@') };

/**
 * Shows the tables, and the tables that are not served. link returns the URL of
 * a table's start.
 */
export function showGames(tables, others, link) {
  showOthers(others);
  byId('games-find').hidden = tables.length < 7;
  const families = Map.groupBy(tables, (table) => table.family);
  const rows = new Map(tables.map((table) => [table, variant(table, link(table.id))]));
  const cards = new Map([...families.values()].map((family) => {
    family.sort((a, b) => a.states - b.states);
    return [card(family[0], link(family.at(-1).id), family.map((table) => rows.get(table))), family];
  }));
  byId('tables').replaceChildren(...cards.keys());
  if (tables.length === 0) {
    byId('tables').append(element('li', { className: 'panel' }, 'There are no tables yet. Make one with ', element('code', {}, 'zermelo solve tictactoe'), ' and load this page again.'));
  }
  const pressed = (kinds) => Object.keys(kinds).filter((name) => byId('filters').querySelector(`[name="${name}"][aria-pressed=true]`)).map((name) => kinds[name]);
  const filter = () => {
    const wanted = byId('find').value.trim().toLowerCase().split(/\s+/);
    const [results, kinds] = [pressed(RESULTS), pressed(KINDS)];
    const fits = (table) => wanted.every((word) => `${table.family} ${table.title} ${table.variation} ${called(table)}`.toLowerCase().includes(word))
      && (results.length === 0 || results.some((is) => is(table))) && kinds.every((is) => is(table));
    for (const [table, row] of rows) row.hidden = !fits(table);
    for (const [item, family] of cards) item.hidden = family.every((table) => rows.get(table).hidden);
    const left = tables.filter((table) => !rows.get(table).hidden).length;
    byId('games-count').textContent = tables.length === 0 ? '' : `${left < tables.length ? `${left} of ` : ''}${tables.length} solved ${tables.length === 1 ? 'game' : 'games'}`;
  };
  offerFilters(tables, filter);
  byId('find').oninput = filter;
  filter();
  drawWhenSeen(cards);
}

/** Shows a button for each property that only some tables have. */
function offerFilters(tables, changed) {
  const useful = Object.entries({ ...RESULTS, ...KINDS }).filter(([, is]) => tables.some(is) && !tables.every(is));
  byId('filters').replaceChildren(...useful.map(([name]) => element('button', {
    type: 'button', name, 'aria-pressed': 'false',
    onclick({ target }) {
      target.setAttribute('aria-pressed', String(target.getAttribute('aria-pressed') !== 'true'));
      changed();
    },
  }, name)));
}

/** Lists the tables that are not served, with the reason. */
function showOthers(others) {
  const place = byId('others');
  place.hidden = others.length === 0;
  place.querySelector('summary').textContent = `${others.length} more in the directory, not shown here`;
  place.querySelector('ul').replaceChildren(...others.map((o) => element('li', {}, element('code', {}, o.game), `: ${o.error}${progress(o.unfinished)}`)));
}

/** Describes the progress of an unfinished solve, if known. */
function progress(u) {
  if (!u) return '';
  return u.total ? `: ${u.done} of ${u.total} ${u.unit}s` : `: ${u.found} ${u.unit}s found so far`;
}

function card({ family, goal, game, roles }, address, rows) {
  return element('li', { className: 'card' },
    element('a', { className: 'thumb', 'href': address, 'tabIndex': -1, 'aria-hidden': 'true', 'data-initial': family.charAt(0) }),
    element('h2', {}, family),
    element('p', { className: 'sub' }, KINDS['Your own']({ game }) ? `Your own rules, for ${new Intl.ListFormat('en-GB').format(roles)}.` : goal),
    element('ul', { className: 'variants' }, ...rows));
}

/** Creates the links that explore and play a variant. */
function variant(table, address) {
  const rules = table.variation || 'standard rules';
  const name = table.title === table.family ? sentence(rules) : `${table.title}: ${rules}`;
  const size = table.kind === 'proof' ? '' : `, ${table.states.toLocaleString('en')} ${table.states === 1 ? 'position' : 'positions'}`;
  return element('li', {},
    element('a', { href: address, title: called(table) + size }, element('span', {}, name), element('span', { className: 'sub' }, sentence(words(table.value)))),
    element('a', { className: 'go', 'href': `${address}&play`, 'aria-label': `Play ${table.family}, ${name}` }, 'Play'));
}

/** Returns the name of a game and its presets. */
const called = ({ game, presets }) => (presets ? `${game} (${presets.join(', ')})` : game);

/** Returns a picture of a start position, or its notes if it has no board. */
export function preview(start) {
  return start.board.width ? [drawing(start)] : notes(start).slice(0, 1);
}

/** Draws the start of each game when its card becomes visible. */
function drawWhenSeen(cards) {
  const watch = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      watch.unobserve(target);
      // The card works without a picture.
      api.start(cards.get(target).at(-1).id).then((start) => target.querySelector('.thumb').append(...preview(start)), () => {});
    }
  }, { rootMargin: '200px' });
  for (const item of cards.keys()) watch.observe(item);
}
