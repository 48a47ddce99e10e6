import type { DatabaseSync } from 'node:sqlite';
import { drawKey, unwrapKey, wrapKey } from '../../sealing/tenant-keys.ts';
import type { KeyRing } from './key-ring.ts';

/**
 * Secrets of data that does not belong to a message and may be kept for years: reports of evaluations, the words of holds.
 * They have a separate table, because that of messages is truncated from its oldest end. As there, a secret is overwritten
 * in place and never moved; copies of what was sealed under it may remain in the file, but nobody can open them.
 */
export interface LastingSecrets {
  make(tenantId: string): { readonly secret: Buffer; readonly secretNo: number };
  open(tenantId: string, secretNo: number): Buffer;
  wipe(secretNo: number): void;
}

/** Unwraps a secret that a query selected. Throws if it was wiped or another key is in force. */
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
