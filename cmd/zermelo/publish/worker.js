// The worker of a published page. It runs the explorer, which looks up positions in
// the tables of the folder.

importScripts('files.js', 'wasm_exec.js');

let running; // a promise of the explorer's function for requests
const open = new Set(); // ports of unanswered requests

self.onmessage = ({ data, ports: [port] }) => {
  open.add(port);
  const end = () => {
    open.delete(port);
    port.postMessage({});
  };
  const request = { ...data, end, send: (status, text) => port.postMessage({ status, text }) };
  port.onmessage = () => request.cancel?.();
  run().then((ask) => ask(request), fail);
};

/** Answers all open requests with an error. The next request starts the explorer again. */
function fail(err) {
  running = undefined;
  for (const port of open) {
    port.postMessage({ status: 503, text: JSON.stringify({ detail: `The explorer failed: ${err.message}` }) });
    port.postMessage({});
  }
  open.clear();
}

/** Starts the explorer unless it is running. */
const run = () => (running ??= start());

async function start() {
  const [answer, code] = await Promise.all([fetch('files.json'), fetch('explorer.bin')]);
  if (!answer.ok || !code.ok) throw new Error('a file of the folder is missing');
  const list = await answer.json();
  addFiles(list.files, ['/tables', '/tmp']);
  let loaded = 0;
  const progress = new TransformStream({
    transform(chunk, out) {
      loaded += chunk.length;
      postMessage({ loaded, total: list.files['explorer.bin'] });
      out.enqueue(chunk);
    },
  });
  const plain = code.body.pipeThrough(progress).pipeThrough(new DecompressionStream('gzip'));
  const go = new Go();
  const { instance } = await WebAssembly.instantiateStreaming(new Response(plain, { headers: { 'Content-Type': 'application/wasm' } }), go.importObject);
  return new Promise((ready, failed) => {
    self.zermelo = { list: JSON.stringify(list), ready };
    go.run(instance).then(() => {
      const err = new Error('it has stopped');
      failed(err);
      fail(err);
    });
  });
}

run().catch(() => {}); // the first request reports the error
