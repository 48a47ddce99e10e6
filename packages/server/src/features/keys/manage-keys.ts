import type { KeyObject } from 'node:crypto';
import type { Scope } from '@avow/contract';
import type { Clock, KeyId, TenantId } from '@avow/foundation';
import { newId } from '@avow/foundation';
import type { AccessStore, KeyRow } from './access-store.ts';
import { generateKey, kindOf, secretHmac } from './api-key.ts';
import type { Actor } from './attribution.ts';

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
  readonly groups: KeyRow['groups'];
  /** Makes it publishable. */
  readonly origins?: KeyRow['origins'];
  readonly expiresAtMs: number;
}

/** A new key: the only time that its text is available. */
export interface IssuedKey {
  readonly row: KeyRow;
  readonly text: string;
}

function issue(parts: KeyParts, key: NewKey, rotatedFrom: KeyId | null): IssuedKey {
  const origins = key.origins ?? null;
  const generated = generateKey(kindOf({ ...key, origins }));
  const createdAtMs = parts.clock.nowMs();
  const row: KeyRow = {
    ...key,
    origins,
    keyId: newId('key', createdAtMs),
    publicId: generated.publicId,
    secretHmac: secretHmac(parts.pepper, generated),
    createdAtMs,
    revokedAtMs: null,
    rotatedFrom,
  };
  return { row, text: generated.text };
}

/** Without an actor, the key is a part of setting up, and is not on the log. */
export async function createKey(parts: KeyParts, key: NewKey, actor?: Actor): Promise<IssuedKey> {
  const issued = issue(parts, key, null);
  await parts.access.insertKey(key.tenantId, issued.row, by(issued, actor));
  return issued;
}

function by({ row }: IssuedKey, actor: Actor | undefined) {
  return actor === undefined ? undefined : { atMs: row.createdAtMs, actor };
}

/** Issues a successor with the same scopes, groups, origins and lifetime. The old key stays valid during the overlap, so that nobody is cut off. */
export async function rotateKey(
  parts: KeyParts,
  old: KeyRow,
  { overlapMs, actor }: { readonly overlapMs: number; readonly actor?: Actor },
): Promise<IssuedKey | null> {
  const nowMs = parts.clock.nowMs();
  const { tenantId, name, mode, scopes, groups, origins } = old;
  const expiresAtMs = nowMs + (old.expiresAtMs - old.createdAtMs);
  const issued = issue(parts, { tenantId, name, mode, scopes, groups, origins, expiresAtMs }, old.keyId);
  const rotated = await parts.access.rotateKey(tenantId, old.keyId, {
    key: issued.row,
    oldExpiresAtMs: nowMs + overlapMs,
    ...(actor === undefined ? {} : { by: { atMs: nowMs, actor } }),
  });
  return rotated ? issued : null;
}
