// Settings that survive a reload of the tab: the side that a person plays in
// each game, and whether values are hidden. They are not shared between tabs,
// so that a link always shows its position in full.

const sideKey = (table) => `side ${table}`;

/** Returns the side chosen in a game, or ''. */
export const sideOf = (table) => sessionStorage.getItem(sideKey(table)) ?? '';

/** Stores the side chosen in a game. */
export const side = (table, value) => sessionStorage.setItem(sideKey(table), value);

/** Whether values are hidden. */
export const isHiding = () => sessionStorage.getItem('hide') === 'on';

/** Stores whether values are hidden. */
export const hide = (on) => sessionStorage.setItem('hide', on ? 'on' : 'off');

/** Returns the last chosen opponent. */
export const opponent = () => localStorage.getItem('opponent') ?? '';

/** Stores the opponent. */
export const setOpponent = (name) => localStorage.setItem('opponent', name);
