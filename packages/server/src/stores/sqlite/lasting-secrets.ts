import type { DatabaseSync } from 'node:sqlite';
import { drawKey, unwrapKey, wrapKey } from '../sealing/tenant-keys.ts';
import type { KeyRing } from './key-ring.ts';

/**
 * Secrets of what is no message and may stay for years: reports of evaluations, the words of holds. They have a table apart,
 * as that of messages is shortened from its oldest end. Like there, a secret is overwritten in place and never moved; what
 * was sealed under it may leave copies in the file that nobody can open.
 */
export interface LastingSecrets {
  make(tenantId: string): { readonly secret: Buffer; readonly secretNo: number };
  open(tenantId: string, secretNo: number): Buffer;
  wipe(secretNo: number): void;
}

/** What a query selected of the table, unwrapped. Throws where it was wiped, or another key is in force. */
export function openLasting(tenantKey: Uint8Array, wrapped: Uint8Array): Buffer {
  const secret = unwrapKey(tenantKey, wrapped);
  if (secret === null) throw new Error('a lasting secret does not open');
  return secret;
}

export function openLastingSecrets(database: DatabaseSync, keys: KeyRing): LastingSecrets {
  const insert = database.prepare('INSERT INTO lasting_secrets (secret) VALUES (?)');
  const find = database.prepare('SELECT secret FROM lasting_secrets WHERE secret_no = ?');
  const wipe = database.prepare('UPDATE lasting_secrets SET secret = zeroblob(40) WHERE secret_no = ?');
  return {
    make(tenantId) {
      const secret = drawKey();
      const wrapped = wrapKey(keys.getOrMake(tenantId), secret);
      return { secret, secretNo: Number(insert.run(wrapped).lastInsertRowid) };
    },
    open: (tenantId, secretNo) =>
      openLasting(keys.get(tenantId), find.get(secretNo)?.['secret'] as Uint8Array),
    wipe: (secretNo) => void wipe.run(secretNo),
  };
}
