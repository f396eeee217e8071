// The tree of the explored lines of a game, with a root for each position where
// a line started. It survives a reload of the tab.

import { byId, element } from './dom.js';
import { markText } from './marks.js';

/** Maximum number of moves stored per game. Further moves are dropped. */
const MAX_MOVES = 3000;

/**
 * Loads the tree of a game: {roots: {position: node}, count}. A node is {entry,
 * kids}.
 */
function load(table) {
  try {
    return JSON.parse(sessionStorage.getItem(`tree ${table}`)) ?? { roots: {}, count: 0 };
  } catch {
    return { roots: {}, count: 0 };
  }
}

/**
 * Manages the tree of the current game. go is called with a list of entries,
 * the line to the chosen position.
 */
export function createTree({ go }) {
  let table = '';
  let tree = load('');
  const save = () => {
    try {
      sessionStorage.setItem(`tree ${table}`, JSON.stringify(tree));
    } catch {
      // If storage is full, the tree lasts until the page is closed.
    }
  };
  byId('tree-clear').addEventListener('click', () => {
    tree = { roots: {}, count: 0 };
    save();
    show();
  });

  let current = null; // node of the current position
  let hidden = false; // whether marks are hidden
  const show = () => {
    const lines = Object.values(tree.roots).filter((root) => root.kids.length > 0 || root === current);
    byId('tree').replaceChildren(...lines.map((root) => element('div', { className: 'root' }, button([root], 'start of this line'), ...follow([root]))));
    byId('tree-clear').hidden = tree.count === 0;
    byId('tree').querySelector('[aria-current]')?.scrollIntoView?.({ block: 'nearest' });
  };
  const button = (path, text) => {
    const node = path.at(-1);
    const { move, mark } = node.entry;
    const made = element('button', { type: 'button' }, text ?? `${path.length - 1}. ${move}`, ...(hidden ? [] : markText(mark)));
    if (node === current) made.setAttribute('aria-current', 'step');
    made.addEventListener('click', () => go(path.map(({ entry }) => ({ ...entry }))));
    return made;
  };
  /**
   * Draws the continuation of a position: the line explored first, and the
   * variations below it.
   */
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
    /** Switches to the tree of another game. */
    open(id) {
      table = id;
      tree = load(id);
      current = null;
    },
    /** Adds the line up to an entry and shows the tree, without marks if isHidden. */
    add(line, at, isHidden) {
      hidden = isHidden;
      let node = tree.roots[line[0].p] ??= { entry: line[0], kids: [] };
      for (const entry of line.slice(1, at + 1)) {
        let kid = node.kids.find((other) => other.entry.move === entry.move);
        if (!kid) {
          if (tree.count >= MAX_MOVES) break;
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
