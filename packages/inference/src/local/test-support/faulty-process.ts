import { UserError } from '@avow/foundation';
import type { LocalModelToLoad } from '../local-messages.ts';
import { serveLocal } from '../serve-local.ts';

/** In place of a model: does what the body of a request asks for, and refuses to load a file of a certain name. */
await serveLocal<LocalModelToLoad>(async ({ path }) => {
  if (path.endsWith('missing.gguf')) throw new UserError(`${path} cannot be read (ENOENT).`);
  return async ({ body }, reply, signal) => {
    if (body === 'crash') process.abort();
    if (body === 'throw') throw new Error('words of the request');
    reply.head(200, {});
    await reply.chunk(new TextEncoder().encode('begun'));
    // Deaf to the signal, as a library may be.
    if (body === 'deaf') await new Promise(() => undefined);
    if (body === 'wait') await new Promise((_, stop) => signal.addEventListener('abort', stop));
  };
});
