// The page as the host serves it: it installs the service worker, which serves the
// explorer in its place.

const state = document.getElementById('state');

async function start() {
  if (!('serviceWorker' in navigator)) {
    throw new Error('The explorer needs a service worker. Browsers have it for pages over https and from localhost, and not in some private windows.');
  }
  await navigator.serviceWorker.register('worker.js');
  const { active } = await navigator.serviceWorker.ready;
  if (active.state !== 'activated') await new Promise((done) => active.addEventListener('statechange', done, { once: true }));
  const answer = await ask(active);
  if (answer.error) throw new Error(answer.error);
  location.reload();
}

/** What the worker says once the explorer runs. */
function ask(worker) {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = (e) => resolve(e.data);
    worker.postMessage('start', [port2]);
  });
}

start().catch((err) => { state.textContent = err.message; });
