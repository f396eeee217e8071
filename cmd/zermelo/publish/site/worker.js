// The service worker. It runs the explorer's server and answers the requests of
// the page with it. Requests for files of the folder pass through to the host.

importScripts('files.js', 'wasm_exec.js');

const OWN = ['files.json', 'files.js', 'start.js', 'worker.js', 'wasm_exec.js', 'explorer.wasm.gz', 'tables/', 'sheets/'];

let running; // a promise that resolves once the explorer accepts requests

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (e) => e.waitUntil(self.clients.claim()));

self.addEventListener('message', (e) => {
  const [port] = e.ports;
  e.waitUntil(run().then(() => port.postMessage({}), (err) => port.postMessage({ error: `The explorer does not start: ${err.message}` })));
});

self.addEventListener('fetch', (e) => {
  const url = new URL(e.request.url);
  const root = new URL(self.registration.scope).pathname;
  if (url.origin !== self.location.origin) return;
  // The page uses root-relative URLs, even if the folder is not at the root.
  const path = url.pathname.startsWith(root) ? url.pathname.slice(root.length - 1) : url.pathname;
  if (OWN.some((name) => path.startsWith(`/${name}`))) return;
  e.respondWith(run().then(() => answer(e.request, path + url.search)));
});

/** Starts the explorer unless it is running. */
function run() {
  running ??= start().catch((err) => {
    running = undefined;
    throw err;
  });
  return running;
}

async function start() {
  const [list, code] = await Promise.all([fetch('files.json'), fetch('explorer.wasm.gz')]);
  if (!list.ok || !code.ok) throw new Error('a file of the folder is missing');
  const text = await list.clone().text();
  addFiles({ ...(await list.json()).files, 'files.json': new TextEncoder().encode(text).length }, ['/tables', '/tmp']);
  const go = new Go();
  const plain = code.body.pipeThrough(new DecompressionStream('gzip'));
  const { instance } = await WebAssembly.instantiateStreaming(new Response(plain, { headers: { 'Content-Type': 'application/wasm' } }), go.importObject);
  const ready = new Promise((resolve, reject) => {
    self.zermelo = { ready: resolve, failed: (message) => reject(new Error(message)) };
  });
  go.run(instance).then(() => { running = undefined; }); // restart on the next request
  self.ask = await ready;
}

/** Returns the explorer's reply as a streaming Response. */
async function answer(request, url) {
  const body = request.method === 'POST' ? new Uint8Array(await request.arrayBuffer()) : null;
  return new Promise((resolve) => {
    let out;
    let cancel;
    const stream = new ReadableStream({
      start(controller) { out = controller; },
      cancel() { cancel?.(); },
    });
    let empty = false;
    cancel = self.ask({ method: request.method, url, body, accept: request.headers.get('Accept') ?? '*/*' }, {
      head(status, headers) {
        empty = status === 204 || status === 304;
        resolve(new Response(empty ? null : stream, { status, headers }));
      },
      chunk(bytes) { if (!empty) out.enqueue(bytes); },
      end() { if (!empty) out.close(); },
    });
  });
}
