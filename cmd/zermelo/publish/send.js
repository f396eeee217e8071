// Requests of a published page. The start of each game and its report are files. The
// worker looks up other positions.

import { element } from './dom.js';

const path = (api) => api.replaceAll('%3A', ',');

/** Sends a request, like fetch. */
export async function send(url, { signal } = {}) {
  const { pathname, searchParams } = new URL(url, location.href);
  if (!searchParams.has('p')) return fetch(`${path(pathname)}.json`);
  const [, table, what] = pathname.match(/\/api\/([^/]+)\/(.+)$/);
  const { port1: port, port2 } = new MessageChannel();
  worker.postMessage({ table: decodeURIComponent(table), what, ...Object.fromEntries(searchParams) }, [port2]);
  let out;
  const body = new ReadableStream({ start: (controller) => (out = controller) });
  signal?.addEventListener('abort', () => {
    port.onmessage = null;
    port.postMessage('cancel');
    out.error(signal.reason);
  });
  return new Promise((resolve) => {
    let answer;
    port.onmessage = ({ data: { status, text } }) => {
      if (!status) return out.close();
      answer ??= new Response(body, { status });
      resolve(answer);
      return out.enqueue(new TextEncoder().encode(text));
    };
  });
}

/** The page that shows only the board, to be used in a frame. */
export const embedPage = 'embed.html';
export const embedHint = '';

/** Returns the URL of the HTML report of a table, given the URL of its API. */
export const reportOf = (api) => `${path(api)}/report.html`;

/** Starts the worker, and shows the progress of its download. */
function start() {
  const started = new Worker('worker.js');
  const note = element('span', { className: 'sub' });
  document.querySelector('.tools').prepend(note);
  started.onmessage = ({ data: { loaded, total } }) => {
    note.textContent = `Loading ${(loaded / 1e6).toFixed(1)} of ${(total / 1e6).toFixed(1)} MB`;
    if (loaded === total) note.remove();
  };
  return started;
}

const worker = start();
