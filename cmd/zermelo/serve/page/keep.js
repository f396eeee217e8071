// What a tab remembers over a reload: the side that a person plays in each game,
// and whether the values are hidden. Another tab begins without, so that a link
// shows what it is a link to.

const sideKey = (table) => `side ${table}`;

/** The side chosen in a game, '' for none. */
export const sideOf = (table) => sessionStorage.getItem(sideKey(table)) ?? '';

/** Remembers the side chosen in a game. */
export const side = (table, value) => sessionStorage.setItem(sideKey(table), value);

/** Whether the values are hidden. */
export const isHiding = () => sessionStorage.getItem('hide') === 'on';

/** Remembers whether the values are hidden. */
export const hide = (on) => sessionStorage.setItem('hide', on ? 'on' : 'off');

/** The opponent chosen last. */
export const opponent = () => localStorage.getItem('opponent') ?? '';

/** Remembers the opponent. */
export const setOpponent = (name) => localStorage.setItem('opponent', name);
