// Settings that survive a reload of the tab: the side that a person plays in
// each game, which is not shared between tabs, so that a link always shows its
// position in full. The level and the speed are shared.

const sideKey = (table) => `side ${table}`;

/** Returns the role that a person plays in a game, or null. */
export const sideOf = (table) => JSON.parse(sessionStorage.getItem(sideKey(table)) || 'null');

/** Stores the role of a person in a game, or null. */
export const side = (table, role) => sessionStorage.setItem(sideKey(table), JSON.stringify(role));

/** Returns the last value of a select element, or ''. */
export const choice = (id) => localStorage.getItem(id) ?? '';

/** Stores the value of a select element. */
export const choose = (id, value) => localStorage.setItem(id, value);
