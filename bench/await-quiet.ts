import { setTimeout as wait } from 'node:timers/promises';

const pollMs = 500;
const polledMax = 240;

/** Waits until all that was loaded has its vectors: embedding takes the processor that is to be measured. */
export async function awaitEmbedded(url: string, apiKey: string, body: string): Promise<void> {
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  for (let polled = 0; polled < polledMax; polled += 1) {
    const response = await fetch(`${url}/v1/query`, { method: 'POST', headers, body });
    const text = await response.text();
    if (/"embedded_share":(?:1|null)\b/.test(text)) return;
    await wait(pollMs);
  }
  throw new Error('the passages were not embedded in time');
}

/** Queries of clients that have left are still answered: waits until none is, so that they are nobody else's load. */
export async function awaitQuiet(url: string, apiKey: string): Promise<void> {
  for (let polled = 0; polled < polledMax; polled += 1) {
    const response = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${apiKey}` } });
    if (/^avow_queries_in_progress 0$/m.test(await response.text())) return;
    await wait(pollMs);
  }
  throw new Error('queries are still in progress');
}
