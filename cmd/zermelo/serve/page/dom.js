// Helpers for creating elements and for announcements to screen readers.

/** Returns the element with an id. */
export const byId = (id) => document.getElementById(id);

/**
 * Creates an element with properties, attributes (names with a dash, role and
 * for) and children, which are nodes or strings.
 */
export function element(name, given = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(given)) {
    if (value === undefined || value === null) continue;
    if (key.includes('-') || key === 'role' || key === 'for' || key === 'scope') made.setAttribute(key, value);
    else made[key] = value;
  }
  made.append(...children);
  return made;
}

/** Creates an SVG element with attributes and an optional text. */
export function shape(name, attributes, text) {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  return made;
}

/** Creates a dot in the colour of a role, or a neutral one. */
export function chip(paint) {
  return element('span', { className: `chip c-${paint}`, 'aria-hidden': 'true' });
}

/** Creates the name of a role, with its colour. */
export function named(paint, name) {
  return element('span', { className: 'named' }, chip(paint), name);
}

/**
 * Creates a table with a row header in the first column. Cells are nodes,
 * strings or lists of these. caption and the first element of head may be ''.
 */
export function tableOf(caption, head, rows) {
  const cell = (name, scope, content) => element(name, { scope }, ...[content].flat());
  return element('div', { className: 'wide' }, element('table', { className: 'general' },
    ...(caption ? [element('caption', {}, caption)] : []),
    element('thead', {}, element('tr', {}, ...head.map((text) => (text ? cell('th', 'col', text) : element('td'))))),
    element('tbody', {}, ...rows.map(([first, ...rest]) => element('tr', {}, cell('th', 'row', first), ...rest.map((content) => cell('td', undefined, content)))))));
}

/** Announces a text through the live region. */
export function announce(text) {
  byId('live').textContent = text;
}

/**
 * Implements a roving tabindex for items in rows of the given width: arrow keys
 * move the focus, and Tab reaches only the first item with tabIndex 0.
 */
export function roving(container, items, width) {
  container.addEventListener('keydown', (event) => {
    const at = items.indexOf(document.activeElement);
    if (at < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    const row = at - (at % width);
    const to = {
      ArrowLeft: at > row ? at - 1 : at,
      ArrowRight: at < row + width - 1 ? at + 1 : at,
      ArrowUp: at - width,
      ArrowDown: at + width,
      Home: row,
      End: row + width - 1,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if (!items[to]) return;
    items[at].tabIndex = -1;
    items[to].tabIndex = 0;
    items[to].focus();
  });
}
