// The line of moves played so far, and how the value went along it.

import { byId, element, shape } from './dom.js';
import { number, words } from './values.js';

const STEP = 18; // width of a ply in the graph
const HEIGHT = 84;
const EDGE = 7; // free above and below

/**
 * Shows a line: entries of {move, view}, where view is the position as far as
 * its value goes. go is called with the index of the entry chosen.
 */
export function showLine(line, at, { hidden, go }) {
  byId('history').hidden = line.length < 2;
  if (line.length < 2) return;
  byId('line').replaceChildren(...line.map((entry, i) => {
    const button = element('button', { type: 'button' }, i === 0 ? 'start of the line' : `${i}. ${entry.move}`);
    if (i === at) button.setAttribute('aria-current', 'step');
    button.addEventListener('click', () => go(i));
    return element('li', {}, button);
  }));
  const current = byId('line').children[at];
  byId('line').scrollTop = current.offsetTop - byId('line').clientHeight / 2;
  const graph = byId('graph');
  graph.hidden = hidden;
  if (hidden) return;
  const views = line.map((entry) => entry.view);
  const drawn = views.every((v) => v.leader !== null) ? contest(views, at) : payoffs(views, at);
  drawn.svg.setAttribute('aria-label', `The value along the line: ${drawn.words}`);
  drawn.svg.addEventListener('click', (event) => {
    const x = (event.clientX - drawn.svg.getBoundingClientRect().left) / drawn.svg.getBoundingClientRect().width;
    go(Math.min(line.length - 1, Math.floor(x * line.length)));
  });
  const scroller = element('div', { className: 'scroller' }, drawn.svg);
  graph.replaceChildren(drawn.axis, scroller);
  scroller.scrollLeft = (at + 1) * STEP - scroller.clientWidth / 2;
}

/** The empty graph with the place of the present position marked. */
function canvas(count, at) {
  const width = count * STEP;
  const svg = shape('svg', { class: 'pic', role: 'img', viewBox: `0 0 ${width} ${HEIGHT}`, width, height: HEIGHT });
  svg.append(shape('rect', { class: 'f-changed', x: at * STEP, y: 0, width: STEP, height: HEIGHT }));
  return svg;
}

/** Bars up for role 0, down for role 1, the longer the nearer the win. */
function contest(views, at) {
  const { roles } = views[0];
  const svg = canvas(views.length, at);
  const middle = HEIGHT / 2;
  const longest = Math.max(1, ...views.map((v) => v.plies));
  svg.append(shape('path', { class: 's-rule', d: `M0 ${middle}H${views.length * STEP}` }));
  views.forEach((v, i) => {
    const near = v.plies < 0 ? 0.6 : 1 - (0.6 * v.plies) / longest;
    const length = v.leader < 0 ? 6 : near * (middle - EDGE);
    const paint = v.leader < 0 ? 'even' : v.paints[v.leader];
    const y = v.leader < 0 ? middle - 3 : v.leader === 0 ? middle - length : middle;
    const bar = shape('rect', { class: `f-${paint} s-muted`, x: i * STEP + 3, y, width: STEP - 6, height: length, rx: 2 });
    bar.append(shape('title', {}, `${i}. ${words(v.words)}`));
    svg.append(bar);
  });
  const axis = element('div', { className: 'axis', 'aria-hidden': 'true' },
    element('span', {}, `${roles[0]} wins`), element('span', {}, 'even'), element('span', {}, `${roles[1]} wins`));
  return { svg, axis, words: views.map((v) => words(v.words)).join('; ') };
}

/** A line for each role's payoff, where there is more than winning and losing. */
function payoffs(views, at) {
  const { roles } = views[0];
  const svg = canvas(views.length, at);
  const all = views.flatMap((v) => v.payoffs.map(number));
  const [low, high] = [Math.min(0, ...all), Math.max(1, ...all)];
  const y = (x) => HEIGHT - EDGE - ((x - low) / (high - low)) * (HEIGHT - 2 * EDGE);
  roles.forEach((_, role) => {
    const points = views.map((v, i) => [i * STEP + STEP / 2, v.payoffs[role]]).filter(([, x]) => x !== undefined)
      .map(([x, payoff]) => [x, y(number(payoff))]);
    const size = 5 - 2 * role; // so that both are seen where they meet
    svg.append(shape('path', { class: 's-muted', 'stroke-width': 1.5, d: points.map(([x, h], i) => `${i ? 'L' : 'M'}${x} ${h}`).join('') }));
    for (const [x, h] of points) {
      const paint = views[0].paints[role];
      svg.append(role === 0 ? shape('rect', { class: `f-${paint} s-ink`, x: x - size, y: h - size, width: 2 * size, height: 2 * size })
        : shape('circle', { class: `f-${paint} s-ink`, cx: x, cy: h, r: size }));
    }
  });
  const axis = element('div', { className: 'axis', 'aria-hidden': 'true' }, element('span', {}, String(high)), ...roles.map((r, i) => element('span', {}, `${'■●'[i]} ${r}`)), element('span', {}, String(low)));
  return { svg, axis, words: views.map((v) => words(v.words)).join('; ') };
}
