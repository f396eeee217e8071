// The list of solved games.

import * as api from './api.js';
import { byId, element } from './dom.js';
import { drawing } from './drawing.js';
import { sentence, words } from './values.js';

/**
 * Shows the tables, and the tables that are not served. link returns the URL of
 * a table's start.
 */
export function showGames(tables, others, link) {
  showOthers(others);
  const cards = tables.map((table) => card(table, link(table.id)));
  byId('games-count').textContent = tables.length === 0 ? '' : tables.length === 1 ? '1 solved game' : `${tables.length} solved games`;
  byId('games-find').hidden = tables.length < 7;
  if (tables.length === 0) {
    byId('tables').replaceChildren(element('li', { className: 'panel' }, 'There are no tables yet. Make one with ', element('code', {}, 'zermelo solve tictactoe'), ' and load this page again.'));
    return;
  }
  byId('tables').replaceChildren(...cards);
  const find = byId('find');
  find.oninput = () => {
    const wanted = find.value.trim().toLowerCase();
    cards.forEach((item, i) => (item.hidden = !`${called(tables[i])} ${tables[i].title}`.toLowerCase().includes(wanted)));
  };
  find.oninput();
  drawWhenSeen(cards, tables);
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

function card(table, address) {
  const states = table.kind === 'proof' ? 'solved by search' : `${table.states.toLocaleString('en')} ${table.states === 1 ? 'position' : 'positions'}`;
  return element('li', { className: 'card' },
    element('a', { href: address },
      element('span', { className: 'thumb', 'aria-hidden': 'true', 'data-initial': table.title.charAt(0) }),
      element('span', { className: 'about' },
        element('span', { className: 'name' }, table.title),
        element('code', { className: 'sub' }, ...breakable(called(table))),
        element('span', { className: 'outcome' }, sentence(words(table.value))),
        element('span', { className: 'sub' }, states))));
}

/** Returns the name of a game and its presets. */
export function called({ game, presets }) {
  return presets ? `${game} (${presets.join(', ')})` : game;
}

/** Inserts line break opportunities into a game's name. */
export function breakable(name) {
  return name.split(/(?<=[:,])/).flatMap((part, i) => (i === 0 ? [part] : [document.createElement('wbr'), part]));
}

/** Draws the start of each game when its card becomes visible. */
function drawWhenSeen(cards, tables) {
  const watch = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      watch.unobserve(target);
      const table = tables[cards.indexOf(target)];
      if (table.kind === 'proof') continue; // opening a proof is slow
      api.position(table.id, '').then((pos) => {
        if (pos.board.width) target.querySelector('.thumb').append(drawing(pos));
      }, () => {}); // the card works without a picture
    }
  }, { rootMargin: '200px' });
  cards.forEach((item) => watch.observe(item));
}
