// Server-sent events over fetch, which unlike EventSource can send a token.

import { request } from './api.js';

/**
 * Reads an event stream until it ends or signal aborts it. on is called with
 * the name and the value of each event. headers are request headers.
 */
export async function readEvents(url, { headers = {}, signal, on }) {
  const answer = await request(url, { headers: { Accept: 'text/event-stream', ...headers }, signal });
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  for (let rest = ''; ;) {
    const { value, done } = await reader.read();
    if (done) return;
    const events = (rest + value).split('\n\n');
    rest = events.pop();
    for (const event of events) {
      const [, name, data] = event.match(/^event: (\w+)\ndata: (.*)$/) ?? [];
      if (name) on(name, JSON.parse(data));
    }
  }
}
