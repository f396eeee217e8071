// Solving games from the page, for users with the server's token: a form
// generated from the options of each game, with a picture of the start, rule
// sheet uploads with the findings of the checker, forecasts, and the list of jobs.

import { ApiError, get, readEvents, start as startOf } from './api.js';
import { announce, byId, element } from './dom.js';
import { preview } from './games.js';
import { sentence } from './values.js';

const token = keepToken();

/** Moves the token from the URL to session storage and returns it, or ''. */
function keepToken() {
  const [, given] = location.hash.match(/^#token=(\w+)$/) ?? [];
  if (given) {
    sessionStorage.setItem('token', given);
    history.replaceState(history.state, '', location.pathname + location.search);
  }
  return sessionStorage.getItem('token') ?? '';
}

const PREVIEW_DELAY = 200; // milliseconds from a change of the options to the requests

const authorized = { Authorization: `Bearer ${token}` };

/**
 * Sends a request with the token. Bodies other than strings and files are sent
 * as JSON.
 */
function ask(path, body, signal) {
  const headers = { Accept: 'application/json', ...authorized };
  const isPlain = typeof body === 'string' || body instanceof Blob;
  if (body !== undefined) headers['Content-Type'] = isPlain ? 'text/plain' : 'application/json';
  return get(path, { method: body === undefined ? 'GET' : 'POST', headers, signal, body: body === undefined || isPlain ? body : JSON.stringify(body) });
}

/**
 * Shows the form and the jobs if the server supports solving. solved is called
 * when a job has completed; link returns the URL of a game.
 */
export async function offerSolving({ solved, link }) {
  if (!token || byId('solve')) return;
  let overview;
  try {
    overview = await ask('/api/solve');
  } catch {
    return; // the server has another token
  }
  const place = element('section', { id: 'solve', className: 'panel', 'aria-labelledby': 'solve-title' });
  place.append(element('h2', { id: 'solve-title' }, 'Solve a game'));
  byId('tables').before(place);
  const jobs = showJobs(place, { solved, link });
  for (const job of overview.jobs.toReversed()) jobs.add(job);
  const { games, presets } = await ask('/api/games');
  place.append(createForm({ games, presets, start: async (game) => jobs.add(await ask('/api/solve/jobs', { game })) }));
}

/**
 * Creates the form: a game with options or a rule sheet, its start and the
 * forecast, and the button that solves it.
 */
function createForm({ games, presets, start }) {
  let uploaded = ''; // variant of the uploaded rule sheet
  let asked = new AbortController(); // aborts the last forecast
  const choice = element('select', { id: 'solve-game' }, ...games.map((g) => element('option', { value: g.name }, `${g.title} (${g.name})`)),
    ...presets.map((p) => element('option', { value: p.name }, `${p.name}: ${p.summary}`)));
  const options = element('div', { className: 'options' });
  const file = element('input', { type: 'file', accept: '.kif', id: 'solve-file' });
  const findings = element('ol', { className: 'findings' });
  const status = element('p', { role: 'status' });
  const failure = element('p', { id: 'solve-failure', className: 'error', role: 'alert' });
  const picture = element('div', { className: 'thumb', 'aria-hidden': 'true' });
  const about = element('p', { className: 'sub', role: 'status' });
  const go = element('button', { type: 'submit' }, 'Solve');

  /** Shows an error, below the option that it names. */
  const fail = ({ message, hint }) => {
    const wrong = [...options.querySelectorAll('[name]')].find(({ name }) => message.includes(` ${name}=`));
    wrong?.setAttribute('aria-invalid', 'true');
    if (wrong) wrong.closest('.option').append(failure);
    else status.before(failure);
    failure.textContent = `${message} ${wrong ? '' : hint ?? ''}`;
  };
  /** Removes what was said about the previous choice, and returns a signal for its end. */
  const begin = () => {
    asked.abort();
    asked = new AbortController();
    status.textContent = '';
    failure.textContent = '';
    options.querySelector('[aria-invalid]')?.removeAttribute('aria-invalid');
    return asked.signal;
  };
  const offer = (game, list = []) => {
    uploaded = game;
    options.replaceChildren(...list.map(field));
  };
  const spec = () => {
    const set = [...options.querySelectorAll('[name]')].filter((f) => f.value.trim() !== f.dataset.default).map((f) => `${f.name}=${f.value.trim()}`);
    return (uploaded || choice.value) + (set.length > 0 ? `:${set.join(',')}` : '');
  };
  /** Shows the start of the chosen game and the forecast, or the error in the options. */
  const look = async () => {
    const signal = begin();
    await new Promise((done) => setTimeout(done, PREVIEW_DELAY));
    if (signal.aborted) return;
    const game = spec();
    try {
      const shown = await startOf(game);
      if (signal.aborted) return;
      go.disabled = false;
      picture.replaceChildren(...preview(shown));
      about.textContent = `${shown.title}: ${shown.variation || 'standard rules'}. ${shown.goal}`;
      status.textContent = 'Estimating the cost …';
      const forecast = await ask('/api/solve/forecast', { game }, signal);
      status.textContent = describeForecast(forecast);
    } catch (error) {
      if (signal.aborted) return;
      status.textContent = '';
      go.disabled = error.status === 400;
      fail(error);
    }
  };
  const upload = async (sent) => {
    const signal = begin();
    go.disabled = true;
    choice.selectedIndex = -1;
    offer('');
    findings.replaceChildren();
    status.textContent = 'Please wait …';
    try {
      const name = sent.name.replace(/\.kif$/, '').replace(/[^\w-]/g, '-');
      const checked = await ask(`/api/solve/sheets?name=${encodeURIComponent(name)}`, sent, signal);
      const lines = (await sent.text()).split('\n');
      if (signal.aborted) return;
      findings.replaceChildren(...checked.problems.map((p) => element('li', {},
        element('strong', {}, `${p.line ? `line ${p.line}: ` : ''}${p.level}: `), p.message, ...(lines[p.line - 1] ? [element('pre', {}, lines[p.line - 1])] : []), ...(p.hint ? [` (${p.hint})`] : []))));
      if (!checked.game) throw new ApiError(400, { detail: 'This game cannot be solved.', hint: checked.problems.length > 0 ? '' : checked.why });
      offer(checked.game, checked.options);
      look();
    } catch (error) {
      if (signal.aborted) return;
      status.textContent = '';
      fail(error);
    }
  };
  choice.onchange = () => {
    file.value = '';
    findings.replaceChildren();
    offer('', games.find((g) => g.name === choice.value)?.options);
    look();
  };
  options.oninput = look;
  file.onchange = () => file.files[0] && upload(file.files[0]);
  choice.onchange();
  return element('form', {
    noValidate: true,
    onsubmit(event) {
      event.preventDefault();
      go.disabled = true;
      start(spec()).catch(fail).finally(() => (go.disabled = false));
    },
    ondragover: (event) => event.preventDefault(),
    ondrop(event) {
      event.preventDefault();
      const [sent] = event.dataTransfer.files;
      if (!sent) return;
      file.files = event.dataTransfer.files;
      upload(sent);
    },
  }, element('p', {}, element('label', { for: 'solve-game' }, 'Game'), ' ', choice),
  element('div', { className: 'shown' }, picture, about), options,
  element('p', {}, element('label', { for: 'solve-file' }, 'or a rule sheet (.kif), chosen or dropped here'), ' ', file), findings, status,
  element('p', { className: 'steps' }, go));
}

/** Creates the field of an option: a list of values in words, a number or a text. */
function field({ name, default: usual, domain, help, choices }) {
  const common = { id: `option-${name}`, name, 'aria-describedby': `help-${name} solve-failure` };
  const [, low, high] = domain.match(/^(\d+)\.\.(\d+)$/) ?? [];
  const input = choices
    ? element('select', common, ...domain.split(' | ').map((value, i) => element('option', { value, selected: value === usual }, choices[i])))
    : element('input', { ...common, value: usual, spellcheck: false, ...(low ? { type: 'number', min: low, max: high } : { placeholder: domain }) });
  input.dataset.default = usual;
  return element('div', { className: 'option' }, element('label', {}, sentence(name.replaceAll('-', ' ')), ' ', input), element('span', { className: 'sub', id: `help-${name}` }, help));
}

const amount = (x) => (x >= 1e6 ? Number(x.toPrecision(2)).toLocaleString('en', { notation: 'compact' }) : Math.round(x).toLocaleString('en'));
const bytes = (n) => ['B', 'KiB', 'MiB', 'GiB', 'TiB'].reduce((text, unit, i) => (n >= 1024 ** i ? `${(n / 1024 ** i).toFixed(i > 0 ? 1 : 0)} ${unit}` : text), '0 B');

/** Formats a duration in seconds. */
function span(seconds) {
  if (seconds < 1) return 'less than a second';
  if (seconds < 120) return `${Math.round(seconds)} s`;
  return seconds < 7200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`;
}

function describeForecast({ states, states_high: high, states_low: low, exact, seconds, disk_bytes: disk, scratch_bytes: scratch, too_large: large }) {
  const range = exact || !high || !low ? '' : ` (${amount(low)} to ${amount(high)})`;
  return `${exact ? '' : 'About '}${amount(states)} positions${range}, ${span(seconds)}, ${bytes(Math.max(disk ?? 0, scratch ?? 0))} of disk.${large ? ` Limit: ${large}.` : ''}`;
}

/** Shows the list of jobs and follows each job until it ends. */
function showJobs(place, { solved, link }) {
  const list = element('ul', { className: 'jobs' });
  place.append(list);
  return {
    add(job) {
      const item = element('li');
      list.prepend(item);
      showJob(item, job, link);
      if (!hasEnded(job)) follow(item, job);
    },
  };

  async function follow(item, job) {
    try {
      await readEvents(`/api/solve/jobs/${job.id}/events`, {
        headers: authorized,
        on(_, value) {
          const known = job;
          job = value;
          showJob(item, job, link, known);
        },
      });
    } catch {
      // the job continues; a reload of the page shows it again
    }
    if (!hasEnded(job)) {
      item.append(' Updates have stopped; reload the page.');
      return;
    }
    announce(`${job.title}: ${describeJob(job)}`);
    if (job.state === 'done') solved(job);
  }
}

const hasEnded = ({ state }) => ['done', 'failed', 'cancelled'].includes(state);

/** Describes the state of a job. */
function describeJob(job) {
  const { state, stopping, phase, layer, layers, layer_name: unit, done, total, found, seconds, why } = job;
  if (state === 'done') return `solved in ${span(seconds)}`;
  if (state !== 'working') return { waiting: 'queued', paused: 'paused, not solved yet', failed: 'not solved', cancelled: 'cancelled; progress is kept' }[state] + (why ? `: ${why}` : '');
  const parts = [stopping ? 'stopping' : phase];
  if (layer) parts.push(`${unit} ${layer}${layers ? ` of ${layers}` : ''}`);
  parts.push(total ? `${amount(done)} of ${amount(total)} positions` : `${amount(found ?? 0)} positions`, span(seconds));
  return parts.join(', ');
}

/** Draws a job. Unchanged elements are kept, and with them the focus. */
function showJob(item, job, link, known) {
  if (known?.state !== job.state || known?.stopping !== job.stopping || !known) {
    const way = (name, text) => element('button', {
      type: 'button',
      onclick: async (event) => {
        event.target.disabled = true;
        await ask(`/api/solve/jobs/${job.id}/${name}`, '').catch((error) => announce(error.message));
      },
    }, text);
    const ways = [];
    if ((job.state === 'working' || job.state === 'waiting') && !job.stopping) ways.push(way('pause', 'Pause'));
    if (job.state === 'paused') ways.push(way('resume', 'Resume'));
    if (!hasEnded(job) && !job.stopping) ways.push(way('cancel', 'Cancel'));
    if (job.state === 'done') ways.push(element('a', { href: link(job.game) }, 'Open'));
    item.replaceChildren(element('strong', {}, job.title), ' ', element('code', {}, job.game), ' ',
      ...(job.state === 'working' ? [element('progress', { max: 1, 'aria-label': `Progress of ${job.title}` }), ' '] : []), element('span'), ' ', ...ways.flatMap((w) => [w, ' ']));
  }
  item.querySelector('span').textContent = describeJob(job);
  const bar = item.querySelector('progress');
  if (bar && job.total) bar.value = job.done / job.total;
  else bar?.removeAttribute('value');
}
