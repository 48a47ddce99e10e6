import { AsyncLocalStorage } from 'node:async_hooks';
import type { Author } from '@avow/ledger';
import type { NamedText } from '@avow/ledger-log/entries';

const authors = new AsyncLocalStorage<Author>();

const service: Author = { actor: '', reason: '' };

/**
 * Everything that the work changes is on the log as this author's. Set where a request, a command or a job begins, so that no
 * step between there and the store can forget to hand it on.
 */
export function runAs<Value>(author: Author, work: () => Value): Value {
  return authors.run(author, work);
}

const purposes = new AsyncLocalStorage<string>();

/** Every access that the work notes is for this purpose; empty: none was named. Set in the same places. */
export function readFor<Value>(purpose: string, work: () => Value): Value {
  return purposes.run(purpose, work);
}

/** What content is read for at this moment; empty: nobody said. */
export const currentPurpose = () => purposes.getStore() ?? '';

/** The same as a detail of the access. */
export function purposeDetail(): NamedText[] {
  const purpose = currentPurpose();
  return purpose === '' ? [] : [['purpose', purpose]];
}

/** Who changes something at this moment; without anybody, the service itself. */
export const currentAuthor = (): Author => authors.getStore() ?? service;
