// The score card: the results at each level, and the best result.

import { byId, tableOf } from './dom.js';
import { CHANCE } from './marks.js';
import { levels } from './opponents.js';
import { number, percent as exactPercent, resultFor, short } from './values.js';

const key = (table) => `card ${table}`;

function load(table) {
  try {
    return JSON.parse(localStorage.getItem(key(table))) ?? {};
  } catch {
    return {};
  }
}

function change(table, name, act) {
  const all = load(table);
  act(all[name] ??= { won: 0, drawn: 0, lost: 0 });
  localStorage.setItem(key(table), JSON.stringify(all));
  showCard(table);
}

/**
 * Returns the score of a game for a role: the result, the number of its moves
 * that kept the value, the number of its moves, of moves taken back, and of hints.
 * Moves taken back count once, and moves whose effect is not known do not count.
 * A game of one role is won if it ends with the value of its start. In games
 * with chance, cost is the share of the payoffs that the moves lost, and luck the
 * share that random moves gained.
 */
export function scoreOf(end, line, own) {
  const dropped = line.flatMap((entry) => entry.dropped ?? []);
  const isJudged = ({ right }) => typeof right?.[own] === 'boolean';
  const isNew = (entry, i, all) => !all.slice(0, i).concat(line).some(({ p, move }) => p === entry.p && move === entry.move);
  const back = dropped.filter(isJudged).filter(isNew);
  const judged = [...line.filter(isJudged), ...back];
  const gained = (entries) => entries.reduce((sum, { gain }) => sum + (own === 0 ? gain : -gain), 0);
  const result = !end.terminal ? 'stopped' : end.roles.length > 1 ? resultFor(end, own)
    : number(end.value.payoffs[0]) < number(line[0].view.payoffs[0]) ? 'lost' : 'won';
  return {
    ...(end.scale && { cost: -gained(judged), luck: gained(line.filter(({ by }) => by === CHANCE)) }), result, kept: judged.filter(({ right }) => right[own]).length, of: judged.length, back: back.length,
    hints: new Set([...line, ...dropped].filter(({ hinted }) => hinted).map(({ p }) => p)).size,
  };
}

const share = ({ kept, of }) => (of > 0 ? kept / of : 1);
const percent = (score) => (score.of > 0 ? `${Math.round(100 * share(score))} %` : '');
const brief = (score) => [score.result, percent(score)].filter(Boolean).join(', ');
/** Orders scores by result, then by share of good moves, then by hints. */
const rank = (score) => 2 * ['lost', 'drawn', 'won'].indexOf(score.result) + share(score) - score.hints / 1e4;

/** Records the score of a game against a level. */
export function addGame(table, level, score) {
  change(table, level, (row) => {
    row[score.result]++;
    if (!row.best || rank(score) > rank(row.best)) row.best = score;
  });
}

/** Records whether a puzzle was solved. */
export function addPuzzle(table, isSolved) {
  change(table, 'puzzles', (row) => row[isSolved ? 'won' : 'lost']++);
}

/** Describes a score in a sentence, and the best score at its level. */
export function describe(table, level, score, { roles, scale }) {
  const goal = scale ? 'expected payoff' : 'best result';
  const alone = { won: `reached the ${goal}`, lost: `missed the ${goal}`, stopped: 'stopped' };
  const against = { won: 'won', drawn: 'drew', lost: 'lost', stopped: 'stopped playing' };
  const done = `You ${roles.length > 1 ? `${against[score.result]} against ${level}` : alone[score.result]}`;
  const moves = score.of > 0 ? `: ${score.kept} of ${score.of} ${score.of === 1 ? 'move' : 'moves'} kept the value (${percent(score)})` : '';
  const helps = [score.hints && `${score.hints} ${score.hints === 1 ? 'hint' : 'hints'}`, score.back && `${score.back} taken back`].filter(Boolean).join(' and ');
  const amount = (share) => (scale.probability ? exactPercent(share) : short(share * (scale.high - scale.low)));
  const chance = scale ? `, your moves cost ${amount(Math.max(0, score.cost))}, luck ${score.luck < 0 ? '−' : '+'}${amount(Math.abs(score.luck))}` : '';
  const { best } = load(table)[level] ?? {};
  return `${done}${moves}${chance}${helps && `, with ${helps}`}.${best ? ` Your best so far: ${brief(best)}.` : ''}`;
}

/** Shows the score card of a game, or nothing before the first game. */
export function showCard(table) {
  const rows = Object.entries(load(table)).filter(([name]) => [...levels, 'puzzles'].includes(name)).map(([name, { won, drawn, lost, best }]) =>
    [name, String(won), String(drawn), String(lost), best ? brief(best) : '']);
  byId('card').replaceChildren(...(rows.length === 0 ? [] : [tableOf('Score card', ['', 'won', 'drawn', 'lost', 'best'], rows)]));
}
