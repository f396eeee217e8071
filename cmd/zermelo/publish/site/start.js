// The entry page served by the host. It installs the service worker, which then
// serves the explorer at the same URL.

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

/** Resolves with the worker's reply once the explorer is running. */
function ask(worker) {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = (e) => resolve(e.data);
    worker.postMessage('start', [port2]);
  });
}

start().catch((err) => { state.textContent = err.message; });
