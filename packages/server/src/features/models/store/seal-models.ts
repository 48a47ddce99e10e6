import type { KeyObject } from 'node:crypto';
import { openBytes, sealBytes } from '@avow/storage/sealing';

/** Seals and opens what is kept of language models, bound to its revision. */
interface ModelSealing {
  seal(text: string, revision: number): Uint8Array;
  /** Null: it was not sealed under this secret, or was changed. */
  open(sealed: Uint8Array, revision: number): string | null;
}

/** Under a key that is derived from the pepper, which is kept outside the database. */
export function createModelSealing(pepper: KeyObject): ModelSealing {
  const secret = pepper.export();
  return {
    seal: (text, revision) => sealBytes(secret, 'models', text, String(revision)),
    open: (sealed, revision) =>
      openBytes(secret, 'models', sealed, String(revision))?.toString('utf8') ?? null,
  };
}
