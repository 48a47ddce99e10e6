import { serveLocal } from '../serve-local.ts';

/** In place of a model: sends each request to the address that it names, and says what comes back from there. */
await serveLocal(async () => async ({ url, headers, body }, reply, signal) => {
  const response = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'manual' });
  reply.head(response.status, Object.fromEntries(response.headers));
  for await (const bytes of response.body ?? []) await reply.chunk(bytes);
});
