import { AsyncLocalStorage } from 'node:async_hooks';
import type { Author } from '@avow/ledger';

const authors = new AsyncLocalStorage<Author>();

const service: Author = { actor: '', reason: '' };

/**
 * Everything that the work changes is on the log as this author's. Set where a request, a command or a job begins, so that no
 * step between there and the store can forget to hand it on.
 */
export function runAs<Value>(author: Author, work: () => Value): Value {
  return authors.run(author, work);
}

/** Who changes something at this moment; without anybody, the service itself. */
export const currentAuthor = (): Author => authors.getStore() ?? service;
