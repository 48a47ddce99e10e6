import type { KeyObject } from 'node:crypto';
import type { Scope } from '@avow/contract';
import type { Clock, KeyId, TenantId } from '@avow/foundation';
import { newId } from '@avow/foundation';
import type { AccessStore, KeyRow } from './access-store.ts';
import { generateKey, secretHmac } from './api-key.ts';

export interface KeyParts {
  readonly access: AccessStore;
  readonly pepper: KeyObject;
  readonly clock: Clock;
}

export interface NewKey {
  readonly tenantId: TenantId;
  readonly name: string;
  readonly mode: KeyRow['mode'];
  readonly scopes: readonly Scope[];
  readonly expiresAtMs: number;
}

/** A new key: the only time that its text is available. */
export interface IssuedKey {
  readonly row: KeyRow;
  readonly text: string;
}

function issue(parts: KeyParts, key: NewKey, rotatedFrom: KeyId | null): IssuedKey {
  const generated = generateKey(key.mode);
  const createdAtMs = parts.clock.nowMs();
  const row: KeyRow = {
    ...key,
    keyId: newId('key', createdAtMs),
    publicId: generated.publicId,
    secretHmac: secretHmac(parts.pepper, generated),
    createdAtMs,
    revokedAtMs: null,
    rotatedFrom,
  };
  return { row, text: generated.text };
}

export async function createKey(parts: KeyParts, key: NewKey): Promise<IssuedKey> {
  const issued = issue(parts, key, null);
  await parts.access.insertKey(key.tenantId, issued.row);
  return issued;
}

/** Issues a successor with the same scopes and lifetime. The old key stays valid during the overlap, so that nobody is cut off. */
export async function rotateKey(parts: KeyParts, old: KeyRow, overlapMs: number): Promise<IssuedKey | null> {
  const nowMs = parts.clock.nowMs();
  const { tenantId, name, mode, scopes } = old;
  const expiresAtMs = nowMs + (old.expiresAtMs - old.createdAtMs);
  const issued = issue(parts, { tenantId, name, mode, scopes, expiresAtMs }, old.keyId);
  const rotated = await parts.access.rotateKey(tenantId, old.keyId, {
    key: issued.row,
    oldExpiresAtMs: nowMs + overlapMs,
  });
  return rotated ? issued : null;
}
