// Building elements, and telling those who cannot see the page what happened.

/** The element with an id. */
export const byId = (id) => document.getElementById(id);

/**
 * A new element: its properties, attributes (those with a dash, role and for)
 * and children, which are nodes or texts.
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

/** A new SVG element with attributes and perhaps a text. */
export function shape(name, attributes, text) {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  return made;
}

/** A round spot in the colour of a role, or of nobody. */
export function chip(paint) {
  return element('span', { className: `chip c-${paint}`, 'aria-hidden': 'true' });
}

/** Says a text through the live region. */
export function announce(text) {
  byId('live').textContent = text;
}

/**
 * Makes the arrow keys move the focus among items laid out in rows of a width,
 * of which one at a time can be reached by Tab. The first that has tabIndex 0
 * is where Tab leads.
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
