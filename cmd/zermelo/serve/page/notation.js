// Notations that list the board cell by cell: rows from the top, separated by
// slashes, with one character per cell or a number for a run of empty cells,
// followed by further fields after a colon.

/**
 * Parses a notation into the letters of the cells and the remaining fields, or
 * returns null.
 */
export function spell(text, board) {
  const end = text.indexOf(':');
  const head = end < 0 ? text : text.slice(0, end);
  const rows = head.split('/');
  if (!board.width || rows.length !== board.height) return null;
  const inRuns = rows.some((row) => row.length !== board.width);
  const cells = rows.map((row) => [...(inRuns ? row.replace(/\d+/g, (n) => '.'.repeat(Number(n))) : row)]);
  if (cells.some((row) => row.length !== board.width)) return null;
  return { cells: cells.flat(), rest: end < 0 ? [] : text.slice(end + 1).split(':'), inRuns };
}

/** Returns the notation for the letters of the cells and the remaining fields. */
export function unspell({ cells, rest, inRuns }, { width, height }) {
  const rows = Array.from({ length: height }, (_, y) => cells.slice(y * width, (y + 1) * width).join(''));
  const written = inRuns ? rows.map((row) => row.replace(/\.+/g, (dots) => String(dots.length))) : rows;
  return [written.join('/'), ...rest].join(':');
}

/**
 * Finds the field that contains the side to move, with its value for each role.
 * It is the only field in which a move replaces one word by another. Returns
 * null if no field matches.
 */
export function sideField(pos) {
  const own = spell(pos.position, pos.board)?.rest ?? [];
  const others = pos.moves.map((move) => spell(move.child, pos.board)?.rest ?? []);
  if (pos.mover < 0 || pos.roles.length !== 2 || others.length === 0) return null;
  const field = own.findIndex((text, i) => /^[a-z]+$/i.test(text) && others.every((rest) => rest[i] !== text && rest[i] === others[0][i]));
  if (field < 0) return null;
  const texts = [];
  texts[pos.mover] = own[field];
  texts[1 - pos.mover] = others[0][field];
  return { field, texts };
}
