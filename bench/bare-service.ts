import { Worker } from 'node:worker_threads';
import { fastify } from 'fastify';
import { showHelp } from '../e2e/show-help.ts';

/** The anchor: a Fastify route that reads a body, commits one record durably in a group, and sends the record back. */
const [path = '', recordText = ''] = process.argv.slice(2);
showHelp('PATH RECORD: serves a bare durable route. "npm run bench -- queries" starts it.');
const writer = new Worker(new URL('./bare-writer.ts', import.meta.url), { workerData: { path } });
const waiting = new Map<number, () => void>();
let number = 0;
await new Promise((resolve) => writer.once('message', resolve));
writer.on('message', (done: number[]) => {
  for (const one of done) {
    waiting.get(one)?.();
    waiting.delete(one);
  }
});

const app = fastify();
app.post('/', async (_request, reply) => {
  number += 1;
  const mine = number;
  await new Promise<void>((resolve) => {
    waiting.set(mine, resolve);
    writer.postMessage({ number: mine, body: recordText });
  });
  return reply.type('application/json').send(recordText);
});
const url = await app.listen({ host: '127.0.0.1', port: 0 });
console.log(`ready ${url}`);
