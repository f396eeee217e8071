// The tree of all lines that were explored in a game, from each position where one
// began. It outlives a reload of the tab.

import { byId, element } from './dom.js';
import { markText } from './marks.js';

/** How many moves are kept for a game; what comes after is not remembered. */
const MOST = 3000;

/** The tree of a game: {roots: {position: node}, count}; a node has entry, as in a line, and kids. */
function load(table) {
  try {
    return JSON.parse(sessionStorage.getItem(`tree ${table}`)) ?? { roots: {}, count: 0 };
  } catch {
    return { roots: {}, count: 0 };
  }
}

/**
 * The tree of the game that is open. go is called with the line to the position
 * that was chosen, a list of entries.
 */
export function createTree({ go }) {
  let table = '';
  let tree = load('');
  const save = () => {
    try {
      sessionStorage.setItem(`tree ${table}`, JSON.stringify(tree));
    } catch {
      // Without room the tree lasts as long as the page.
    }
  };
  byId('tree-clear').addEventListener('click', () => {
    tree = { roots: {}, count: 0 };
    save();
    show();
  });

  let current = null; // the node of the position shown
  const show = () => {
    const lines = Object.values(tree.roots).filter((root) => root.kids.length > 0 || root === current);
    byId('tree').replaceChildren(...lines.map((root) => element('div', { className: 'root' }, button([root], 'from the start of this line'), ...follow([root]))));
    byId('tree-clear').hidden = tree.count === 0;
    byId('tree').querySelector('[aria-current]')?.scrollIntoView?.({ block: 'nearest' });
  };
  const button = (path, text) => {
    const node = path.at(-1);
    const { move, mark } = node.entry;
    const made = element('button', { type: 'button' }, text ?? `${path.length - 1}. ${move}`, ...markText(mark));
    if (node === current) made.setAttribute('aria-current', 'step');
    made.addEventListener('click', () => go(path.map(({ entry }) => ({ ...entry }))));
    return made;
  };
  /** What follows a position: the line explored first, and below it the variations. */
  const follow = (path) => {
    const parts = [];
    for (let node = path.at(-1); node.kids.length > 0; node = node.kids[0]) {
      const here = path.slice(0, path.indexOf(node) + 1);
      path = [...here, node.kids[0]];
      parts.push(button(path));
      const others = node.kids.slice(1);
      if (others.length > 0) {
        parts.push(element('ul', { className: 'variations' }, ...others.map((kid) => element('li', {}, button([...here, kid]), ...follow([...here, kid])))));
      }
    }
    return parts;
  };

  return {
    /** Goes to the tree of another game. */
    open(id) {
      table = id;
      tree = load(id);
      current = null;
    },
    /** Adds a line up to one of its entries, and shows the tree. */
    add(line, at) {
      let node = tree.roots[line[0].p] ??= { entry: line[0], kids: [] };
      for (const entry of line.slice(1, at + 1)) {
        let kid = node.kids.find((other) => other.entry.move === entry.move);
        if (!kid) {
          if (tree.count >= MOST) break;
          tree.count++;
          kid = { entry, kids: [] };
          node.kids.push(kid);
        }
        kid.entry = { ...kid.entry, ...entry };
        node = kid;
      }
      current = node;
      save();
      show();
    },
  };
}
